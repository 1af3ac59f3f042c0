struct GamutCheckKeys: MappingKeys {
  static let fields = MappingSchema(GamutCheckKeys.self)
  typealias Record = GamutCheck

  static let title = "a gamut check"
  static let documentation = "EBU R 103 with other numbers."

  let levels = Key(
    "levels", "The lowest and the highest level of red, green, blue and luma, as codes of 8 bits.",
    .value(.codeRange), field: .at(\GamutCheck.levels), default: "5..246")
  let area = Key(
    "area", "The share of the picture that may be outside of the levels.", .value(.portion("a share")),
    example: "2%", field: .at(\GamutCheck.area, ValueText { ($0 * 100).canonicalText + "%" }),
    default: "1%")

  static func decode(_ reader: MappingReader<GamutCheckKeys>) -> GamutCheck? { reader.filled(GamutCheck()) }
}

extension Shape<GamutCheck> {
  /// A recommendation, or the long form.
  static var gamutCheck: Shape {
    Shape<GamutProfile>.choice(GamutProfile.self, "a gamut")
      .map { _, _, _ in GamutCheck() }
      .or(.mapping(GamutCheckKeys.self))
  }
}
