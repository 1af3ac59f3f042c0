/// The lines of a text without their endings; a checkout on Windows may have added carriage returns.
package struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = bytes[position..<end]
    position = end + 1
    number += 1
    return (number, line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}

/// Whether a line is one that git leaves in a file with a conflict.
package func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool {
  guard let first = line.first, "<|=>".utf8.contains(first) else { return false }
  return line.elementsEqual("=======".utf8)
    || ["<<<<<<< ", "||||||| ", ">>>>>>> "].contains { line.starts(with: $0.utf8) }
}
