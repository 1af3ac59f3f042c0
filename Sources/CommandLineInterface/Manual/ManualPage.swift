import Workspace

extension CommandLineProgram {
  /// The manual page of the program, for `man`: its commands and the meanings of exit codes.
  package var manual: String {
    var page = ManualPage(name: name, summary: summary, program: self)
    page.section("Synopsis")
    page.usage([name], arguments: "COMMAND ...")
    page.section("Description")
    page.paragraphs("`\(name) COMMAND --help` and the page \(name)-COMMAND(1) describe a command.")
    page.section("Commands")
    for group in visibleGroups {
      page.subsection(group.title)
      for command in group.commands { page.entry(ManualPage.bold(command.name), command.summary) }
    }
    page.section("Options")
    page.entry(ManualPage.bold("-h") + ", " + ManualPage.bold("--help"), "Shows the help.")
    page.entry(ManualPage.bold("--version"), "Shows the version.")
    page.section("Exit status")
    for code in ExitCode.allCases { page.entry(ManualPage.bold("\(code.rawValue)"), code.meaning) }
    page.section("See also")
    page.references(visibleCommands.map { "\(name)-\($0.name)" })
    return page.text
  }

  /// The manual page of one command.
  package func manual(of command: Command) -> String {
    var page = ManualPage(name: "\(name)-\(command.name)", summary: command.summary, program: self)
    let declarations = command.arguments.map(\.declaration) + [showHelp]
    page.section("Synopsis")
    page.usage([name, command.name], arguments: argumentsInUsage(of: command))
    page.section("Description")
    page.paragraphs(command.details.isEmpty ? command.summary : command.details)
    for (group, members) in groups(of: declarations) {
      page.section(group)
      for declaration in members { page.entry(declaration.manualLabel, declaration.help) }
    }
    if !command.examples.isEmpty {
      page.section("Examples")
      for example in command.examples {
        page.entry(ManualPage.bold("\(name) \(example.line)"), example.purpose)
      }
    }
    page.section("See also")
    page.references([name])
    return page.text
  }
}

extension ArgumentDeclaration {
  /// `-j`, `--jobs` N, formatted for manual pages.
  fileprivate var manualLabel: String {
    if isPositional { return ManualPage.italic(usage) }
    let names = spellings.reversed().map(ManualPage.bold).joined(separator: ", ")
    return takesValue ? "\(names) \(ManualPage.italic(placeholder))" : names
  }
}

/// Text with the macros of man(7).
private struct ManualPage {
  private(set) var text: String

  init(name: String, summary: String, program: CommandLineProgram) {
    let title = Self.words([name.uppercased(), "1"]) + " \(releaseDate) "
    text = ".TH \(title)\(Self.words(["\(program.name) \(program.version)"]))\n"
    // Words of a script must not be hyphenated.
    text += ".nh\n.SH NAME\n\(Self.escaped(name)) \\- "
    text += Self.escaped(summary.hasSuffix(".") ? String(summary.dropLast()) : summary) + "\n"
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  mutating func section(_ title: String) { text += ".SH \(Self.words([title.uppercased()]))\n" }

  mutating func subsection(_ title: String) { text += ".SS \(Self.words([title]))\n" }

  mutating func usage(_ words: [String], arguments: String) {
    text += Self.bold(words.joined(separator: " ")) + " " + Self.escaped(arguments) + "\n"
  }

  mutating func entry(_ label: String, _ meaning: String) { text += ".TP\n\(label)\n\(Self.prose(meaning))" }

  /// Paragraphs from a command's declaration: an empty line ends one, and lines that begin with a blank are
  /// not wrapped.
  mutating func paragraphs(_ details: String) {
    for (index, paragraph) in details.split(separator: "\n\n").enumerated() {
      let lines = paragraph.split(separator: "\n")
      if paragraph.hasPrefix(" ") {
        text += ".PP\n.nf\n" + lines.map { Self.line(String($0)) + "\n" }.joined() + ".fi\n"
      } else {
        text += (index == 0 ? "" : ".PP\n") + Self.prose(lines.joined(separator: " "))
      }
    }
  }

  mutating func references(_ pages: [String]) {
    text += pages.map { Self.bold($0) + "(1)" }.joined(separator: ",\n") + "\n"
  }

  /// Text in lines of at most 80 bytes; only a longer word makes a longer line.
  private static func prose(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, escaped(last).utf8.count + escaped(String(word)).utf8.count < 78 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { line($0) + "\n" }.joined()
  }

  private static func words(_ words: [String]) -> String {
    words.map { "\"\(escaped($0))\"" }.joined(separator: " ")
  }

  /// A line of text, escaped if it would be a macro.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Escapes characters that roff would read as commands or print differently.
  private static func escaped(_ text: String) -> String {
    let escapes: [Character: String] = [
      "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "\"": "\\(dq",
    ]
    return text.reduce(into: "") { $0 += escapes[$1] ?? String($1) }
  }
}
