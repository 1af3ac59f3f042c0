import CompilerDriver
import Diagnostics
import FilmRules
import MediaListing
import SourceText
import Testing

@Suite("The rules about films and their examples")
struct ExampleTests {
  @Test("gives exactly the messages that its examples list", arguments: FilmRules.all)
  func examples(_ rule: FilmRule) throws {
    for example in rule.examples {
      let found = try findings(in: example)
      #expect(found.filter { $0.id == rule.id }.map(\.message) == example.messages, "\(example.script)")
      // An example shows one thing: whatever else it gives would be in its reader's way.
      let others = found.filter { $0.id != rule.id }
      #expect(others.map { "\($0.id.rawValue): \($0.message)" } == [], "\(example.script)")
    }
  }

  @Test("shows a script that is wrong and one that is right", arguments: FilmRules.all)
  func goodAndBad(_ rule: FilmRule) {
    #expect(rule.examples.contains { !$0.isWrong })
    #expect(rule.examples.contains { $0.isWrong })
  }

  @Test("says what to do, and points at a place", arguments: FilmRules.all)
  func hints(_ rule: FilmRule) throws {
    for finding in try rule.examples.flatMap(findings) {
      #expect(finding.hint != nil, "\(finding.message)")
      #expect(finding.range != nil, "\(finding.message)")
    }
  }

  @Test("stands in the registry once, in the order of the catalogue")
  func order() {
    let ids = FilmRules.all.map(\.id)
    let places = ids.compactMap(DiagnosticID.allCases.firstIndex)
    #expect(places == Set(places).sorted())
    #expect(places.count == ids.count)
  }

  private func findings(in example: RuleExample) throws -> [Diagnostic] {
    let reading = ParsedScript(SourceText(name: "example.edit", example.script))
    return compile(
      reading, media: try MediaListing(example.media).table(for: reading.script),
      encoders: EncoderList(without: Set(example.missingEncoders)), filters: .example
    ).diagnostics
  }
}

extension FilmRule: CustomTestStringConvertible {
  package var testDescription: String { id.rawValue }
}
