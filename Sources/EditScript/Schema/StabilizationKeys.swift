import Composition

/// How the pictures of a clip are moved to be steady.
struct StabilizationKeys: MappingKeys {
  static let fields = MappingSchema(StabilizationKeys.self)
  typealias Record = StabilizationSettings

  static let title = "stabilization"
  static let documentation =
    "How the pictures of a clip are moved to where a steady camera would have seen them."

  let smooth = Key(
    "smooth", "How long before and after a picture the camera is to move evenly, from 100ms to 5s.",
    .value(.duration), example: "2s", synonyms: ["smoothing"],
    field: .at(\StabilizationSettings.smooth), default: "1s")
  let zoom = Key(
    "zoom",
    "How much pictures are enlarged, so that their edges are not seen; 1 leaves no room to move them.",
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
