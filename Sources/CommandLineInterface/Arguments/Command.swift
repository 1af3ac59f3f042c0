/// One command of the program: its name, its arguments and its action, each in its own file:
///
///     extension Command {
///       static let frame = Command(
///         "frame", "Write one frame of the film as a picture.",
///         arguments: [script, time, output],
///         examples: [Example("frame film.edit --at 12.5s -o poster.png", "The picture on screen at 12.5 s.")]
///       ) { values in
///         try writeFrame(of: try values[script], at: try values[time], to: try values[output])
///       }
///     }
///     private let script = Argument.positional(.file("SCRIPT"), "The script.")
///     private let time = Argument.required("at", .time, "The moment on the timeline.")
///     private let output = Argument.option("output", short: "o", .file("FILE"), "Where to write.")
package struct Command: Sendable {
  package let name: String
  /// One sentence.
  package let summary: String
  /// Paragraphs, separated by empty lines; lines that begin with a blank are left as they are.
  package var details: String { makeDetails() }
  package var arguments: [any DeclaredArgument] {
    makeArguments() + (hasSettings ? [noSettingsArgument] : [])
  }
  package var examples: [Example] { makeExamples() }
  /// Works, but is not shown: for the program's own use.
  package let isHidden: Bool
  /// Whether the command decodes media itself, and therefore runs in a process that sandboxes itself
  /// (`Confinement`).
  package let isConfined: Bool
  /// Runs the command and returns its exit code. Throws a mistake in the arguments (`UsageError`) or the
  /// reason of a failure.
  package let run: @Sendable (ParsedArguments) throws -> ExitCode

  // Each start makes the table of all commands and needs the rest of one of them.
  private let makeDetails: @Sendable () -> String
  private let makeArguments: @Sendable () -> [any DeclaredArgument]
  private let makeExamples: @Sendable () -> [Example]
  let hasSettings: Bool
  /// Whether `--fetch` downloads media before the command runs (`fetchFirst`).
  let fetchesFirst: Bool

  package init(
    _ name: String, _ summary: String, details: @autoclosure @escaping @Sendable () -> String = "",
    arguments: @autoclosure @escaping @Sendable () -> [any DeclaredArgument] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [], isHidden: Bool = false,
    isConfined: Bool = false, fetchesFirst: Bool = false, settings: SettingsPlace? = nil,
    run: @escaping @Sendable (ParsedArguments) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    makeDetails = details
    makeArguments = arguments
    makeExamples = examples
    hasSettings = settings != nil
    self.isHidden = isHidden
    self.isConfined = isConfined
    self.fetchesFirst = fetchesFirst
    self.run = settings?.applying(run) ?? run
  }

  /// A command line, without the program's name, and its purpose.
  package struct Example: Hashable, Sendable {
    package let line: String
    package let purpose: String

    package init(_ line: String, _ purpose: String) {
      self.line = line
      self.purpose = purpose
    }
  }
}
