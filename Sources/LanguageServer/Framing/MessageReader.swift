/// Splits a client's stream into messages: header lines such as `Content-Length: 52`, an empty line, and this
/// number of bytes.
///
/// It never trusts a length. An invalid header is reported once, and reading resumes at the next place that
/// looks like a header; the bytes of a message that is too long are counted and discarded.
package struct MessageReader: Sendable {
  package enum Event: Hashable, Sendable {
    /// The content of a message.
    case message([UInt8])
    case fault(Fault)
  }

  package enum Fault: Hashable, Sendable {
    /// The header has no length, or one that is not a number.
    case noLength
    /// The header does not end.
    case endlessHead
    /// The message is longer than the limit.
    case tooLong(Int)
  }

  /// More than any permitted script, however JSON encodes it.
  package static let standardLimit = 64 << 20
  private static let headLimit = 4096
  private static let lengthName = Array("content-length:".utf8)

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The number of consumed bytes of `bytes`.
  private var position = 0
  /// The position up to which the end of the header was searched.
  private var searched = 0
  private var state = State.head

  private enum State: Hashable, Sendable {
    case head
    case content(Int)
    /// The remaining bytes of a message that is too long.
    case skipping(Int)
    /// After a fault: searching for the next `Content-Length:`.
    case lost
  }

  package init(limit: Int = standardLimit) {
    self.limit = limit
  }

  /// Appends bytes and returns the messages that they complete.
  package mutating func append(_ new: some Sequence<UInt8>) -> [Event] {
    bytes += new
    var events: [Event] = []
    while let event = step() {
      if let event = event.told { events.append(event) }
    }
    forgetTaken()
    return events
  }

  private enum Step {
    case told(Event)
    case silent

    var told: Event? {
      if case .told(let event) = self { event } else { nil }
    }
  }

  /// Nil if more bytes are needed.
  private mutating func step() -> Step? {
    switch state {
    case .head: readHead()
    case .content(let count): readContent(count)
    case .skipping(let count): skip(count)
    case .lost: findHead()
    }
  }

  // MARK: The header

  private mutating func readHead() -> Step? {
    guard let end = endOfHead() else {
      guard bytes.count - position > Self.headLimit else { return nil }
      return lose(.endlessHead, from: position + 1)
    }
    guard end.start - position <= Self.headLimit else { return lose(.endlessHead, from: position + 1) }
    guard let length = length(in: position..<end.start) else { return lose(.noLength, from: end.end) }
    position = end.end
    searched = position
    guard length <= limit else {
      state = .skipping(length)
      return .told(.fault(.tooLong(length)))
    }
    state = .content(length)
    return .silent
  }

  /// The empty line that ends the header; clients may also end lines with only a line feed.
  private mutating func endOfHead() -> (start: Int, end: Int)? {
    var index = max(position, searched - 3)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n") { return (index, index + 2) }
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "\r"),
          bytes[index + 2] == UInt8(ascii: "\n")
        {
          return (index, index + 3)
        }
      }
      index += 1
    }
    searched = bytes.count
    return nil
  }

  /// The length in a header; nil if it is missing, ambiguous, or not a number.
  private func length(in head: Range<Int>) -> Int? {
    var length: Int?
    for line in bytes[head].split(separator: UInt8(ascii: "\n")) {
      guard line.count >= Self.lengthName.count,
        line.prefix(Self.lengthName.count).elementsEqual(Self.lengthName, by: { isSameLetter($0, $1) })
      else { continue }
      let digits = line.dropFirst(Self.lengthName.count).filter {
        $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r")
      }
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(String(decoding: digits, as: UTF8.self)), length == nil || length == number
      else { return nil }
      length = number
    }
    return length
  }

  private mutating func lose(_ fault: Fault, from place: Int) -> Step {
    position = place
    searched = place
    state = .lost
    return .told(.fault(fault))
  }

  /// Resumes at the next `Content-Length:`; a possible beginning of it at the end is kept.
  private mutating func findHead() -> Step? {
    let name = Self.lengthName
    var index = position
    while index + name.count <= bytes.count {
      if bytes[index..<(index + name.count)].elementsEqual(name, by: { isSameLetter($0, $1) }) {
        position = index
        searched = index
        state = .head
        return .silent
      }
      index += 1
    }
    position = max(position, index)
    return nil
  }

  // MARK: The content

  private mutating func readContent(_ count: Int) -> Step? {
    guard bytes.count - position >= count else { return nil }
    let content = Array(bytes[position..<(position + count)])
    finish(at: position + count)
    return .told(.message(content))
  }

  private mutating func skip(_ count: Int) -> Step? {
    let present = min(count, bytes.count - position)
    if present == count {
      finish(at: position + count)
      return .silent
    }
    position += present
    state = .skipping(count - present)
    return nil
  }

  private mutating func finish(at place: Int) {
    position = place
    searched = place
    state = .head
  }

  /// Discards consumed bytes, but not for each message, because a thousand small ones can arrive together.
  private mutating func forgetTaken() {
    guard position == bytes.count || position > 1 << 16 else { return }
    bytes.removeFirst(position)
    searched = max(0, searched - position)
    position = 0
  }
}

/// - Parameter name: A letter in lower case.
private func isSameLetter(_ byte: UInt8, _ name: UInt8) -> Bool {
  byte == name || (0x41...0x5A).contains(byte) && byte | 0x20 == name
}
