import Basics
import Composition
import Diagnostics
import YAMLTree

// Which parts of a picture are visible: mappings under item keys.

struct MaskKeys: MappingKeys {
  static let fields = MappingSchema(MaskKeys.self)
  typealias Record = MaskSettings

  static let title = "a mask"
  static let documentation = "A mask that shows part of a picture."
  static let alternatives = [["image", "shape", "sequence", "clip", "text"]]

  let image = Key(
    "image", "An image whose brightness is the mask.", .mediaOrPath, example: "mask.png",
    synonyms: ["file", "path"], field: .maskImage)
  let with = Key(
    "with", "Values for the variables of an SVG.", .passedValues, example: "{share: 72}",
    field: .at(\MaskSettings.passed))
  let shape = Key(
    "shape", "A shape; the item shows inside it.", .maskShape, example: "ellipse",
    field: .maskShape)
  let sequence = Key(
    "sequence", "A timeline under `sequences` that is the mask, from the start of the item.",
    Shape<String>.value(.name).naming(.sequence).around(MaskKeys.ofAnyScript), example: "wipe",
    field: .maskSequence)
  let clip = Key(
    "clip", "Media that are the mask, from the start of the item; the last picture stays.", .mediaOrPath,
    example: "ink.mov", synonyms: ["video"], field: .maskClip)
  let by = Key(
    "by", "Whether the brightness or the alpha of a `sequence` or `clip` is the mask.",
    .choice(MatteChannel.self, "a channel"), example: "luma", synonyms: ["channel"],
    field: .at(\MaskSettings.channel), default: "luma")
  let text = Key(
    "text", "A text whose letters are the mask.", .text, example: "HELLO", field: .maskText)
  let font = Key(
    "font", "The font of the text: a family or a font file.", Shape<String>.text.naming(.font),
    example: "Inter", synonyms: ["font-family"], field: .maskFont)
  let size = Key(
    "size", "The font size of the text.", .value(.length), example: "30%", synonyms: ["font-size"],
    field: .maskSize)
  let weight = Key(
    "weight", "The font weight of the text.", .choice(FontWeight.self, "a font weight"), example: "bold",
    synonyms: ["font-weight"], field: .maskWeight)
  let place = Key(
    "place", "The position of the mask on the item.", .animatedPlace, example: "center",
    synonyms: [.words("position", ifWord: ())], field: .at(\MaskSettings.place), default: "center")
  let width = Key(
    "width", "The width of the mask.", .animated(.length), example: "50%", field: .at(\MaskSettings.width))
  let height = Key(
    "height", "The height of the mask.", .animated(.length), example: "50%", field: .at(\MaskSettings.height))
  let radius = Key(
    "radius", "The corner radius of a rectangle.", .animated(.length), example: "8px",
    field: .at(\MaskSettings.radius), default: "0px")
  let feather = Key(
    "feather", "The softness of the edge.", .animated(.length), example: "4px",
    synonyms: ["softness", "blur"],
    field: .at(\MaskSettings.feather), default: "0px")
  let invert = Key(
    "invert", "Shows the item outside the shape instead.", .flag, example: "true",
    synonyms: ["inverted"], field: .plain(\MaskSettings.isInverted, unless: false), default: "false")

  static func decode(_ reader: MappingReader<MaskKeys>) -> MaskSettings? {
    let still = reader.image.map { MaskSettings.Source.image($0) } ?? reader.shape.map { .shape($0.value) }
    let film = reader.sequence.map { MaskSettings.Source.sequence($0) } ?? reader.clip.map { .clip($0) }
    let text = text(reader)
    let source = still ?? film ?? text.map { .text($0) }
    if source == nil { reader.requireOne(of: alternatives.flatMap(\.self)) }
    if source != nil, !reader.hasValue(for: \.image) {
      refuse(["with"], "only a mask with an `image` has a", reader)
    }
    return source.map { reader.filled(MaskSettings(source: $0)) }
  }

  /// Reads the name of a sequence, also of another script's: `brand/wipe`.
  @Sendable fileprivate static func ofAnyScript(
    _ subject: Subject, _ reading: Reading, _ read: () -> String?
  ) -> String? {
    guard case .scalar(let scalar) = subject.node.value, scalar.text.contains("/") else { return read() }
    switch reading.playedSequence(Located(scalar.text, at: subject.node.range)) {
    case nil: return read()
    case .some(nil): return nil
    case .some: return scalar.text
    }
  }

  /// Reads the keys of a mask. A single value is reported with the key that it belongs to.
  @Sendable fileprivate static func keyed(
    _ subject: Subject, _ reading: Reading, _ read: () -> MaskSettings?
  ) -> MaskSettings? {
    guard case .scalar(let scalar) = subject.node.value, !subject.isAbsent, !scalar.text.isEmpty else {
      return read()
    }
    reading.markVariables(in: subject.node)
    let endings = ["mov", "mp4", "m4v", "mkv", "webm", "avi", "gif"]
    let key =
      MaskShape(rawValue: scalar.text) != nil
      ? "shape" : endings.contains { scalar.text.lowercased().hasSuffix("." + $0) } ? "clip" : "image"
    let written = reading.source[subject.node.range]
    let mapping = "{\(key): \(written)}"
    let isPlain = scalar.style == .plain && !written.utf8.contains(where: { ",[]{}\n".utf8.contains($0) })
    reading.report(
      Diagnostic(
        .wrongType, "\(subject.name) is a single value; expected a mapping such as `{image: mask.png}`",
        at: subject.node.range, hint: isPlain ? nil : "write `\(subject.key): {\(key): …}`",
        fixes: isPlain
          ? [
            Diagnostic.Fix(
              "write `\(mapping)`", [TextEdit(range: subject.node.range, replacement: mapping)], isSafe: false
            )
          ] : []))
    return nil
  }

  /// The text with its font; nil without a text, after findings about what only texts have.
  private static func text(_ reader: MappingReader<MaskKeys>) -> MaskText? {
    let (words, font, size, weight) = (reader.text, reader.font, reader.size, reader.weight)
    guard let words else {
      if !reader.hasValue(for: \.text) {
        refuse(["font", "size", "weight"], "only a mask with a `text` has a", reader)
      }
      return nil
    }
    var text = MaskText(words: words)
    (text.font, text.size, text.weight) = (font, size, weight)
    return text
  }

  /// Reports keys that belong to another source.
  private static func refuse(_ names: [String], _ reason: String, _ reader: MappingReader<MaskKeys>) {
    for key in reader.written where names.contains(key.key.name) {
      reader.reading.report(
        Diagnostic(
          .keyOfAnotherKind, "\(reason) `\(key.entry.key)`", at: key.entry.keyRange, hint: "remove it"))
    }
  }
}

extension Shape<MaskSettings> {
  static var mask: Shape { Shape.mapping(MaskKeys.self).surrounded(by: MaskKeys.keyed) }
}

extension MaskSettings {
  fileprivate var text: MaskText? { if case .text(let text) = source { text } else { nil } }
}

extension KeyField<String> {
  static let maskSequence = KeyField { (mask: MaskSettings) in
    if case .sequence(let name) = mask.source { name.value } else { nil }
  }
  static let maskClip = KeyField { (mask: MaskSettings) in
    if case .clip(let media) = mask.source { media.value } else { nil }
  }
  static let maskText = KeyField { (mask: MaskSettings) in mask.text.map { onOneLine($0.words.value) } }
  static let maskFont = KeyField { (mask: MaskSettings) in mask.text?.font.map { onOneLine($0.value) } }
}

extension KeyField<Length> {
  static let maskSize = KeyField { (mask: MaskSettings) in mask.text?.size?.value.canonicalText }
}

extension KeyField<FontWeight> {
  static let maskWeight = KeyField { (mask: MaskSettings) in mask.text?.weight?.value.rawValue }
}

extension KeyField<String> {
  static let maskImage = KeyField { (mask: MaskSettings) in
    if case .image(let image) = mask.source { image.value } else { nil }
  }
}

extension KeyField<ShapeChoice> {
  static let maskShape = KeyField { (mask: MaskSettings) in
    if case .shape(let shape) = mask.source { shape.canonicalText } else { nil }
  }
}

struct ChromaKeyKeys: MappingKeys {
  static let fields = MappingSchema(ChromaKeyKeys.self)
  typealias Record = ChromaKeySettings

  static let title = "a chroma key"
  static let documentation = "The colour that becomes transparent, and how similar colours are treated."

  let color = Key(
    "color", "The colour to remove.", .value(.color), isRequired: true, example: "lime",
    synonyms: ["colour"], field: .required(\ChromaKeySettings.color))
  let tolerance = Key(
    "tolerance", "How different a colour may be and still be removed.", .animated(.portion("a tolerance")),
    example: "0.2",
    related: ["threshold", "similarity"], field: .at(\ChromaKeySettings.tolerance),
    default: .words("the share of the colour in a pixel decides"))
  let softness = Key(
    "softness", "How gradually other colours become opaque.", .animated(.portion("a softness")),
    example: "0.1",
    related: ["blend", "halo"], field: .at(\ChromaKeySettings.softness),
    default: .words("as `tolerance`"))
  let spill = Key(
    "spill", "How much of the colour is removed from the rest of the picture.",
    .animated(.portion("a spill")),
    field: .at(\ChromaKeySettings.spill), default: "1")
  let edge = Key(
    "edge", "Adjusts the edge of the remaining picture.", .mapping(KeyEdgeKeys.self),
    example: "{choke: 1px}",
    synonyms: ["matte"], related: ["choke", "feather"], field: .at(\ChromaKeySettings.edge),
    default: .words("nothing"))

  static func decode(_ reader: MappingReader<ChromaKeyKeys>) -> ChromaKeySettings? {
    reader.color.map { reader.filled(ChromaKeySettings(color: $0)) }
  }
}

struct KeyEdgeKeys: MappingKeys {
  static let fields = MappingSchema(KeyEdgeKeys.self)
  typealias Record = KeyEdgeSettings

  static let title = "the edge of a chroma key"
  static let documentation = "Shrinks or softens the edge of a keyed picture, inwards."

  let choke = Key(
    "choke", "How far the edge is moved inwards; at most 32px.", .animated(.length), example: "1px",
    synonyms: ["shrink", "erode"], field: .at(\KeyEdgeSettings.choke), default: "0px")
  let feather = Key(
    "feather", "The width of the softened edge, on its inner side; at most 64px.", .animated(.length),
    example: "2px",
    synonyms: ["softness", "blur"], field: .at(\KeyEdgeSettings.feather), default: "0px")

  static func decode(_ reader: MappingReader<KeyEdgeKeys>) -> KeyEdgeSettings? {
    reader.filled(KeyEdgeSettings())
  }
}
