import Basics
import Diagnostics
import FoundationEssentials
import ScriptWriting
import TestSupport
import Testing
import YAMLTree

@Suite("The official YAML test suite")
struct OfficialSuiteTests {
  @Test("Every text that we read is formatted, keeps its meaning to another reader, and then stays as it is")
  func formatting() throws {
    var pairs: [Judge.Pair] = []
    for (name, text) in try Self.cases() {
      let source = SourceText(name: name, text)
      guard !YAMLTree.parse(source).diagnostics.hasErrors else { continue }
      let formatted = try format(source).text
      #expect(try format(SourceText(name: name, formatted)).edits == [], "\(text)\n\(formatted)")
      pairs.append(Judge.Pair(name: name, before: text, after: formatted))
    }
    #expect(pairs.count > 150)
    let verdict = try Judge.verdict(on: pairs)
    #expect(verdict.compared > 120)
    #expect(verdict.differences == [])
  }

  private static func cases() throws -> [(String, String)] {
    let path = packageRoot + "/Tests/YAMLTreeTests/Suite/cases.json"
    let json = try JSONValue.parse(String(contentsOfFile: path, encoding: .utf8))
    return (json.elements ?? []).compactMap { value in
      guard let name = value["id"]?.stringValue, let text = value["yaml"]?.stringValue else { return nil }
      return (name, text)
    }
  }
}
