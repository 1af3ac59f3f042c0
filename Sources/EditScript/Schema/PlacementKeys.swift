import Basics
import Composition
import Diagnostics
import YAMLTree

// Where a picture is placed, and how it is cropped: mappings under item keys.

/// The long form of `crop`.
struct CropKeys: MappingKeys {
  static let fields = MappingSchema(CropKeys.self)
  typealias Record = CropSettings

  static let title = "a crop"
  static let documentation =
    "The sides to cut off a picture, or the part to keep, and where that part is shown."
  static let alternatives = SideKeys.names.map { ["part", $0] }

  let part = Key(
    "part",
    "The amounts to cut off at the left, top, right and bottom, in this order, or the rectangle to keep.",
    .animated(.crop), example: "10% 0px 10% 0px", related: ["rectangle", "rect", "window", "insets"],
    field: .required(\CropSettings.part))
  let sides = SideKeys.keys { "The amount to cut off at the \($0)." }
  let anchor = Key(
    "anchor",
    "`place` fits and places the part like a separate picture; `keep` leaves it where it is in the whole picture.",
    .choice(CropAnchor.self, "a crop anchor"), example: "keep", field: .at(\CropSettings.anchor),
    default: "place")

  static func decode(_ reader: MappingReader<CropKeys>) -> CropSettings? {
    let (part, sides) = (reader.part, SideKeys.lengths(reader.allWritten(of: \.sides)))
    if let part { return reader.filled(CropSettings(part: part)) }
    guard let range = sides.first?.value.range else {
      if !reader.hasValue(for: \.part),
        !reader.written.contains(where: { SideKeys.names.contains($0.key.name) })
      {
        reader.reading.report(
          Diagnostic(
            .missingKey, "a crop needs `part` or a side", at: reader.subject.keyRange,
            hint: "add one, as in `left: 10%`"))
      }
      return nil
    }
    let nothing = Length(0, .pixels)
    let value = CropValue.insets(
      left: sides["left"]?.value ?? nothing, top: sides["top"]?.value ?? nothing,
      right: sides["right"]?.value ?? nothing, bottom: sides["bottom"]?.value ?? nothing)
    return reader.filled(CropSettings(part: Located(.constant(value), at: range)))
  }
}

/// A length for each named side of a picture.
enum SideKeys {
  static let names = ["left", "top", "right", "bottom"]

  static func keys(_ documentation: (String) -> String) -> [Key<Length>] {
    names.map { Key($0, documentation($0), .value(.length), example: "10%", default: "0px") }
  }

  static func lengths(_ written: [(key: KeyDeclaration, value: Located<Length>)]) -> [String: Located<Length>]
  {
    Dictionary(written.map { ($0.key.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The long form of `place`: `{at: bottom right, margin: {right: 24px, bottom: 12px}}`.
struct PlaceKeys: MappingKeys {
  static let title = "a place with a margin"
  static let documentation = "One of the nine named places, and its distance from the sides."

  let at = Key(
    "at", "The place.", .value(.place), isRequired: true, example: "bottom right",
    related: ["position", "anchor", "gravity"])
  let margin = Key(
    "margin",
    "The distance from the side, then from the top or bottom; one length sets both; or a mapping by side.",
    Shape<Margin>.margin, example: "24px 12px", synonyms: ["margins"],
    related: ["padding", "inset", "insets"],
    default: "0px")

  static func decode(_ reader: MappingReader<PlaceKeys>) -> Animated<Place>? {
    let (at, margin) = (reader.at, reader.margin)
    guard let at else { return nil }
    guard let margin else { return .constant(at.value) }
    guard case .named(let name, let horizontal, let vertical) = at.value, horizontal.amount == 0,
      vertical.amount == 0
    else {
      reader.reading.report(
        Diagnostic(
          .competingKeys, "`margin` needs one of the nine named places, without a margin of its own",
          at: margin.range,
          notes: [.init("the place", at: at.range)], hint: "write `at: bottom right`, or remove `margin`"))
      return nil
    }
    return margin.value.place(name, reader.reading).map { .constant($0) }
  }
}

/// The distance of a named place from the sides of the canvas.
struct Margin: Hashable, Sendable {
  var horizontal = Length(0, .pixels)
  var vertical = Length(0, .pixels)
  /// The lengths of sides that are written by name.
  var sides: [String: Located<Length>] = [:]

  /// Nil after a finding: a place has a margin only from the sides that it touches.
  fileprivate func place(_ name: NinePlace, _ reading: Reading) -> Place? {
    let words = name.rawValue.split(separator: " ").map(String.init)
    var (horizontal, vertical) = (horizontal, vertical)
    for (side, length) in sides.sorted(by: { $0.value.range < $1.value.range }) {
      guard words.contains(side) else {
        reading.report(
          Diagnostic(
            .competingKeys, "`\(name.rawValue)` has no distance to the \(side)", at: length.range,
            hint: words == ["center"] ? "remove `margin`" : "write \(listing(words, last: "and"))"))
        return nil
      }
      if side == "left" || side == "right" { horizontal = length.value } else { vertical = length.value }
    }
    return .named(name, horizontalMargin: horizontal, verticalMargin: vertical)
  }
}

struct MarginKeys: MappingKeys {
  static let title = "a margin"
  static let documentation = "The distance of a place from each side."

  let sides = SideKeys.keys { "The distance from the \($0)." }

  static func decode(_ reader: MappingReader<MarginKeys>) -> Margin? {
    var margin = Margin()
    margin.sides = SideKeys.lengths(reader.allWritten(of: \.sides))
    return margin
  }
}

extension Shape<Animated<Place>> {
  /// A place that may change over time, or the long form.
  static var animatedPlace: Shape { animated(.place).orLongForm(PlaceKeys.self) }
  /// The same, or beside another item.
  static var animatedItemPlace: Shape { animated(.itemPlace).orLongForm(PlaceKeys.self) }
}

extension Shape<Margin> {
  /// `24px`, `24px 12px`, or a length per side.
  fileprivate static var margin: Shape { .value(.margin).or(.mapping(MarginKeys.self)) }
}

extension Shape<CropSettings> {
  /// The part alone, or the long form.
  static var crop: Shape {
    Shape<Animated<CropValue>>.animated(.crop)
      .map { part, subject, _ in CropSettings(part: Located(part, at: subject.node.range)) }
      .orLongForm(CropKeys.self)
  }
}
