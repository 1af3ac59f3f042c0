import CommandLineInterface
import Testing

@Suite struct ProgramTests {
  static let script = Argument.positional(.file("SCRIPT", extensions: ["edit"]), "The script to render.")
  static let only = Argument.positionals(.text("OUTPUT"), "Render only these outputs.", atLeast: 0)
  static let output = Argument.option(
    "output-folder", short: "o", .folder("SOMEWHERE"), "Where the films go, instead of beside the script.")
  static let jobs = Argument.option(
    "jobs", short: "j", .integer("N", 1...64), "How many segments are rendered at the same time.",
    default: 2, shown: "one for each core", group: "Engine")
  static let force = Argument.flag("force", "Replace films that are there.")

  static let program = CommandLineProgram(
    name: "editc", version: "1.2.3", summary: "Compile video edits.",
    groups: [("Render", [render]), ("Check", [lint]), ("Internal", [worker])])

  private static let render = Command(
    "render", "Render a script to its outputs.",
    details: """
      The film appears whole or not at all: an interrupted render leaves the old one
      as it was.

        kept   as it is
      """,
    arguments: [script, only, output, jobs, force],
    examples: [.init("render film.edit", "Every output of the script.")]
  ) { values throws(UsageError) in
    try values[force] ? .done : .findings
  }
  private static let lint = Command("lint", "Find mistakes without rendering.") { _ throws(UsageError) in
    .done
  }
  private static let worker = Command("worker", "Render segments for a parent.", isHidden: true) {
    _ throws(UsageError) in .done
  }

  private func text(_ words: String...) throws -> String {
    switch try Self.program.interpret(words) {
    case .help(let text): text
    case .version(let form): "version, \(form)"
    case .run(let command, _): "runs \(command.name)"
    }
  }

  @Test("The program says its version and its commands, hidden ones excepted")
  func topLevel() throws {
    #expect(try text("--version") == "version, line")
    #expect(try text("--version", "--verbose") == "version, listing")
    #expect(try text("--version", "--verbose", "--json") == "version, json")
    #expect(throws: UsageError(.unknownOption("--verbos", suggestion: "--verbose"))) {
      try text("--version", "--verbos")
    }
    let help = """
      editc 1.2.3: Compile video edits.

      Usage: editc COMMAND ...

      Render:
        render         Render a script to its outputs.

      Check:
        lint           Find mistakes without rendering.

      Options:
        -h, --help     Shows this help.
            --version  Shows the version; with --verbose also all libraries, with
                       --json as JSON.

      'editc COMMAND --help' describes a command.

      """
    #expect(try text("--help") == help)
    #expect(try text("-h") == help)
    #expect(try text("help") == help)
  }

  @Test("A command's help shows what it takes, in 80 columns")
  func commandHelp() throws {
    let help = """
      Render a script to its outputs.

      Usage: editc render [OPTIONS] SCRIPT [OUTPUT...]

      The film appears whole or not at all: an interrupted render leaves the old one
      as it was.

        kept   as it is

      Arguments:
        SCRIPT        The script to render.
        [OUTPUT...]   Render only these outputs.

      Options:
        -o, --output-folder SOMEWHERE
                      Where the films go, instead of beside the script.
        -j, --jobs N  How many segments are rendered at the same time. Default: one
                      for each core.
            --force   Replace films that are there.
        -h, --help    Shows this help.

      Examples:
        editc render film.edit
            Every output of the script.

      """
    for line in help.split(separator: "\n") { #expect(line.count <= 80) }
    #expect(try text("render", "--help") == help)
    #expect(try text("help", "render") == help)
    // Whoever asks for help gets it, whatever else is wrong.
    #expect(try text("render", "--nonsense", "-h") == help)
  }

  @Test("More than six options are listed under their headings")
  func headings() {
    let flags = (1...7).map { Argument.flag("flag-\($0)", "Flag.", group: $0 < 5 ? "First" : "Second") }
    let command = Command("x", "X.", arguments: flags) { _ throws(UsageError) in .done }
    let headings = Self.program.help(for: command).split(separator: "\n").filter { $0.hasSuffix(":") }
    #expect(headings == ["First:", "Second:", "Common options:"])
  }

  @Test("A command line becomes a command and its values, and the command an exit code")
  func runs() throws {
    guard case .run(let command, let values) = try Self.program.interpret(["render", "a", "--force"]) else {
      Issue.record("not a command")
      return
    }
    #expect(command.name == "render")
    #expect(try command.run(values) == .done)
    #expect(try text("worker") == "runs worker")
    #expect(try text("render", "--", "--help") == "runs render")
  }

  @Test(
    "Mistakes are one line, and where to read on",
    arguments: [
      ([], "no command given", "see 'editc --help'"),
      (["rendre", "a"], "there is no command 'rendre'; did you mean 'render'?", "see 'editc --help'"),
      (["frobnicate"], "there is no command 'frobnicate'", "see 'editc --help'"),
      (["wroker"], "there is no command 'wroker'", "see 'editc --help'"),
      (["help", "lnit"], "there is no command 'lnit'; did you mean 'lint'?", "see 'editc --help'"),
      (["--versoin"], "unknown option '--versoin'; did you mean '--version'?", "see 'editc --help'"),
      (["render"], "SCRIPT is missing", "see 'editc render --help'"),
      (
        ["render", "a", "-j", "many"], "--jobs: expected a whole number from 1 to 64, found 'many'",
        "see 'editc render --help'"
      ),
      (["lint", "a\n\u{1B}[31m"], "unexpected argument 'a\\u{a}\\u{1b}[31m'", "see 'editc lint --help'"),
    ] as [([String], String, String)])
  func mistakes(words: [String], message: String, hint: String) {
    let error = #expect(throws: UsageError.self) { try Self.program.interpret(words) }
    #expect(error?.description == message)
    #expect(error?.hint(program: "editc") == hint)
    #expect(error?.exitCode.rawValue == 2)
  }

  @Test("Exit codes are those that are promised")
  func exitCodes() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 65, 66, 69, 70, 73, 74, 75, 77, 78])
  }
}
