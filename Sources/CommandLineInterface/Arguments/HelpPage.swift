extension CommandLineProgram {
  /// The help of the program: its summary, and its commands in groups.
  package var help: String {
    let options = [
      ("-h, --help", "Shows this help."),
      ("    --version", "Shows the version; with --verbose also all libraries, with --json as JSON."),
    ]
    var page = HelpPage(labels: visibleCommands.map(\.name) + options.map(\.0))
    page.paragraph("\(name) \(version): \(summary)")
    page.paragraph("Usage: \(name) COMMAND ...")
    for group in visibleGroups { page.table(group.title, group.commands.map { ($0.name, $0.summary) }) }
    page.table("Options", options)
    page.paragraph("'\(name) COMMAND --help' describes a command.")
    return page.text
  }

  /// The help of one command: usage, arguments and examples.
  package func help(for command: Command) -> String {
    let declarations = command.arguments.map(\.declaration) + [showHelp]
    var page = HelpPage(labels: declarations.map(\.helpLabel))
    page.paragraph(command.summary)
    page.paragraph("Usage: \(usage(of: command))", indentation: 2)
    page.paragraphs(command.details)
    for (group, members) in groups(of: declarations) {
      page.table(group, members.map { ($0.helpLabel, $0.help) })
    }
    page.examples(command.examples, program: name)
    return page.text
  }

  private func usage(of command: Command) -> String {
    let arguments = argumentsInUsage(of: command)
    return "\(name) \(command.name)" + (arguments.isEmpty ? "" : " " + arguments)
  }

  /// The arguments in the usage line of a command.
  func argumentsInUsage(of command: Command) -> String {
    let declarations = command.arguments.map(\.declaration)
    let required = declarations.filter { $0.isRequired }.map(\.usage)
    let hasOthers = declarations.contains { !$0.isPositional && !$0.isRequired }
    let positionals = declarations.filter(\.isPositional).map(\.usage)
    return ((hasOthers ? ["[OPTIONS]"] : []) + required + positionals).joined(separator: " ")
  }

  /// Arguments by their headings, both in the order of declaration, positional ones first. Up to six options
  /// and `--help` share one heading.
  func groups(
    of declarations: [ArgumentDeclaration]
  ) -> [(String, [ArgumentDeclaration])] {
    let (positionals, options) = (
      declarations.filter(\.isPositional), declarations.filter { !$0.isPositional }
    )
    if options.count <= 7 {
      return [("Arguments", positionals), ("Options", options)].filter { !$0.1.isEmpty }
    }
    let ordered = positionals + options
    var names: [String] = []
    for declaration in ordered where !names.contains(declaration.group) { names.append(declaration.group) }
    return names.map { name in (name, ordered.filter { $0.group == name }) }
  }
}

/// The option of every command, which none declares.
let showHelp = Argument.flag("help", short: "h", "Shows this help.", group: commonOptions).declaration

/// The heading of options that most commands share.
let commonOptions = "Common options"

extension ArgumentDeclaration {
  /// `-j, --jobs N`, with space in place of a missing short name.
  fileprivate var helpLabel: String {
    if isPositional { return usage }
    let names = (short.map { "-\($0), " } ?? "    ") + "--" + name
    return takesValue ? "\(names) \(placeholder)" : names
  }
}

/// Text in 80 columns: paragraphs, and tables of labels with their meanings.
private struct HelpPage {
  private static let width = 80
  private static let widestLabel = 26
  /// The start of the second column of every table.
  private let column: Int
  private var blocks: [String] = []

  init(labels: [String]) {
    column = (labels.map(\.count).filter { $0 <= Self.widestLabel }.max() ?? 0) + 4
  }

  var text: String { blocks.joined(separator: "\n\n") + "\n" }

  mutating func paragraph(_ text: String, indentation: Int = 0) {
    blocks.append(wrap(text, first: "", indentation: indentation))
  }

  mutating func paragraphs(_ text: String) {
    var lines: [Substring] = []
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraph(lines)
        lines = []
      } else {
        lines.append(line)
      }
    }
  }

  private mutating func paragraph(_ lines: [Substring]) {
    guard let first = lines.first else { return }
    if first.hasPrefix(" ") {
      blocks.append(lines.joined(separator: "\n"))
    } else {
      paragraph(lines.joined(separator: " "))
    }
  }

  mutating func table(_ title: String, _ rows: [(label: String, text: String)]) {
    guard !rows.isEmpty else { return }
    let lines = rows.map { label, text in
      let indented = "  " + label
      if indented.count + 2 > column {
        // A long label gets its own line.
        return indented + "\n" + wrap(text, first: blanks(column), indentation: column)
      }
      return wrap(text, first: indented + blanks(column - indented.count), indentation: column)
    }
    blocks.append("\(title):\n" + lines.joined(separator: "\n"))
  }

  mutating func examples(_ examples: [Command.Example], program: String) {
    guard !examples.isEmpty else { return }
    let lines = examples.map { example in
      "  \(program) \(example.line)\n" + wrap(example.purpose, first: blanks(6), indentation: 6)
    }
    blocks.append("Examples:\n" + lines.joined(separator: "\n"))
  }

  /// The words after `first`, wrapped; a word that is too long is not split.
  private func wrap(_ text: String, first: String, indentation: Int) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > Self.width {
        lines.append(line)
        line = blanks(indentation)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
