/// The 16 bytes behind the `ftyp` box of a recording. While it grows, they are a `free` box; a finished one has the
/// header of the `mdat` box there that contains everything up to the index.
package enum RecordingFront {
  package static let byteCount: Int64 = 16
  /// Distinguishes recordings from other files in fragments.
  private static let mark = Array("edrc".utf8)

  /// Puts the box behind the first one, with the samples of the sounds before the first one that is heard.
  static func insert(priming: Int, into head: [UInt8]) -> [UInt8] {
    guard let fileType = Box.all(in: head[...]).first else { return head }
    let free = [UInt8](box: "free", mark + [UInt8](bigEndian: Int64(priming), count: 4))
    return Array(head[..<fileType.content.endIndex]) + free + head[fileType.content.endIndex...]
  }

  /// The number that `insert` has put there; nil in other files.
  static func priming(in box: Box) -> Int64? {
    guard box.kind == "free", box.content.count == 8, box.content.starts(with: mark) else { return nil }
    return box.number(at: 4, 4)
  }

  /// The header of a box over a range of the file that starts with these 16 bytes.
  package static func mediaData(over range: Range<Int64>) -> [UInt8] {
    [UInt8](bigEndian: 1, count: 4) + Array("mdat".utf8)
      + [UInt8](bigEndian: range.upperBound - range.lowerBound, count: 8)
  }
}

extension MediaFile {
  /// Whether it is a recording that grows by fragments, or whose recorder did not finish it.
  var isUnfinishedRecording: Bool {
    // The first box, with the file's brands, is short.
    guard container == "mov", let start = bytes(at: 0, count: Int(min(byteCount, 256))) else { return false }
    let boxes = Box.all(in: start[...])
    return boxes.count >= 2 && boxes[0].kind == "ftyp" && RecordingFront.priming(in: boxes[1]) != nil
  }
}

extension [UInt8] {
  /// The last `count` bytes of a number, the most significant first.
  init(bigEndian number: Int64, count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  /// A box of less than 4 GB.
  init(box kind: String, _ content: [UInt8]) {
    self = [UInt8](bigEndian: Int64(content.count) + 8, count: 4) + Array(kind.utf8) + content
  }
}
