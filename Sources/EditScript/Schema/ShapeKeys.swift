import Diagnostics
import YAMLTree

/// The key that chooses a shape with straight sides.
struct ShapeKeys: MappingKeys {
  static let title = "a polygon"
  static let documentation = "A shape with straight sides in the box of its item."
  static let alternatives = [["polygon", "star", "arrow"]]

  let polygon = Key(
    "polygon", "3 to 64 corners, each from the left and from the top of the box.", .value(.polygon),
    example: "\"0% 0%, 100% 0%, 50% 100%\"", synonyms: ["points"])
  let star = Key(
    "star", "The number of points of a star.", .value(.integer(in: 3...32)), example: "5")
  let arrow = Key(
    "arrow", "Where an arrow points.", .choice(ArrowDirection.self, "a direction"), example: "right")

  static func decode(_ reader: MappingReader<ShapeKeys>) -> ShapeChoice? {
    let (polygon, star, arrow) = (reader.polygon, reader.star, reader.arrow)
    let shape: ShapeChoice? =
      polygon.map { .polygon($0.value) } ?? star.map { .star($0.value) } ?? arrow.map { .arrow($0.value) }
    if shape == nil { reader.requireOne(of: alternatives.flatMap(\.self)) }
    return shape
  }

  /// Reads the word of a shape. The name of a key instead is reported with its mapping.
  @Sendable fileprivate static func wantingKeys(
    _ subject: Subject, _ reading: Reading, _ read: () -> ShapeChoice?
  ) -> ShapeChoice? {
    guard case .scalar(let scalar) = subject.node.value,
      let example = ["polygon": "\"0% 0%, 100% 0%, 50% 100%\"", "star": "5", "arrow": "right"][scalar.text]
    else { return read() }
    reading.report(
      Diagnostic(
        .unknownValue, "unknown shape `\(scalar.text)`", at: subject.node.range,
        hint: "write `\(subject.key): {\(scalar.text): \(example)}`"))
    return nil
  }
}

extension Shape<ShapeChoice> {
  /// `ellipse`, `{star: 5}`
  static var drawnShape: Shape {
    Shape<ShapeName>.choice(ShapeName.self, "a shape").map { name, _, _ in .word(name) }
      .around(ShapeKeys.wantingKeys)
      .or(.mapping(ShapeKeys.self))
  }

  /// The same without lines, which have no inside.
  static var maskShape: Shape {
    Shape<MaskShape>.choice(MaskShape.self, "a shape").map { shape, _, _ in .word(shape.shape) }
      .around(ShapeKeys.wantingKeys)
      .or(.mapping(ShapeKeys.self))
  }
}

extension MaskShape {
  fileprivate var shape: ShapeName {
    switch self {
    case .rectangle: .rectangle
    case .ellipse: .ellipse
    }
  }
}
