package import Composition

/// The kind of an item, with its value.
package enum ItemKind: Hashable, Sendable {
  /// A media name or a path.
  case clip(Located<String>)
  case image(Located<String>)
  case color(Located<Animated<Color>>)
  case gradient(Located<GradientValue>)
  case bars(Located<ColorBars>)
  case noise(Located<NoiseSettings>)
  case shape(Located<ShapeChoice>)
  case text(Located<String>)
  indirect case credits(CreditsItem)
  case counter(Located<CounterContent>)
  case gap(Located<DurationExpression>)
  /// The name of a timeline under `sequences`.
  case sequence(Located<String>)
  /// The path of another script.
  case edit(Located<String>)
  case tone(ToneItem)
  /// Silence; the value is its length, if `for` is not written.
  case silence(Located<DurationExpression>?)
  /// A transition between two items, which takes its time from them.
  indirect case transition(TransitionItem)
  /// Expands into several items, which replace it before the film is resolved.
  indirect case each(EachItem)
  /// Expands into a clip for each switch, which replace it before the film is resolved.
  case angles(AnglesItem)
  /// A kind that cannot be rendered yet, or has an unreadable value; it already has its diagnostic.
  case unsupported(keyword: String)
}

extension ItemKind {
  /// The key of the kind: `clip`.
  package var keyword: String {
    switch self {
    case .clip: "clip"
    case .image: "image"
    case .color: "color"
    case .gradient: "gradient"
    case .bars: "bars"
    case .noise: "noise"
    case .shape: "shape"
    case .text: "text"
    case .credits: "credits"
    case .counter: "counter"
    case .gap: "gap"
    case .sequence: "sequence"
    case .edit: "edit"
    case .tone: "tone"
    case .silence: "silence"
    case .transition: "transition"
    case .each: "each"
    case .angles: "angles"
    case .unsupported(let keyword): keyword
    }
  }

  /// The value of that key, in canonical spelling.
  package var subject: String {
    switch self {
    case .clip(let media), .image(let media): media.value
    case .color(let color): color.value.canonicalText
    case .gradient(let gradient): gradient.value.canonicalText
    case .bars(let bars): bars.value.rawValue
    case .noise(let noise): noise.value.canonicalText
    case .shape(let shape): shape.value.canonicalText
    case .text(let words): words.value
    case .credits(let credits): credits.content.value.canonicalText
    case .counter(let counter): counter.value.canonicalText
    case .gap(let duration): duration.value.canonicalText
    case .sequence(let name), .edit(let name): name.value
    case .tone(let tone): tone.waveform.rawValue
    case .silence(let duration): duration?.value.canonicalText ?? ""
    case .transition(let transition): transition.canonicalText
    case .each(let each): each.items.first?.kind.label ?? ""
    case .angles(let angles): angles.canonicalText
    case .unsupported: ""
    }
  }

  /// The keyword and the value: `clip beach`.
  package var label: String { subject.isEmpty ? keyword : keyword + " " + subject }
}
