import CommandLineInterface
import Processes
import TestSupport
import Testing

/// Everything that shows commands, held against the list of commands: one that is forgotten somewhere fails here.
@Suite("Every command")
struct CommandTests {
  private static let visible = editc.commands.filter { !$0.isHidden }

  @Test("that a file declares is in the list of the program")
  func listed() throws {
    let folder = packageRoot + "/Sources/CommandLineInterface/Commands"
    let declared = try listFolder(folder).flatMap { file in
      try text(folder + "/" + file).split(separator: "= Command(").dropFirst().map { declaration in
        String(declaration.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
      }
    }
    #expect(declared.sorted() == editc.commands.map(\.name).sorted())
    #expect(declared.count > 15)
  }

  @Test("says what it does, with examples that its own arguments accept", arguments: visible)
  func help(_ command: Command) throws {
    #expect(command.summary.hasSuffix("."))
    #expect(command.details.hasSuffix(".") || command.details.contains("\n\n  "), "\(command.details)")
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      #expect(example.purpose.hasSuffix("."))
      let words = example.line.split(separator: " ").prefix { !$0.hasPrefix(">") }.map {
        String($0.filter { $0 != "'" })
      }
      #expect(words.first == command.name, "\(example.line)")
      guard case .run = try editc.interpret(words) else {
        Issue.record("\(example.line)")
        continue
      }
    }
    for argument in command.arguments.map(\.declaration) {
      #expect(argument.help.hasSuffix("."), "\(argument.help)")
    }
  }

  @Test("has a golden of its help, and is completed by each shell", arguments: visible)
  func shown(_ command: Command) throws {
    guard case .help(let help) = try editc.interpret([command.name, "--help"]) else {
      Issue.record("\(command.name) has no help")
      return
    }
    let cases = packageRoot + "/Tests/CommandLineTests/Cases"
    #expect(try text("\(cases)/help-\(command.name)/stdout") == help)
    for shell in Shell.allCases {
      let script = editc.completionScript(for: shell)
      #expect(script.contains(command.name), "\(shell)")
    }
    guard case .help(let all) = try editc.interpret(["--help"]) else { return }
    #expect(all.contains("  \(command.name) "))
  }

  @Test("is in the README or a page of the documentation", arguments: visible)
  func documented(_ command: Command) throws {
    let pages = try listFolder(packageRoot + "/docs").filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    let isNamed = try (["README.md"] + pages).contains { page in
      try text(packageRoot + "/" + page).contains("editc \(command.name)")
    }
    #expect(isNamed)
  }

  @Test("promises only exit codes that there are, and that the page about them lists", arguments: visible)
  func exitCodes(_ command: Command) throws {
    let signals: Set<Int32> = [129, 130, 141, 143]
    let known = Set(ExitCode.allCases.map(\.rawValue))
    let promised = command.details.split(separator: "Exits with").dropFirst().flatMap { sentence in
      sentence.split { !$0.isNumber }.compactMap { Int32($0) }
    }
    #expect(Set(promised).isSubset(of: known.union(signals)))
    let page = try text(packageRoot + "/docs/exit-codes.md")
    for code in known { #expect(page.contains("\n| \(code) |"), "\(code)") }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
  }
}

extension Command: CustomTestStringConvertible {
  package var testDescription: String { name }
}
