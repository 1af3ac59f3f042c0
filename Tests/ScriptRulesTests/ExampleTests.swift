import Diagnostics
import EditScript
import ScriptRules
import SourceText
import Testing
import YAMLTree

@Suite("The rules and their examples")
struct ExampleTests {
  @Test("gives exactly the messages that its examples list", arguments: ScriptRules.all)
  func examples(_ rule: ScriptRule) {
    for example in rule.examples {
      let found = findings(in: example.script)
      #expect(found.filter { $0.id == rule.id }.map(\.message) == example.messages, "\(example.script)")
      // An example shows one thing: whatever else it gives would be in its reader's way.
      #expect(found.filter { $0.id != rule.id }.map(\.message) == [], "\(example.script)")
    }
  }

  @Test("shows a script that is wrong and one that is right", arguments: ScriptRules.all)
  func goodAndBad(_ rule: ScriptRule) {
    #expect(rule.examples.contains { $0.messages.isEmpty })
    #expect(rule.examples.contains { !$0.messages.isEmpty })
  }

  @Test("stands in the registry once, in the order of the catalogue")
  func order() {
    let ids = ScriptRules.all.map(\.id)
    let places = ids.compactMap(DiagnosticID.allCases.firstIndex)
    #expect(places == Set(places).sorted())
    #expect(places.count == ids.count)
  }

  private func findings(in script: String) -> [Diagnostic] {
    let source = SourceText(name: "example.edit", script)
    let parse = YAMLTree.parse(source)
    let reading = EditScript.read(parse.tree, in: source)
    return parse.diagnostics + reading.diagnostics + ScriptRules.check(reading.script, in: source)
  }
}

extension ScriptRule: CustomTestStringConvertible {
  package var testDescription: String { id.rawValue }
}
