/// A box of a QuickTime or MPEG-4 file.
struct Box {
  /// Four characters.
  let kind: String
  let content: ArraySlice<UInt8>

  /// Parses consecutive boxes, as far as they are complete.
  static func all(in bytes: ArraySlice<UInt8>) -> [Box] {
    var boxes: [Box] = []
    var rest = bytes
    while rest.count >= 8 {
      var header = 8
      var length = bigEndian(rest.prefix(4))
      if length == 1, rest.count >= 16 {
        header = 16
        length = bigEndian(rest.dropFirst(8).prefix(8))
      }
      guard length >= header, length <= rest.count else { break }
      let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      boxes.append(Box(kind: kind, content: rest.prefix(Int(length)).dropFirst(header)))
      rest = rest.dropFirst(Int(length))
    }
    return boxes
  }

  /// The boxes in it, behind its own fields.
  func boxes(behind fields: Int = 0) -> [Box] { Box.all(in: content.dropFirst(fields)) }

  /// The first box at this path.
  func first(_ path: String...) -> Box? {
    path.reduce(self) { box, kind in box?.boxes().first { $0.kind == kind } }
  }

  /// A number of up to eight bytes in its content; nil if the content is shorter.
  func number(at offset: Int, _ count: Int) -> Int64? {
    let bytes = content.dropFirst(offset).prefix(count)
    return bytes.count == count ? bigEndian(bytes) : nil
  }
}

extension FileInput {
  /// The box that starts at a position; nil if no complete box does.
  func box(at position: Int64) -> (kind: String, place: Range<Int64>)? {
    guard let header = bytes(at: position, count: 8) else { return nil }
    var length = bigEndian(header.prefix(4))
    if length == 1 {
      guard let long = bytes(at: position + 8, count: 8) else { return nil }
      length = bigEndian(long[...])
    }
    guard length >= 8, length <= byteCount - position else { return nil }
    return (String(decoding: header[4..<8], as: UTF8.self), position..<(position + length))
  }
}

/// A big-endian number; more than 63 bits are clamped.
private func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int64 {
  Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
}
