import Basics
import Diagnostics
import EditScript
import ScriptWriting
import Testing
import YAMLTree

@Suite("Scripts in the tree")
struct WholeScriptTests {
  @Test("keep their meaning, and once formatted stay as they are", arguments: Script.all)
  func meaning(_ script: Script) throws {
    let source = SourceText(name: script.name, script.text)
    let parse = YAMLTree.parse(source)
    let isCut = EditScript.read(parse.tree, in: source).diagnostics.contains { $0.id == .unquotedComma }
    guard !parse.diagnostics.hasErrors, !isCut else {
      #expect(throws: FormattingProblem.self) { try format(source) }
      return
    }
    let formatted = try format(source)
    #expect(source.applying(formatted.edits) == formatted.text)
    #expect(script.meaning(of: formatted.text) == script.meaning(of: script.text), "\(formatted.text)")
    #expect(try format(SourceText(name: script.name, formatted.text)).edits == [], "\(formatted.text)")
  }

  @Test("are in their usual form where people see them", arguments: Script.documentation + Script.examples)
  func documentation(_ script: Script) {
    let source = SourceText(name: script.name, script.text)
    guard let formatted = try? format(source) else { return }
    #expect(formatted.text == script.text, "run `editc fmt -` on it")
  }

  @Test("are many: a folder that was not found would pass by being empty")
  func count() {
    #expect(Script.all.count > 150)
    #expect(Script.documentation.count > 20)
    #expect(Script.examples.count > 3)
    #expect(Script.all.count { (try? format(SourceText(name: $0.name, $0.text))) != nil } > 140)
  }
}

extension Script {
  static let examples = all.filter { $0.name.hasPrefix("examples/") }
}
