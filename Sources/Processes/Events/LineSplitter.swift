/// Cuts a stream of bytes into lines of bounded length.
package struct LineSplitter: Sendable {
  /// The longest line in bytes, without its line feed.
  package let limit: Int
  private var unfinished: [UInt8] = []
  /// Inside a line that was reported as too long, whose rest is thrown away.
  private var isSkipping = false

  package init(limit: Int) {
    self.limit = limit
  }

  package enum Line: Hashable, Sendable {
    case text(String)
    /// Reported once, as soon as the limit is passed; nothing of such a line is kept.
    case tooLong
  }

  /// The lines that these bytes complete. What follows the last line feed waits for more, and is lost when
  /// nothing comes: half a line is what a killed program leaves.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isSkipping { lines.append(.text(String(decoding: unfinished, as: UTF8.self))) }
        unfinished.removeAll(keepingCapacity: true)
        isSkipping = false
      } else if !isSkipping {
        unfinished.append(byte)
        guard unfinished.count > limit else { continue }
        lines.append(.tooLong)
        unfinished.removeAll()
        isSkipping = true
      }
    }
    return lines
  }
}
