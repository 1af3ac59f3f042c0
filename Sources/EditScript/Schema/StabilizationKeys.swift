import Composition

/// How the pictures of a clip are stabilised.
struct StabilizationKeys: MappingKeys {
  static let fields = MappingSchema(StabilizationKeys.self)
  typealias Record = StabilizationSettings

  static let title = "stabilization"
  static let documentation =
    "How the pictures of a clip are stabilised."

  let smooth = Key(
    "smooth",
    "The time before and after each picture over which camera movement is smoothed, from 100ms to 5s.",
    .value(.duration), example: "2s", synonyms: ["smoothing"],
    field: .at(\StabilizationSettings.smooth), default: "1s")
  let zoom = Key(
    "zoom",
    "How much pictures are enlarged to hide their edges; 1 leaves no room to move them.",
    .value(.number(in: 1...2)), example: "1.2", field: .at(\StabilizationSettings.zoom), default: "1.1")

  static func decode(_ reader: MappingReader<StabilizationKeys>) -> StabilizationChoice? {
    .on(reader.filled(StabilizationSettings()))
  }
}

extension Shape<StabilizationChoice> {
  /// `true`, `false`, or the long form.
  static var stabilization: Shape {
    Shape<Bool>.flag.map { isOn, _, _ in isOn ? .on(StabilizationSettings()) : .off }
      .or(.mapping(StabilizationKeys.self))
  }
}
