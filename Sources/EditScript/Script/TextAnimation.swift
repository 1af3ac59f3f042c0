package import Composition

/// How a text appears and disappears, as written.
package enum TextAnimation: Hashable, Sendable {
  /// `fade`: the whole text, at both ends.
  case word(WordsAnimation)
  indirect case settings(AnimationSettings)
}

/// The short forms of `animate`.
package enum WordsAnimation: String, Hashable, Sendable, CaseIterable {
  case fade
  case slide
  case typewriter
  case zoom
}

/// `{in: rise, out: fade, by: letter, for: 500ms, stagger: 30ms}`
package struct AnimationSettings: Hashable, Sendable {
  package var entrance: Located<MovementValue>?
  package var exit: Located<MovementValue>?
  package var unit: Located<TextUnit>?
  package var order: Located<UnitOrder>?
  package var length: Located<DurationExpression>?
  package var stagger: Located<DurationExpression>?
  package var easing: Located<Easing>?

  package init() {}
}

/// What a unit of a text does while it appears or leaves.
package enum MovementValue: Hashable, Sendable {
  case none
  case fade
  case typewriter
  case rise
  /// A zoom that goes a little too far.
  case pop
  case slide(Heading)
  case wipe(Heading)
  case zoom(Double)
  case blur(Length)
}

extension MovementValue: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .none: "none"
    case .fade: "fade"
    case .typewriter: "typewriter"
    case .rise: "rise"
    case .pop: "pop"
    case .slide(let heading): "slide \(heading.rawValue)"
    case .wipe(let heading): "wipe \(heading.rawValue)"
    case .zoom(let share): "zoom \((100 * share).canonicalText)%"
    case .blur(let length): "blur \(length.canonicalText)"
    }
  }
}

extension TextAnimation: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .word(let word): word.rawValue
    case .settings(let settings): AnimationKeys.fields.flowText(of: settings)
    }
  }
}
