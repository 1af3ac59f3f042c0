import Basics
import Composition
import Diagnostics
import YAMLTree

struct FadeKeys: MappingKeys {
  static let fields = MappingSchema(FadeKeys.self)
  typealias Record = ItemFade

  static let title = "a fade"
  static let documentation = "How an item fades in and out."

  let fadeIn = Key(
    "in", "The duration of the fade-in.", .value(.duration), example: "1s", synonyms: ["fade-in"],
    related: ["start"],
    field: .at(\ItemFade.fadeIn), default: "0s")
  let fadeOut = Key(
    "out", "The duration of the fade-out.", .value(.duration), example: "2s", synonyms: ["fade-out"],
    related: ["end"],
    field: .at(\ItemFade.fadeOut), default: "0s")
  let curve = Key(
    "curve", "The curve of the fade; `linear` by default.",
    .choice(FadeCurve.self, "a fade curve"), example: "s-curve", synonyms: ["ease", "easing", "shape"],
    field: .at(\ItemFade.curve), default: "linear")

  static func decode(_ reader: MappingReader<FadeKeys>) -> ItemFade? { reader.filled(ItemFade()) }
}

extension Shape<ItemFade> {
  /// `1s` for both ends, or the long form.
  static var fade: Shape {
    Shape<DurationExpression>.value(.duration)
      .map { length, subject, _ in
        let written = Located(length, at: subject.node.range)
        return ItemFade(fadeIn: written, fadeOut: written)
      }
      .or(.mapping(FadeKeys.self))
  }
}
