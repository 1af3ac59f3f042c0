import Composition
import Diagnostics
import YAMLTree

struct AnimationKeys: MappingKeys {
  static let fields = MappingSchema(AnimationKeys.self)
  typealias Record = AnimationSettings

  static let title = "a text animation"
  static let documentation = "How the units of a text appear and disappear, one after the other."

  let entrance = Key(
    "in",
    "How units appear; `rise` is from behind the lower edge of the line, `pop` a zoom that goes a bit too far.",
    .value(.textMovement), example: "rise", synonyms: ["appear", "enter", "entrance"],
    field: .at(\AnimationSettings.entrance), default: "none")
  let exit = Key(
    "out", "How units disappear: in the opposite direction of time. A `slide` or a `wipe` moves on.",
    .value(.textMovement), example: "fade", synonyms: ["disappear", "leave", "exit"],
    field: .at(\AnimationSettings.exit), default: "none")
  let unit = Key(
    "by", "The units. Letters that join, as in Arabic, move together.",
    .choice(TextUnit.self, "a unit of text"),
    example: "letter", synonyms: ["unit", "per", "split"], field: .at(\AnimationSettings.unit), default: "all"
  )
  let length = Key(
    "for", "How long each unit moves.", .value(.duration), example: "500ms", synonyms: ["duration", "dur"],
    field: .at(\AnimationSettings.length), default: "500ms")
  let stagger = Key(
    "stagger",
    "How much later the next unit begins: 30ms for letters (60ms for `typewriter`), 80ms for words, 150ms for lines.",
    .value(.duration), example: "30ms", synonyms: ["delay", "each"],
    field: .at(\AnimationSettings.stagger), default: .words("by the unit"))
  let order = Key(
    "order", "Which units move first, in the order of reading.", .choice(UnitOrder.self, "an order"),
    example: "center", synonyms: ["from"], field: .at(\AnimationSettings.order), default: "forward")
  let easing = Key(
    "ease",
    "The easing of each unit. `back`, `elastic` and `spring` are possible for `slide`, `rise` and `zoom`.",
    .value(.easing), example: "ease-out-back", synonyms: ["easing", "curve"],
    field: .at(\AnimationSettings.easing), default: .words("`ease-out`, and `ease-out-back` for `pop`"))

  static func decode(_ reader: MappingReader<AnimationKeys>) -> AnimationSettings? {
    reader.filled(AnimationSettings())
  }
}

extension Shape<TextAnimation> {
  /// A word, or the long form.
  static var textAnimation: Shape {
    Shape<WordsAnimation>.choice(WordsAnimation.self, "a text animation")
      .map { word, _, _ in .word(word) }
      .or(Shape<AnimationSettings>.mapping(AnimationKeys.self).map { settings, _, _ in .settings(settings) })
  }
}
