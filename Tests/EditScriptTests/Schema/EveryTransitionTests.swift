import Composition
import EditScript
import FoundationEssentials
import Testing

@Suite("Each transition is known wherever transitions are")
struct EveryTransitionTests {
  static let all = TransitionDeclaration.all

  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return String(
      decoding: try Data(contentsOf: root.appending(path: path).standardizedFileURL), as: UTF8.self)
  }

  @Test("its examples are read, with and without a duration, and written back as they are", arguments: all)
  func grammar(declaration: TransitionDeclaration) throws {
    #expect(!declaration.examples.isEmpty && declaration.summary.hasSuffix("."))
    for example in declaration.examples {
      let kind = try #require(value(.transitionKind, example), "\(example)")
      #expect(value(.transition, example + " 1s")?.kind == kind)
      #expect(value(.transitionKind, kind.canonicalText) == kind, "\(example)")
      #expect(kind.text(color: { _ in "" }, picture: \.self).hasPrefix(declaration.words))
    }
  }

  @Test("other tools' names for it lead to a spelling that is read", arguments: all)
  func otherWords(declaration: TransitionDeclaration) {
    for (word, meant) in declaration.otherWords {
      #expect(value(.transitionKind, meant) != nil, "\(word)")
      #expect(value(.transitionKind, word) == nil, "\(word)")
    }
  }

  @Test("grammar/values.ebnf has its words", arguments: all)
  func production(declaration: TransitionDeclaration) throws {
    let grammar = try text("grammar/values.ebnf")
    let rule = try #require(grammar.firstMatch(of: #/(?s)\ntransition-kind = (.*?) ;/#)).output.1
    for word in declaration.words.split(separator: " ") { #expect(rule.contains("\"\(word)\""), "\(word)") }
  }

  @Test("its page has a picture of each example", arguments: all)
  func pictures(declaration: TransitionDeclaration) throws {
    let page = try text("docs/transitions/README.md")
    for example in declaration.examples {
      let row = try #require(
        page.firstMatch(of: try Regex("`\(example) 1s` \\| !\\[.*?\\]\\((.*?)\\)")), "\(example)")
      let picture = String(try #require(row.output[1].substring))
      #expect(try text("docs/transitions/" + picture).isEmpty == false)
    }
  }

  @Test("a frame case draws it", arguments: all)
  func frameCase(declaration: TransitionDeclaration) throws {
    #expect(try text("Tests/FrameTests/digests.txt").contains("\ntransition \(declaration.words)"))
  }
}
