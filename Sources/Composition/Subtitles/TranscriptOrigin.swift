import Basics

/// What a transcript that editc had made states of its media.
package enum TranscriptOrigin {
  /// The member of the JSON object: `"editc": {"sha256": "65338d22…"}`.
  static let member = "editc"
  /// The member for a list, to which nothing can be added.
  static let list = "transcript"

  /// The JSON of a recogniser with the digest of its media; nil if it has a member `editc` already.
  ///
  /// - Parameters:
  ///   - json: An object or a list that has words.
  ///   - digest: A SHA-256 in hexadecimal digits.
  package static func noted(in json: [UInt8], ofMediaWith digest: String) -> [UInt8]? {
    let text = json.starts(with: [0xEF, 0xBB, 0xBF]) ? json.dropFirst(3) : json[...]
    guard let value = try? JSONValue.parse(bytes: Array(text)), value[member] == nil,
      let start = text.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") })
    else { return nil }
    let note = "{\"\(member)\": {\"sha256\": \"\(digest)\"},"
    guard text[start] == UInt8(ascii: "{") else {
      return Array("\(note) \"\(list)\": ".utf8) + text[start...] + Array("}\n".utf8)
    }
    return Array(note.utf8) + text[(start + 1)...]
  }

  /// Nil unless it is a SHA-256 in hexadecimal digits.
  static func digest(_ text: String) -> String? {
    let isDigest =
      text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    return isDigest ? text : nil
  }
}
