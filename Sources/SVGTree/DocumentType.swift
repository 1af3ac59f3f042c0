import Composition

/// The `<!DOCTYPE ...>` before the first element.
struct DocumentType {
  private let range: Range<Int>
  /// The declarations in it, which are not drawn; nil if it only names the kind of the document.
  let subset: VectorProblem?

  /// Nil if the text has none.
  init?(_ bytes: [UInt8]) {
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      if rest.starts(with: "<!--".utf8) {
        place = Self.end(of: "-->", in: bytes, after: start)
      } else if rest.starts(with: "<?".utf8) {
        place = Self.end(of: "?>", in: bytes, after: start)
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        var quote: UInt8?
        for offset in start..<bytes.count {
          let byte = bytes[offset]
          if let open = quote {
            if byte == open { quote = nil }
          } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          } else if byte == UInt8(ascii: "[") {
            range = start..<offset
            subset = Self.problem(bytes, at: offset)
            return
          } else if byte == UInt8(ascii: ">") {
            range = start..<offset + 1
            subset = nil
            return
          }
        }
        return nil
      } else {
        return nil
      }
    }
    return nil
  }

  /// The text with blanks in place of the document type, so that no reader opens the files that it names.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for offset in range where bytes[offset] != UInt8(ascii: "\n") { bytes[offset] = UInt8(ascii: " ") }
    return bytes
  }

  private static func problem(_ bytes: [UInt8], at offset: Int) -> VectorProblem {
    let before = bytes[..<offset]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return VectorProblem(
      .notDrawn, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: offset - start + 1,
      "declarations in a document type are not drawn",
      hint: "remove `[...]` from `<!DOCTYPE ...>`, and write what its entities stand for")
  }

  private static func end(of mark: String, in bytes: [UInt8], after start: Int) -> Int {
    let mark = Array(mark.utf8)
    var place = start
    while place < bytes.count, !bytes[place...].starts(with: mark) { place += 1 }
    return min(bytes.count, place + mark.count)
  }
}
