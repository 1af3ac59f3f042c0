import Basics

extension JSONNode {
  /// The nesting depth of lists and objects.
  static let depthLimit = 128
  /// The number of members in an object; no format here has more than some dozens.
  static let memberLimit = 10_000

  /// Reads JSON5, a superset of JSON: comments, unquoted names, single quotes, trailing commas, hexadecimal
  /// numbers, `Infinity` and `NaN`.
  static func parse(_ text: String) throws(InterchangeProblem) -> JSONNode {
    var reader = JSON5Reader(text)
    return try reader.readDocument()
  }
}

private struct JSON5Reader {
  private let bytes: [UInt8]
  /// The offset of each line.
  private let lines: [Int]
  private var position = 0
  private var objectCount = 0
  /// The path to the value that is being read.
  private var path: [String] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    lines = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  mutating func readDocument() throws(InterchangeProblem) -> JSONNode {
    let node = try readValue(depth: 0)
    try skipBlanks()
    guard position == bytes.count else { throw problem("unexpected text after the value") }
    return node
  }

  // MARK: Values

  private mutating func readValue(depth: Int) throws(InterchangeProblem) -> JSONNode {
    try skipBlanks()
    guard let byte = peek else { throw problem("the text ends where a value is expected") }
    let place = place(position)
    switch byte {
    case UInt8(ascii: "{"): return try readObject(at: place, depth: depth)
    case UInt8(ascii: "["): return try readArray(at: place, depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return JSONNode(value: .string(try readString()), place: place, index: nil)
    default: return JSONNode(value: try readWord(), place: place, index: nil)
    }
  }

  private mutating func readObject(at place: InputPlace, depth: Int) throws(InterchangeProblem) -> JSONNode {
    try enter(depth)
    let index = objectCount
    objectCount += 1
    var members: [JSONNodeMember] = []
    var names: Set<String> = []
    try skipBlanks()
    while peek != UInt8(ascii: "}") {
      let start = position
      let name = try readName()
      guard members.count < JSONNode.memberLimit else {
        throw problem("more than \(JSONNode.memberLimit) members", at: start)
      }
      guard names.insert(name).inserted else { throw problem("the name `\(name)` appears twice", at: start) }
      try skipBlanks()
      guard take(":") else { throw problem("expected `:`") }
      path.append(path.isEmpty ? name : "." + name)
      members.append(JSONNodeMember(name: name, node: try readValue(depth: depth + 1)))
      path.removeLast()
      try skipBlanks()
      guard take(",") else { break }
      try skipBlanks()
    }
    guard take("}") else { throw problem("expected `,` or `}`") }
    return JSONNode(value: .object(members), place: place, index: index)
  }

  private mutating func readArray(at place: InputPlace, depth: Int) throws(InterchangeProblem) -> JSONNode {
    try enter(depth)
    var elements: [JSONNode] = []
    try skipBlanks()
    while peek != UInt8(ascii: "]") {
      path.append("[\(elements.count)]")
      elements.append(try readValue(depth: depth + 1))
      path.removeLast()
      try skipBlanks()
      guard take(",") else { break }
      try skipBlanks()
    }
    guard take("]") else { throw problem("expected `,` or `]`") }
    return JSONNode(value: .array(elements), place: place, index: nil)
  }

  private mutating func enter(_ depth: Int) throws(InterchangeProblem) {
    guard depth < JSONNode.depthLimit else { throw problem("more than \(JSONNode.depthLimit) levels") }
    position += 1
  }

  private mutating func readName() throws(InterchangeProblem) -> String {
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") { return try readString() }
    let start = position
    while let byte = peek, isPartOfWord(byte), byte != UInt8(ascii: "+"), byte != UInt8(ascii: "-"),
      byte != UInt8(ascii: ".")
    {
      position += 1
    }
    guard position > start, !isDigit(bytes[start]) else { throw problem("expected the name of a member") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A number, `true`, `false` or `null`.
  private mutating func readWord() throws(InterchangeProblem) -> JSONNode.Value {
    let start = position
    while let byte = peek, isPartOfWord(byte) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: break
    }
    var digits = word.utf8.first == UInt8(ascii: "+") ? String(word.dropFirst()) : word
    let sign = digits.hasPrefix("-") ? "-" : ""
    let unsigned = digits.dropFirst(sign.utf8.count)
    if ["Infinity", "NaN", "inf", "nan", "Inf"].contains(unsigned) { return .number(digits) }
    if unsigned.lowercased().hasPrefix("0x") {
      guard let value = Int64(unsigned.dropFirst(2), radix: 16) else {
        throw problem("unexpected start of a value", at: start)
      }
      digits = sign + String(value)
    }
    guard let first = unsigned.utf8.first, isDigit(first) || first == UInt8(ascii: "."),
      digits.utf8.count <= 400,
      Double(digits.hasSuffix(".") ? digits + "0" : digits) != nil
    else { throw problem("unexpected start of a value", at: start) }
    return .number(digits)
  }

  private func isPartOfWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
      || [UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-")]
        .contains(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: Strings

  private mutating func readString() throws(InterchangeProblem) -> String {
    let start = position
    let quote = bytes[position]
    position += 1
    var content: [UInt8] = []
    while let byte = peek, byte != quote {
      guard byte >= 0x20 || byte == 0x09 else { throw problem("a control character in a string") }
      position += 1
      if byte == UInt8(ascii: "\\") { try readEscape(into: &content) } else { content.append(byte) }
    }
    guard peek == quote else { throw problem("the string is not closed", at: start) }
    position += 1
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func readEscape(into content: inout [UInt8]) throws(InterchangeProblem) {
    let start = position - 1
    guard let byte = peek else { throw problem("the string is not closed", at: start) }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "v"): content.append(0x0B)
    case UInt8(ascii: "0"): content.append(0x00)
    case 0x0A: break
    case 0x0D: if peek == 0x0A { position += 1 }
    case UInt8(ascii: "x"): content += String(try readScalar(digits: 2, start)).utf8
    case UInt8(ascii: "u"): content += String(try readScalar(digits: 4, start)).utf8
    default: content.append(byte)
    }
  }

  private mutating func readScalar(digits: Int, _ start: Int) throws(InterchangeProblem) -> Unicode.Scalar {
    let first = try readHexadecimal(digits, start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if (0xD800...0xDBFF).contains(first), take("\\"), take("u") {
      let second = try readHexadecimal(4, start)
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw problem("half of a surrogate pair", at: start)
  }

  private mutating func readHexadecimal(_ digits: Int, _ start: Int) throws(InterchangeProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = peek, byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("expected \(digits) hexadecimal digits", at: start)
      }
      value = value << 4 + UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips blanks and comments.
  private mutating func skipBlanks() throws(InterchangeProblem) {
    while let byte = peek {
      if [0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C].contains(byte) {
        position += 1
      } else if bytes[position...].starts(with: [0xC2, 0xA0]) {
        position += 2
      } else if bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]) {
        position += 3
      } else if bytes[position...].starts(with: "//".utf8) {
        while let byte = peek, byte != 0x0A, byte != 0x0D { position += 1 }
      } else if bytes[position...].starts(with: "/*".utf8) {
        let start = position
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
        guard position < bytes.count else { throw problem("the comment is not closed", at: start) }
        position += 2
      } else {
        return
      }
    }
  }

  private func place(_ offset: Int) -> InputPlace {
    let line = max(1, lines.partitioningIndex { $0 > offset })
    return InputPlace(line: line, column: offset - lines[line - 1] + 1, path: path.joined())
  }

  private func problem(_ message: String, at offset: Int? = nil) -> InterchangeProblem {
    InterchangeProblem("invalid JSON: \(message)", at: place(offset ?? position))
  }
}
