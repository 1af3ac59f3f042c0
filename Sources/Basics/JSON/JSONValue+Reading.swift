/// Why a text is not JSON, and where.
package struct JSONProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  /// The byte offset at which reading stopped.
  package let offset: Int

  package var description: String { "\(message) at byte \(offset)" }
}

extension JSONValue {
  /// How deeply arrays and objects may be nested.
  package static let depthLimit = 64

  /// Reads one JSON value (RFC 8259) and nothing after it.
  ///
  /// Stricter than many readers, because programs wrote its input: it rejects duplicate names in an object
  /// and numbers beyond the range of a double.
  package static func parse(_ text: String) throws(JSONProblem) -> JSONValue {
    try parse(bytes: Array(text.utf8))
  }

  /// Reads one JSON value from UTF-8.
  package static func parse(bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    return try reader.readDocument()
  }
}

extension JSONValue {
  /// Reads one JSON value from UTF-8 and returns the byte offsets at which its objects begin, in text order.
  package static func parseLocatingObjects(
    bytes: [UInt8]
  ) throws(JSONProblem) -> (value: JSONValue, objects: [Int]) {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.readDocument()
    return (value, reader.objects)
  }
}

/// A member of an object with its range in the text, in bytes of UTF-8.
package struct PlacedMember: Hashable, Sendable {
  package let member: JSONValue.Member
  /// The range of the name, including its quotes.
  package let nameRange: Range<Int>
  package let valueRange: Range<Int>
}

extension JSONValue {
  /// The members of the object in a text, with their places; nil if the text is another value.
  package static func placedMembers(bytes: [UInt8]) throws(JSONProblem) -> [PlacedMember]? {
    var reader = JSONReader(bytes: bytes)
    guard case .object = try reader.readDocument() else { return nil }
    return reader.outermost
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  /// The members of the top-level object.
  var outermost: [PlacedMember] = []
  /// The offset at which each object begins.
  var objects: [Int] = []

  mutating func readDocument() throws(JSONProblem) -> JSONValue {
    let value = try readValue(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw problem("more text after the value") }
    return value
  }

  private mutating func readValue(depth: Int) throws(JSONProblem) -> JSONValue {
    skipBlanks()
    guard let byte = peek else { throw problem("the text ends where a value belongs") }
    switch byte {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: throw problem("no value begins like this")
    }
  }

  // MARK: Lists and objects

  private mutating func readArray(depth: Int) throws(JSONProblem) -> JSONValue {
    try enter(depth)
    var elements: [JSONValue] = []
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try readValue(depth: depth + 1))
    } while take(",")
    guard take("]") else { throw problem("expected `,` or `]`") }
    return .array(elements)
  }

  private mutating func readObject(depth: Int) throws(JSONProblem) -> JSONValue {
    objects.append(position)
    try enter(depth)
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    if take("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw problem("expected the name of a member in quotes") }
      let start = position
      let name = try readString()
      guard names.insert(name).inserted else {
        throw JSONProblem(message: "the name occurs twice", offset: start)
      }
      let nameRange = start..<position
      guard take(":") else { throw problem("expected `:`") }
      skipBlanks()
      let valueStart = position
      let member = JSONValue.Member(name: name, value: try readValue(depth: depth + 1))
      members.append(member)
      if depth == 0 {
        outermost.append(
          PlacedMember(member: member, nameRange: nameRange, valueRange: valueStart..<position))
      }
    } while take(",")
    guard take("}") else { throw problem("expected `,` or `}`") }
    return .object(members)
  }

  /// Skips the opening bracket.
  private mutating func enter(_ depth: Int) throws(JSONProblem) {
    guard depth < JSONValue.depthLimit else { throw problem("more than 64 levels") }
    position += 1
  }

  // MARK: Numbers and words

  private mutating func readNumber() throws(JSONProblem) -> JSONValue {
    let start = position
    _ = takeHere("-")
    if !takeHere("0") { try readDigits() }
    var isWhole = true
    if takeHere(".") {
      isWhole = false
      try readDigits()
    }
    if takeHere("e") || takeHere("E") {
      isWhole = false
      _ = takeHere("+") || takeHere("-")
      try readDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw JSONProblem(message: "the number is too large", offset: start)
    }
    return .number(number)
  }

  private mutating func readDigits() throws(JSONProblem) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw problem("expected a digit") }
  }

  private mutating func readWord(_ word: String, _ value: JSONValue) throws(JSONProblem) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw problem("no value begins like this") }
    position += word.utf8.count
    return value
  }

  // MARK: Strings

  private mutating func readString() throws(JSONProblem) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw problem("a control character in a string") }
      position += 1
      if byte == UInt8(ascii: "\\") {
        content += String(try readEscape()).utf8
      } else {
        content.append(byte)
      }
    }
    guard takeHere("\"") else { throw JSONProblem(message: "the string is not closed", offset: start) }
    guard let string = String(validating: content, as: UTF8.self) else {
      throw JSONProblem(message: "the string is not UTF-8", offset: start)
    }
    return string
  }

  /// Reads the rest of an escape, after the backslash.
  private mutating func readEscape() throws(JSONProblem) -> Unicode.Scalar {
    let start = position
    guard let byte = peek else { throw problem("the string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readCodePoint()
    default: throw JSONProblem(message: "no escape is written like this", offset: start)
    }
  }

  /// Reads four hexadecimal digits, or a surrogate pair for characters beyond U+FFFF.
  private mutating func readCodePoint() throws(JSONProblem) -> Unicode.Scalar {
    let start = position
    let first = try readHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if (0xD800...0xDBFF).contains(first), takeHere("\\"), takeHere("u") {
      let second = try readHexadecimal()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw JSONProblem(message: "half of a surrogate pair", offset: start)
  }

  private mutating func readHexadecimal() throws(JSONProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("expected four hexadecimal digits")
      }
      value = value << 4 + UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips blanks and then the character, and returns whether it was there.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    return takeHere(character)
  }

  private mutating func takeHere(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private func problem(_ message: String) -> JSONProblem { JSONProblem(message: message, offset: position) }
}
