import Basics
import XMLTree

/// A format of another program.
package enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  case edl
  case playerEDL = "player-edl"
  case otio
  case fcpxml
  case xmeml
  case losslessCut = "llc"
  case segmentTable = "csv"
  case autoEditor = "auto-editor"
  case editly
  /// Write only.
  case mlt
  /// Write only.
  case ffmpeg

  /// Whether edits can be imported from this format.
  package var isReadable: Bool { self != .mlt && self != .ffmpeg }

  /// The name for people.
  package var title: String {
    switch self {
    case .edl: "an edit decision list (CMX3600)"
    case .playerEDL: "a list of parts to skip (MPlayer, Comskip)"
    case .otio: "OpenTimelineIO"
    case .fcpxml: "Final Cut Pro XML"
    case .xmeml: "Final Cut Pro 7 XML"
    case .losslessCut: "a LosslessCut project"
    case .segmentTable: "a segment table (CSV)"
    case .autoEditor: "an auto-editor timeline"
    case .editly: "an editly edit"
    case .mlt: "MLT XML"
    case .ffmpeg: "an FFmpeg command line"
    }
  }

  /// The format of a file, by its extension and content; nil for other files.
  package static func detect(name: String, text: String) -> InterchangeFormat? {
    let head = text.withoutByteOrderMark.prefix(4096).drop { $0.isWhitespace }
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    if head.hasPrefix("<") {
      return head.contains("<fcpxml") ? .fcpxml : head.contains("<xmeml") ? .xmeml : nil
    }
    // Searches bytes: searching graphemes of a large text takes many times as long.
    let bytes = [UInt8](text.utf8)
    let has = { (word: String) in bytes.contains(bytesOf: word) }
    if head.hasPrefix("{"), has("\"OTIO_SCHEMA\"") { return .otio }
    if ending == "llc" || head.hasPrefix("{"), has("cutSegments") { return .losslessCut }
    if head.hasPrefix("{"), has("\"chunks\"") || has("\"timebase\"") { return .autoEditor }
    if ["json", "json5"].contains(ending), has("clips") { return .editly }
    switch ending {
    case "csv": return .segmentTable
    case "edl", "txt": return isPlayerList(head) ? .playerEDL : ending == "edl" ? .edl : nil
    case "otio": return .otio
    default: return nil
    }
  }

  /// Whether the first line that is not blank consists of two or three numbers.
  private static func isPlayerList(_ head: Substring) -> Bool {
    guard let line = head.split(whereSeparator: \.isNewline).first(where: { !$0.hasPrefix("#") }) else {
      return false
    }
    let words = line.split { $0 == " " || $0 == "\t" }
    return (2...3).contains(words.count) && words.allSatisfy { RationalTime(decimal: $0) != nil }
  }
}

extension ImportedTimeline {
  /// Reads another program's edit. `name` is that of the file.
  package static func read(
    _ bytes: [UInt8], name: String, as format: InterchangeFormat? = nil,
    _ options: ReadingOptions = ReadingOptions()
  ) throws(InterchangeProblem) -> ImportedTimeline {
    let start = InputPlace(line: 1, column: 1)
    guard bytes.count <= 64 << 20 else {
      throw InterchangeProblem("the file is larger than 64 MiB", at: start)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InterchangeProblem("the file is not UTF-8", at: start)
    }
    guard let format = format ?? InterchangeFormat.detect(name: name, text: text) else {
      let known = InterchangeFormat.allCases.filter(\.isReadable).map(\.title).joined(separator: ", ")
      throw InterchangeProblem(
        "the format of the file is unknown", at: start, advice: "known formats: \(known)")
    }
    switch format {
    case .edl: return try readEDL(text, options)
    case .playerEDL: return try readPlayerEDL(text, options)
    case .otio: return try readOTIO(text, options)
    case .fcpxml: return try readFCPXML(try document(bytes), options)
    case .xmeml: return try readXMEML(try document(bytes), options)
    case .losslessCut: return try readLosslessCut(text, options)
    case .segmentTable: return try readSegmentTable(text, options)
    case .autoEditor: return try readAutoEditor(text, options)
    case .editly: return try readEditly(text, options)
    case .mlt, .ffmpeg: throw InterchangeProblem("\(format.title) can be written but not read", at: start)
    }
  }

  /// The texts of an edit that may name media, for formats whose reader needs the media's lengths.
  package static func possibleMedia(
    in bytes: [UInt8], name: String, as format: InterchangeFormat? = nil
  ) -> Set<String> {
    guard let text = String(validating: bytes, as: UTF8.self),
      let format = format ?? InterchangeFormat.detect(name: name, text: text),
      [.losslessCut, .autoEditor, .editly].contains(format), let root = try? JSONNode.parse(text)
    else { return [] }
    return root.texts
  }

  private static func document(_ bytes: [UInt8]) throws(InterchangeProblem) -> XMLDocument {
    do throws(XMLProblem) { return try XMLDocument.parse(bytes: bytes) } catch {
      throw InterchangeProblem(
        "the file is not readable XML: \(error.message)",
        at: InputPlace(line: error.line, column: error.column))
    }
  }
}
