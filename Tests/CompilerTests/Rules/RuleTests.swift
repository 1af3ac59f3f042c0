import Compiler
import Diagnostics
import FoundationEssentials
import TestSupport
import Testing

/// The declarations of all kinds of finding, held against the sources.
///
/// What their examples find is tested with their pages, in `CompilerTests`.
@Suite("The declarations of rules")
struct RuleTests {
  @Test("are complete: a name, a title and an explanation of its own, a wrong script and a right one")
  func completeness() {
    for id in Rules.ids {
      let words = id.title.split(separator: " ")
      #expect((3...6).contains(words.count), "\(id): \(id.title)")
      #expect(id.title.last != ".")
      let sentences = id.explanation.split(separator: ". ").count
      #expect((2...5).contains(sentences), "\(id) has \(sentences) sentences")
      #expect(id.explanation.hasSuffix(".") && !id.explanation.contains("  "), "\(id)")
      #expect(id.name.first?.isLetter == true && id.name.last?.isLetter == true, "\(id)")
      #expect(id.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") }, "\(id)")
      #expect(id.examples.contains(where: \.isWrong) && id.examples.contains { !$0.isWrong }, "\(id)")
    }
    for property in [\DiagnosticID.name, \.title, \.explanation] {
      let texts = Rules.ids.map { $0[keyPath: property] }
      #expect(Dictionary(grouping: texts, by: \.self).filter { $1.count > 1 }.keys.sorted() == [])
    }
  }

  @Test("are in the list of rules, each once, and are reported somewhere")
  func listed() throws {
    let sources = packageRoot + "/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    var declared: [String: String] = [:]
    var words: Set<String> = []
    for file in files {
      let source = String(decoding: try Data(contentsOf: URL(filePath: sources + "/" + file)), as: UTF8.self)
      for (name, constant) in declarations(in: source) {
        #expect(declared.updateValue(constant, forKey: name) == nil, "'\(name)' is declared twice")
      }
      if file != "Compiler/Rules/Rules.swift" { words.formUnion(calls(in: source)) }
    }
    #expect(Set(declared.keys) == Set(Rules.ids.map(\.name)))
    #expect(declared.filter { !words.contains($1) }.keys.sorted() == [], "declared and never reported")
  }

  @Test("take over names that no rule has any more")
  func formerNames() {
    let names = Set(Rules.ids.map(\.name))
    for former in Set(Rules.ids.flatMap(\.formerNames)) {
      #expect(!names.contains(former))
      #expect(Rules.id(named: former) == nil && !Rules.successors(ofFormerName: former).isEmpty)
    }
  }
}

/// Each `static let constant = DiagnosticID("name"` of a source file.
private func declarations(in source: String) -> [(name: String, constant: String)] {
  source.split(separator: "static let ").dropFirst().compactMap { text in
    let constant = text.prefix { $0.isLetter }
    let rest = text[constant.endIndex...]
    guard rest.hasPrefix(" = DiagnosticID(") else { return nil }
    let name = rest.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first
    return name.map { (String($0), String(constant)) }
  }
}

/// The words after a point that no declaration follows: `.oddSize` in `Diagnostic(.oddSize, …)`.
private func calls(in source: String) -> [String] {
  swiftWords(of: source).filter { $0.hasPrefix(".") }.map { String($0.dropFirst()) }
}
