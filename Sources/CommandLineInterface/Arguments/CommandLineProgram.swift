import EditScript

/// The command line of the program: its name and its commands. It parses and describes; it neither prints nor
/// exits.
package struct CommandLineProgram: Sendable {
  package let name: String
  package let version: String
  /// One sentence.
  package let summary: String
  /// The commands under their headings, in the order of the help.
  package let groups: [(title: String, commands: [Command])]
  package var commands: [Command] { groups.flatMap(\.commands) }

  package init(
    name: String, version: String, summary: String, groups: [(title: String, commands: [Command])]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.groups = groups
  }

  /// The request of a command line.
  package enum Invocation: Sendable {
    case run(Command, ParsedArguments)
    /// Text for standard output.
    case help(String)
    /// Text for standard output.
    case version(VersionForm)
  }

  /// How much `--version` prints.
  package enum VersionForm: Hashable, Sendable {
    case line
    /// With the libraries, one per line.
    case listing
    case json
  }

  /// Parses a command line, without the program's name.
  package func interpret(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { throw UsageError(.missingCommand) }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--version": return .version(try versionForm(rest))
    case "--help", "-h": return .help(help)
    case "help": return .help(try help(about: rest.first))
    default: break
    }
    if first.hasPrefix("-") { throw unknownOption(first) }
    let command = try command(first)
    if asksForHelp(rest) { return .help(help(for: command)) }
    return .run(command, try command.parse(rest))
  }

  private func versionForm(_ words: [String]) throws(UsageError) -> VersionForm {
    let forms: [String: VersionForm] = ["--verbose": .listing, "--json": .json]
    for word in words where forms[word] == nil {
      let near = Suggestion.best(for: word, among: forms.keys.sorted())
      throw UsageError(.unknownOption(word, suggestion: near))
    }
    return words.contains("--json") ? .json : words.isEmpty ? .line : .listing
  }

  private func help(about name: String?) throws(UsageError) -> String {
    guard let name else { return help }
    return help(for: try command(name))
  }

  func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let names = visibleCommands.map(\.name) + ["help"]
    throw UsageError(.unknownCommand(name, suggestion: Suggestion.best(for: name, among: names)))
  }

  private func unknownOption(_ text: String) -> UsageError {
    let near = Suggestion.best(for: text, among: ["--help", "--version"])
    return UsageError(.unknownOption(text, suggestion: near))
  }

  /// `--help` shows the help even if the rest of the line is wrong.
  private func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  var visibleCommands: [Command] { commands.filter { !$0.isHidden } }
  var visibleGroups: [(title: String, commands: [Command])] {
    groups.map { (title: $0.title, commands: $0.commands.filter { !$0.isHidden }) }
      .filter { !$0.commands.isEmpty }
  }
}
