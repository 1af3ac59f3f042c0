extension JSONValue {
  /// The value of the member with this name; nil for anything that is no object.
  package subscript(name: String) -> JSONValue? {
    members?.first { $0.name == name }?.value
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// Only what was written without fraction and exponent.
  package var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// Any number; large integers lose their last digits.
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

  /// The members of an object in their order.
  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
