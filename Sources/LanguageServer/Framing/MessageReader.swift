/// Cuts the stream of a client into messages: a head of lines such as `Content-Length: 52`, an empty line, and that many
/// bytes.
///
/// It never trusts a length. A head that makes no sense is told once, and reading goes on at the next place that looks
/// like a head; the bytes of a message that is too long are counted and not kept.
package struct MessageReader: Sendable {
  package enum Event: Hashable, Sendable {
    /// The content of a message.
    case message([UInt8])
    case fault(Fault)
  }

  package enum Fault: Hashable, Sendable {
    /// There is no length in the head, or one that is no number.
    case noLength
    /// The head does not end.
    case endlessHead
    /// The message has more bytes than one may have.
    case tooLong(Int)
  }

  /// More than a script may have, in every spelling of JSON.
  package static let standardLimit = 64 << 20
  private static let headLimit = 4096
  private static let lengthName = Array("content-length:".utf8)

  private let limit: Int
  private var bytes: [UInt8] = []
  /// What of `bytes` has been taken.
  private var position = 0
  /// How far the end of the head was looked for.
  private var searched = 0
  private var state = State.head

  private enum State: Hashable, Sendable {
    case head
    case content(Int)
    /// The rest of a message that is too long.
    case skipping(Int)
    /// After a fault: up to the next `Content-Length:`.
    case lost
  }

  package init(limit: Int = standardLimit) {
    self.limit = limit
  }

  /// The messages that these bytes complete.
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

  // MARK: The head

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

  /// The empty line that ends the head; also of clients that end lines with a line feed alone.
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

  /// The length that a head says; nil if it says none, two different ones, or what is no number.
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

  /// Goes on at the next `Content-Length:`; what could be the beginning of it is kept.
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

  /// Forgets what was taken, but not with each message: a thousand small ones can come at once.
  private mutating func forgetTaken() {
    guard position == bytes.count || position > 1 << 16 else { return }
    bytes.removeFirst(position)
    searched = max(0, searched - position)
    position = 0
  }
}

/// `name` is in small letters.
private func isSameLetter(_ byte: UInt8, _ name: UInt8) -> Bool {
  byte == name || (0x41...0x5A).contains(byte) && byte | 0x20 == name
}
