import Basics
import Composition
import Diagnostics
import YAMLTree

// How letters and colours look: mappings under item keys.

struct BoxKeys: MappingKeys {
  static let fields = MappingSchema(BoxKeys.self)
  typealias Record = BoxSettings

  static let title = "a box"
  static let documentation = "A box behind text."

  let color = Key(
    "color", "The colour of the box.", .animated(.color), example: "navy",
    synonyms: ["colour", "background", "fill"], field: .at(\BoxSettings.color))
  let padding = Key(
    "padding", "The space between the text and the edge; two lengths are above and below, and at the sides.",
    .animated(.padding), example: "1vmin 1.8vmin",
    field: .at(\BoxSettings.padding))
  let radius = Key(
    "radius", "The corner radius.", .animated(.length), example: "4px", synonyms: ["border-radius"],
    field: .at(\BoxSettings.radius), default: "0px")
}

struct ShadowKeys: MappingKeys {
  static let fields = MappingSchema(ShadowKeys.self)
  typealias Record = ShadowSettings

  static let title = "a shadow"
  static let documentation = "A shadow behind text."

  let color = Key(
    "color", "The colour of the shadow.", .animated(.color), example: "black", synonyms: ["colour"],
    field: .at(\ShadowSettings.color))
  let x = Key(
    "x", "The horizontal offset, to the right.", .value(.length), example: "2px",
    synonyms: ["dx", "offset-x"],
    field: .at(\ShadowSettings.x))
  let y = Key(
    "y", "The vertical offset, downwards.", .value(.length), example: "2px", synonyms: ["dy", "offset-y"],
    field: .at(\ShadowSettings.y))
  let blur = Key(
    "blur", "The softness of the shadow.", .animated(.length), example: "4px", synonyms: ["softness"],
    field: .at(\ShadowSettings.blur))

  static func decode(_ reader: MappingReader<ShadowKeys>) -> ShadowSettings? {
    reader.filled(ShadowSettings())
  }
}

extension Shape<ShadowSettings> {
  /// A colour, or the long form.
  static var shadow: Shape {
    Shape<Animated<Color>>.value(.animated(.color))
      .map { color, subject, _ in ShadowSettings(color: Located(color, at: subject.node.range)) }
      .or(.mapping(ShadowKeys.self))
  }
}

struct GradientKeys: MappingKeys {
  static let title = "a gradient"
  static let documentation = "A linear or radial gradient between colours."

  let colors = Key(
    "colors", "At least two colours, evenly spaced.", .list(of: .animated(.color)), isRequired: true,
    example: "[navy, teal]",
    synonyms: ["colours", "stops"])
  let angle = Key(
    "angle", "The direction of a linear gradient; 0deg is upwards.", .animated(.angle),
    synonyms: ["direction"])
  let radial = Key(
    "radial", "Makes the gradient radial, around this point: from the left and from the top of the picture.",
    .animated(.center), example: "50% 50%", synonyms: ["center", "centre"])
  let radius = Key(
    "radius", "Where a radial gradient ends; `100%`, the default, is the farthest corner.",
    .animated(.scale), example: "70%")

  static func decode(_ reader: MappingReader<GradientKeys>) -> GradientValue? {
    let (angle, radial, radius) = (reader.angle, reader.radial, reader.radius)
    guard let colors = reader.colors else { return nil }
    var gradient = GradientValue(colors: colors.value.map(\.value), angle: angle?.value)
    (gradient.radial, gradient.radius) = (radial, radius)
    return gradient
  }
}

struct NoiseKeys: MappingKeys {
  static let fields = MappingSchema(NoiseKeys.self)
  typealias Record = NoiseSettings

  static let title = "noise"
  static let documentation = "Random values around middle gray, the same in every render."

  let size = Key(
    "size", "The distance between independent values; smaller ones lie between them.", .value(.length),
    example: "2px", field: .at(\NoiseSettings.size), default: "2px")
  let amount = Key(
    "amount", "How far the values reach; 1 is from black to white.", .animated(.portion("an amount")),
    example: "0.2", synonyms: ["strength"], field: .at(\NoiseSettings.amount), default: "0.2")
  let color = Key(
    "color", "Whether red, green and blue are independent.", .flag, example: "true", synonyms: ["colour"],
    field: .plain(\NoiseSettings.isColored, unless: false), default: "false")
  let still = Key(
    "still", "Whether all frames are the same.", .flag, example: "true",
    field: .plain(\NoiseSettings.isStill, unless: false), default: "false")

  static func decode(_ reader: MappingReader<NoiseKeys>) -> NoiseSettings? {
    reader.filled(NoiseSettings())
  }
}

extension Shape<GradientValue> {
  /// `red -> blue`, or the long form.
  static var gradient: Shape { .value(.gradient).or(.mapping(GradientKeys.self)) }
}
