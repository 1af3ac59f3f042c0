/// The change from one picture of the timeline to the next, as scripts write it, films store it and the
/// engine draws it.
///
/// The families differ in their parameter. A `Picture` names a picture: a path in scripts, a stream in films.
package enum TransitionKind<Picture: Hashable & Sendable>: Hashable, Sendable {
  case plain(PlainTransition)
  case directed(DirectedTransition, Heading)
  case colored(ColoredTransition, Color)
  case pictured(PicturedTransition, Picture)
}

extension TransitionKind: Encodable where Picture: Encodable {}
extension TransitionKind: Decodable where Picture: Decodable {}

/// The transitions without a parameter, by their words.
package enum PlainTransition: String, Hashable, Sendable, Codable, CaseIterable {
  case dissolve
  case clock
  case barnDoor = "barn-door"
  case pixelate
  case blur
  case zoom
  case circleOpen = "circle open"
  case circleClose = "circle close"

  package var declaration: TransitionDeclaration {
    switch self {
    case .dissolve:
      declare(
        "The incoming picture replaces the outgoing one gradually.",
        otherWords: ["crossfade", "cross-fade", "xfade", "cross-dissolve", "crossdissolve", "mix"])
    case .clock: declare("A clock hand sweeps from twelve.", otherWords: ["radial"])
    case .barnDoor: declare("Two doors open from the centre.")
    case .pixelate: declare("The outgoing picture breaks into blocks, which become the incoming one.")
    case .blur: declare("Both pictures are blurred in the middle of the change.")
    case .zoom: declare("The outgoing picture grows while it dissolves.")
    case .circleOpen: declare("A circle grows from the centre.", otherWords: ["iris", "circleopen"])
    case .circleClose: declare("A circle shrinks to the centre.", otherWords: ["circleclose"])
    }
  }

  private func declare(_ summary: String, otherWords: [String] = []) -> TransitionDeclaration {
    TransitionDeclaration(
      words: rawValue, parameter: .none, summary: summary, examples: [rawValue],
      otherWords: Dictionary(uniqueKeysWithValues: otherWords.map { ($0, rawValue) }))
  }
}

/// The transitions with a direction, by their words.
package enum DirectedTransition: String, Hashable, Sendable, Codable, CaseIterable {
  case wipe
  case slide
  case push
  case cover
  case reveal

  package var declaration: TransitionDeclaration {
    switch self {
    case .wipe:
      declare(
        "An edge moves over the canvas and reveals the incoming picture.", Heading.allCases,
        otherWords: ["wipeleft": .left, "wiperight": .right, "wipeup": .up, "wipedown": .down])
    case .slide:
      declare(
        "Both pictures move, the outgoing one half as far.",
        otherWords: [
          "swipe": .left, "slideleft": .left, "slideright": .right, "slideup": .up, "slidedown": .down,
        ])
    case .push: declare("The incoming picture pushes the outgoing one out.")
    case .cover: declare("The incoming picture moves over the outgoing one.")
    case .reveal: declare("The outgoing picture moves away.")
    }
  }

  private func declare(
    _ summary: String, _ headings: [Heading] = Heading.straight, otherWords: [String: Heading] = [:]
  ) -> TransitionDeclaration {
    TransitionDeclaration(
      words: rawValue, parameter: .heading(headings), summary: summary,
      examples: headings.map { "\(rawValue) \($0.rawValue)" },
      otherWords: otherWords.mapValues { "\(rawValue) \($0.rawValue)" })
  }
}

/// The transitions through a colour, by their words.
package enum ColoredTransition: String, Hashable, Sendable, Codable, CaseIterable {
  case fadeThrough = "fade through"

  package var declaration: TransitionDeclaration {
    switch self {
    case .fadeThrough:
      TransitionDeclaration(
        words: rawValue, parameter: .color,
        summary: "The outgoing picture fades to this colour, then the incoming one fades from it.",
        examples: ["fade through black", "fade through white"],
        otherWords: [
          "dip": "fade through black", "fadeblack": "fade through black", "fadewhite": "fade through white",
        ],
        unfinished: UnfinishedTransition(
          "a fade between two items needs a colour, as in `fade through black 1s`",
          hint: "a `dissolve` fades from one item to the other", choices: ["dissolve", "fade through black"]))
    }
  }
}

/// The transitions that a picture controls, by their words.
package enum PicturedTransition: String, Hashable, Sendable, Codable, CaseIterable {
  case luma

  package var declaration: TransitionDeclaration {
    switch self {
    case .luma:
      TransitionDeclaration(
        words: rawValue, parameter: .picture,
        summary: "Starts in the dark areas of a picture that you provide.",
        examples: ["luma drops.png"])
    }
  }
}

/// The declaration of a transition, which the grammar and the pages read.
package struct TransitionDeclaration: Sendable {
  package let words: String
  package let parameter: TransitionParameter
  /// One sentence for people.
  package let summary: String
  /// Spellings that the page shows, each with a picture.
  package let examples: [String]
  /// Names in other tools, with the intended spelling.
  package let otherWords: [String: String]
  /// The message for its first word alone; nil for the usual message.
  package let unfinished: UnfinishedTransition?

  fileprivate init(
    words: String, parameter: TransitionParameter, summary: String, examples: [String],
    otherWords: [String: String] = [:], unfinished: UnfinishedTransition? = nil
  ) {
    self.words = words
    self.parameter = parameter
    self.summary = summary
    self.examples = examples
    self.otherWords = otherWords
    self.unfinished = unfinished
  }

  /// Every transition. The grammar, its messages, the schema and the page read this list.
  package static let all: [TransitionDeclaration] =
    PlainTransition.allCases.map(\.declaration) + ColoredTransition.allCases.map(\.declaration)
    + DirectedTransition.allCases.map(\.declaration) + PicturedTransition.allCases.map(\.declaration)
}

/// The parameter after the words of a transition.
package enum TransitionParameter: Hashable, Sendable {
  case none
  case heading([Heading])
  case color
  case picture
}

/// The message for a transition with incomplete words.
package struct UnfinishedTransition: Sendable {
  package let message: String
  package let hint: String
  /// The spellings that may have been intended.
  package let choices: [String]

  fileprivate init(_ message: String, hint: String, choices: [String]) {
    self.message = message
    self.hint = hint
    self.choices = choices
  }
}

/// The direction in which an edge or a picture moves.
package enum Heading: String, Hashable, Sendable, Codable, CaseIterable {
  case left
  case right
  case up
  case down
  case topLeft = "top left"
  case topRight = "top right"
  case bottomLeft = "bottom left"
  case bottomRight = "bottom right"

  /// The directions along a side of the canvas.
  package static let straight: [Heading] = [.left, .right, .up, .down]

  /// -1 to the left, 1 to the right.
  package var x: Int {
    switch self {
    case .left, .topLeft, .bottomLeft: -1
    case .up, .down: 0
    case .right, .topRight, .bottomRight: 1
    }
  }

  /// -1 up, 1 down.
  package var y: Int {
    switch self {
    case .up, .topLeft, .topRight: -1
    case .left, .right: 0
    case .down, .bottomLeft, .bottomRight: 1
    }
  }
}

extension TransitionKind {
  /// As scripts write it.
  package func text(color: (Color) -> String, picture: (Picture) -> String) -> String {
    switch self {
    case .plain(let transition): transition.rawValue
    case .directed(let transition, let heading): "\(transition.rawValue) \(heading.rawValue)"
    case .colored(let transition, let through): "\(transition.rawValue) \(color(through))"
    case .pictured(let transition, let followed): "\(transition.rawValue) \(picture(followed))"
    }
  }

  /// The picture that controls it; nil if there is none.
  package var picture: Picture? {
    if case .pictured(_, let picture) = self { picture } else { nil }
  }

  /// The same transition with its picture replaced; nil if `name` returns nil.
  package func mapPicture<Other>(_ name: (Picture) -> Other?) -> TransitionKind<Other>? {
    switch self {
    case .plain(let transition): .plain(transition)
    case .directed(let transition, let heading): .directed(transition, heading)
    case .colored(let transition, let color): .colored(transition, color)
    case .pictured(let transition, let picture): name(picture).map { .pictured(transition, $0) }
    }
  }
}
