import Basics

/// A parameter of a tool.
struct ToolParameter: Sendable {
  let name: String
  let kind: Kind
  let isRequired: Bool
  let help: String

  enum Kind: Sendable {
    case text
    case integer(ClosedRange<Int64>)
    case integers
    case flag
  }

  init(_ name: String, _ kind: Kind, _ help: String, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.help = help
  }

  /// Its JSON Schema.
  var schema: JSONValue {
    var members: [JSONValue.Member] =
      switch kind {
      case .text: [.init(name: "type", value: "string")]
      case .integer(let range):
        [
          .init(name: "type", value: "integer"), .init(name: "minimum", value: .integer(range.lowerBound)),
          .init(name: "maximum", value: .integer(range.upperBound)),
        ]
      case .integers:
        [
          .init(name: "type", value: "array"),
          .init(name: "items", value: .members(["type": "integer", "minimum": 1])),
        ]
      case .flag: [.init(name: "type", value: "boolean")]
      }
    if !help.isEmpty { members.append(.init(name: "description", value: .string(help))) }
    return .object(members)
  }

  /// What a client did wrong; nil if the value fits.
  fileprivate func problem(with value: JSONValue) -> String? {
    switch kind {
    case .text:
      guard let text = value.stringValue else { return "`\(name)` is a string" }
      // The command line of a process ends there.
      return text.unicodeScalars.contains("\0") ? "`\(name)` has a NUL character" : nil
    case .integer(let range):
      if let number = value.integerValue, range.contains(number) { return nil }
      return "`\(name)` is an integer from \(range.lowerBound) to \(range.upperBound)"
    case .integers:
      let isList = value.elements?.allSatisfy { $0.integerValue.map { $0 > 0 } ?? false }
      return isList == true ? nil : "`\(name)` is a list of integers from 1"
    case .flag:
      if case .bool = value { return nil }
      return "`\(name)` is true or false"
    }
  }
}

/// The arguments of a call, which fit the tool's parameters.
struct ToolArguments {
  private let values: [String: JSONValue]

  /// A mistake of the client, as a sentence.
  struct Mistake: Error {
    let sentence: String
  }

  init(_ value: JSONValue?, for parameters: [ToolParameter]) throws(Mistake) {
    var values: [String: JSONValue] = [:]
    let given = value ?? .object([])
    guard let members = given.members else { throw Mistake(sentence: "`arguments` is an object") }
    for member in members where member.value != .null {
      guard let parameter = parameters.first(where: { $0.name == member.name }) else {
        let names = parameters.map { "`\($0.name)`" }.sentenceList(" and ")
        throw Mistake(sentence: "there is no parameter `\(member.name)`; there are \(names)")
      }
      if let problem = parameter.problem(with: member.value) { throw Mistake(sentence: problem) }
      values[member.name] = member.value
    }
    if let missing = parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw Mistake(sentence: "`\(missing.name)` is missing")
    }
    self.values = values
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// Nil if it was not given.
  func text(_ name: String) -> String? { values[name]?.stringValue }
  func integer(_ name: String) -> Int64? { values[name]?.integerValue }
  func integers(_ name: String) -> [Int64]? { values[name]?.elements?.compactMap(\.integerValue) }
  func isSet(_ name: String) -> Bool { values[name] == .bool(true) }

  /// A required text.
  func required(_ name: String) -> String { values[name]?.stringValue ?? "" }

  /// `--option=VALUE`, or nothing.
  func option(_ option: String, _ name: String) -> [String] {
    (text(name) ?? integer(name).map(String.init)).map { ["--\(option)=\($0)"] } ?? []
  }
}
