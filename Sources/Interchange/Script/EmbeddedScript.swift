import Basics
import ContentDigest
import XMLTree

/// The script of a film, embedded in an edit that was exported from it, with a digest of the script and of
/// everything else in the edit.
///
/// If the digest matches, the edit is as exported, and the script replaces all of it. The digest covers the
/// tree of the edit and not its formatting.
package struct EmbeddedScript: Hashable, Sendable {
  package let text: String
  /// The absolute path of the folder that the script's paths are relative to.
  package let folder: String

  package init(text: String, folder: String) {
    self.text = text
    self.folder = folder
  }

  /// The result of searching an edit for its script.
  package enum Search: Hashable, Sendable {
    /// There is no script.
    case absent
    /// The script replaces the edit.
    case unchanged(EmbeddedScript)
    /// The edit has been changed since its export.
    case changed
  }

  /// The formats that can contain a script.
  package static let formats: Set<InterchangeFormat> = [.otio, .fcpxml, .xmeml]

  private static let mark = "<!-- x-editc "

  /// Looks for a script in a file; the format is detected as for reading.
  package static func find(
    in bytes: [UInt8], name: String, as format: InterchangeFormat? = nil
  ) -> Search {
    guard bytes.count <= 64 << 20, let text = String(validating: bytes, as: UTF8.self),
      let format = format ?? .detect(name: name, text: text)
    else { return .absent }
    switch format {
    case .otio:
      guard bytes.contains(bytesOf: "\"script\""), let root = try? JSONNode.parse(text),
        let own = root["metadata"]?["editc"], let script = own["script"]?.string
      else { return .absent }
      return compare(script, own["folder"]?.string, own["digest"]?.string, plainBytes(root))
    case .fcpxml, .xmeml:
      // A comment cannot contain `--`, and ours is the last.
      guard bytes.contains(bytesOf: mark), let start = text.ranges(of: mark).last,
        let end = text[start.upperBound...].firstRange(of: " -->"),
        let own = try? JSONValue.parse(String(text[start.upperBound..<end.lowerBound])),
        let script = own["script"]?.stringValue, let document = try? XMLDocument.parse(bytes: bytes)
      else { return .absent }
      return compare(
        script, own["folder"]?.stringValue, own["digest"]?.stringValue, plainBytes(document.root))
    default: return .absent
    }
  }

  private static func compare(
    _ text: String, _ folder: String?, _ digest: String?, _ plain: [UInt8]
  ) -> Search {
    guard let folder, let digest else { return .changed }
    let script = EmbeddedScript(text: text, folder: folder)
    return script.digest(plain) == digest ? .unchanged(script) : .changed
  }

  /// The digest of the script and of the edit without it.
  private func digest(_ plain: [UInt8]) -> String? {
    var bytes: [UInt8] = []
    for part in [text, folder] { add(part, to: &bytes) }
    return (try? ContentDigest.of(bytes + plain))?.hex
  }

  /// The members that contain the script, for an edit that is otherwise `plain`; nil if there is no digest.
  private func members(_ plain: [UInt8]) -> [JSONValue.Member]? {
    guard let digest = digest(plain) else { return nil }
    return [
      JSONValue.Member(name: "digest", value: .string(digest)),
      JSONValue.Member(name: "folder", value: .string(folder)),
      JSONValue.Member(name: "script", value: .string(text)),
    ]
  }

  /// The members for an OpenTimelineIO timeline.
  func members(ofTimeline plain: String) -> [JSONValue.Member] {
    (try? JSONNode.parse(plain)).flatMap { members(plainBytes($0)) } ?? []
  }

  /// The comment after an XML document; empty for a script that XML cannot contain.
  func comment(behind plain: String) -> String {
    let isForeign = (text + folder).unicodeScalars.contains { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" }
    guard !isForeign, let document = try? XMLDocument.parse(bytes: Array(plain.utf8)),
      let members = members(plainBytes(document.root))
    else { return "" }
    // Two hyphens would end the comment.
    return Self.mark + JSONValue.object(members).compactText.replacing("--", with: "-\\u002d") + " -->\n"
  }
}

// MARK: - The digested part

private func add(_ text: String, to bytes: inout [UInt8]) {
  let count = text.utf8.count
  for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
  bytes.append(contentsOf: text.utf8)
}

/// A timeline without the added members, whatever the order of members and the spelling of numbers.
private func plainBytes(_ root: JSONNode) -> [UInt8] {
  var bytes: [UInt8] = []
  func write(_ node: JSONNode, _ path: [String]) {
    switch node.value {
    case .null: bytes.append(UInt8(ascii: "0"))
    case .bool(let flag): bytes.append(UInt8(ascii: flag ? "t" : "f"))
    case .number(let digits):
      bytes.append(UInt8(ascii: "n"))
      // -0 is 0.
      add(Double(digits).map { "\($0 + 0)" } ?? digits, to: &bytes)
    case .string(let text):
      bytes.append(UInt8(ascii: "s"))
      add(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements { write(element, path + ["[]"]) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for member in members.sorted(by: { $0.name < $1.name }) {
        if path == ["metadata", "editc"], ["digest", "folder", "script"].contains(member.name) { continue }
        add(member.name, to: &bytes)
        write(member.node, path.count < 3 ? path + [member.name] : path)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
  write(root, [])
  return bytes
}

/// A document without comments and blanks between elements.
private func plainBytes(_ root: XMLElement) -> [UInt8] {
  var bytes: [UInt8] = []
  func write(_ element: XMLElement) {
    bytes.append(UInt8(ascii: "<"))
    add(element.name, to: &bytes)
    for attribute in element.attributes.sorted(by: { $0.name < $1.name }) {
      add(attribute.name, to: &bytes)
      add(attribute.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: ">"))
    add(element.trimmedText, to: &bytes)
    for child in element.children { write(child) }
    bytes.append(UInt8(ascii: "/"))
  }
  write(root)
  return bytes
}
