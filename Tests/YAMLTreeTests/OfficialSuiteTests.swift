import Basics
import Diagnostics
import FoundationEssentials
import TestSupport
import Testing
import YAMLTree

@Suite("The official YAML test suite")
struct OfficialSuiteTests {
  static let cases = OfficialCase.all

  @Test("is there: 402 cases, 94 of them invalid")
  func count() {
    #expect(Self.cases.count == 402)
    #expect(Self.cases.filter(\.isInvalid).count == 94)
    #expect(Self.cases.filter { $0.json != nil }.count == 282)
  }

  @Test("is read in no time, and every finding has its place", arguments: cases)
  func place(of example: OfficialCase) {
    let source = SourceText(name: example.id, example.text)
    var parse: YAMLParse?
    let time = processorTime { parse = YAMLTree.parse(source) }
    #expect(time < .milliseconds(50))
    for diagnostic in parse?.diagnostics ?? [] {
      #expect(diagnostic.range != nil, "\(diagnostic.message)")
      #expect(!diagnostic.message.hasPrefix("this cannot be read"), "libyaml's own words: \(diagnostic)")
    }
    if let parse { checkRanges(of: parse, in: source) }
  }

  @Test("has no invalid text that is accepted", arguments: cases.filter(\.isInvalid))
  func invalid(_ example: OfficialCase) {
    #expect(Reading(example.text).diagnostics.hasErrors, "\(example.text.debugDescription)")
  }

  @Test("gives the value that the suite says, wherever the text is accepted")
  func value() throws {
    var accepted: Set<String> = []
    for example in Self.cases where !example.isInvalid {
      let reading = Reading(example.text)
      guard !reading.diagnostics.hasErrors else { continue }
      accepted.insert(example.id)
      let expected = try example.json.map { try $0.isEmpty ? JSONValue.null : JSONValue.parse($0) }
      let found = reading.tree.root?.coreSchemaValue ?? .null
      #expect(
        expected == nil || found == expected?.comparable, "\(example.id): \(example.text.debugDescription)")
    }
    #expect(accepted.count >= 100, "\(accepted.count)")
  }
}

/// A case as its line of `Suite/cases.json` says it.
struct OfficialCase: Sendable, CustomTestStringConvertible {
  let id: String
  let title: String
  let text: String
  let isInvalid: Bool
  /// The value as JSON; empty for a text without a document, nil where JSON cannot say it.
  let json: String?

  var testDescription: String { "\(id): \(title)" }

  static let all: [OfficialCase] = {
    let file = URL(filePath: packageRoot + "/Tests/YAMLTreeTests/Suite/cases.json")
    let cases = (try? Data(contentsOf: file)).flatMap { try? JSONValue.parse(bytes: Array($0)) }
    return (cases?.elements ?? []).compactMap { element in
      guard let id = element["id"]?.stringValue, let title = element["title"]?.stringValue,
        let text = element["yaml"]?.stringValue
      else { return nil }
      return OfficialCase(
        id: id, title: title, text: text, isInvalid: element["invalid"]?.boolValue == true,
        json: element["json"]?.stringValue)
    }
  }()
}

// MARK: - What YAML's core schema makes of a tree

extension YAMLNode {
  /// The value that another reader of YAML would give: for scripts every scalar is text.
  fileprivate var coreSchemaValue: JSONValue {
    switch value {
    case .scalar(let scalar): scalar.coreSchemaValue
    case .sequence(let items, _): .array(items.map(\.coreSchemaValue))
    case .mapping(let entries, _):
      JSONValue.object(entries.map { .init(name: $0.key, value: $0.value.coreSchemaValue) }).comparable
    }
  }
}

extension YAMLScalar {
  fileprivate var coreSchemaValue: JSONValue {
    guard style == .plain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    if let digits = text.wholeMatch(of: /0o([0-7]+)/) { return .number(Double(Int(digits.1, radix: 8) ?? 0)) }
    if let digits = text.wholeMatch(of: /0x([0-9a-fA-F]+)/) {
      return .number(Double(Int(digits.1, radix: 16) ?? 0))
    }
    if text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil {
      return .number(Double(text) ?? 0)
    }
    return .string(text)
  }
}

extension JSONValue {
  /// Members in the order of their names and every number as a double: what counts when values are compared.
  fileprivate var comparable: JSONValue {
    switch self {
    case .integer(let number): .number(Double(number))
    case .array(let elements): .array(elements.map(\.comparable))
    case .object(let members):
      .object(
        members.map { Member(name: $0.name, value: $0.value.comparable) }.sorted { $0.name < $1.name })
    default: self
    }
  }
}
