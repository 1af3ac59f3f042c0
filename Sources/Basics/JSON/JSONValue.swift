/// A JSON value that preserves the order of its members, so that equal values have the same text.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Printed with the fewest digits that read back as the same double; never infinite or NaN.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object with members in the order given.
  package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// An object without the members whose value is nil.
  package static func membersPresent(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    membersPresent(members.map { ($0.key, $0.value) })
  }

  package static func membersPresent(_ members: [(name: String, value: JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

// MARK: - Printing

extension JSONValue {
  /// The value on one line, without blanks.
  package var compactText: String {
    var text = ""
    write(to: &text, indentation: nil, level: 0)
    return text
  }

  /// The value indented by two blanks per level, one member per line, with a final newline.
  package var indentedText: String {
    var text = ""
    write(to: &text, indentation: 2, level: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?, level: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      Self.writeList(elements, "[", "]", to: &text, indentation, level) { element, text, level in
        element.write(to: &text, indentation: indentation, level: level)
      }
    case .object(let members):
      Self.writeList(members, "{", "}", to: &text, indentation, level) { member, text, level in
        Self.write(member.name, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.write(to: &text, indentation: indentation, level: level)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indentation: Int?,
    _ level: Int, each: (Element, inout String, Int) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let indentation { text += "\n" + String(repeating: " ", count: indentation * (level + 1)) }
      each(element, &text, level + 1)
    }
    if let indentation, !elements.isEmpty {
      text += "\n" + String(repeating: " ", count: indentation * level)
    }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1f}", "\u{7f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue {
  /// The value of the member with this name; nil if there is none or this is not an object.
  package subscript(name: String) -> JSONValue? {
    members?.first { $0.name == name }?.value
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value of a number written without fraction or exponent.
  package var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The value of any number; large integers lose their last digits.
  package var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
