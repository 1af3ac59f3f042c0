import Basics
import Drawing
import LibAV
import Processes
import Workspace

/// The program and all its commands, in the groups and the order of the help.
package let editc: CommandLineProgram = CommandLineProgram(
  name: "editc", version: editcVersion, summary: "A compiler for video edits.",
  groups: [
    ("Write", [.initialize, .add, .suggest, .presets, .fonts, .explain, .format]),
    ("Check", [.lint, .lock, .diff, .review, .limits, .dump]),
    ("Media", [.fetch, .detect, .sync, .spokenWords]),
    ("Look", [.preview, .frame, .sheet, .timeline, .waveform, .probe]),
    ("Record", [.record]),
    ("Render", [.render, .plan, .verify, .reproduce, .storeCare, .push]),
    ("Exchange", [.importEdit, .exportEdit]),
    ("Machines", [.segment, .join, .job, .worker]),
    ("Editors and programs", [.languageServer, .modelContext, .schema, .spec, .completion, .manual]),
    (
      "Internal",
      [
        .renderWorker, .frameWorker, .previewWorker, .previewCompiler, .inspect, .sourceWorker,
        .networkWorker, .gitDiff,
      ]
    ),
  ])

/// Runs the command line of this process and returns its exit code.
package func main() -> ExitCode {
  openMissingStandardDescriptors()
  letTooLargeWritesFail()
  VectorLibraries.preventThreads()
  return exitCode(of: runCommandLine)
}

/// Runs a command line to its end, and says on standard error what went wrong.
private func exitCode(of run: () throws -> ExitCode) -> ExitCode {
  let code: ExitCode
  do { code = try run() } catch let error as UsageError {
    Console.complain("\(error)\n\(error.hint(program: editc.name))")
    code = error.exitCode
  } catch {
    let failure = CommandFailure(error)
    Console.complain(failure.message)
    code = failure.code
  }
  ForkServer.stop()
  for concealment in ConcealmentLog.take() { Console.complain("warning: \(concealment)") }
  return code
}

private func runCommandLine() throws -> ExitCode {
  let words = try commandLineWords()
  guard ForkServer.isServer(words) else { return try run(words) }
  let load = { try? EngineLibraries.load(withFilters: false) }
  try ForkServer.serve(
    words, load: { _ = load() }, run: { words in exitCode { try run(words) }.rawValue })
  return .done
}

private func run(_ words: [String]) throws -> ExitCode {
  if let (program, parent) = TiedProgram.inCommandLine(words) {
    try TiedProgram.run(program, for: parent)
  }
  ForkServer.allow()
  let words = try Companion.command(in: words)
  let confined = Confinement.command(in: words)
  if let confined, (try? dieWithParent(confined.parent)) != true { return .internalError }
  let arguments = confined?.arguments ?? words
  switch try editc.interpret(arguments) {
  case .run(let command, let values):
    guard confined == nil else { return try command.run(values) }
    if let code = try command.fetchFirst(values) { return code }
    return try command.isConfined ? runConfined(arguments) : command.run(values)
  case .help(let text):
    try Console.print(text.hasSuffix("\n") ? text : text + "\n")
    return .done
  case .version(let form):
    switch form {
    case .line: try Console.print("\(editc.name) \(editc.version)\n")
    case .listing: try Console.print(try VersionReport().text)
    case .json: try Console.print(try VersionReport().json.indentedText)
    }
    return .done
  }
}

/// A command that ends with the process that started it, even if that is killed: `editc companion PID COMMAND…`.
enum Companion {
  static func words(_ command: [String]) -> [String] { ["companion", "\(ownProcessID)"] + command }

  /// The command line itself.
  fileprivate static func command(in words: [String]) throws -> [String] {
    guard words.count > 2, words[0] == "companion", let parent = Int32(words[1]) else { return words }
    guard try dieWithParent(parent) else {
      throw CommandFailure(.internalError, "the process that started this one has ended")
    }
    return Array(words.dropFirst(2))
  }
}

/// The words after the program's name. Swift's own list replaces bytes that are not UTF-8, which would change
/// file names, so words with such bytes are rejected before anything is done.
private func commandLineWords() throws -> [String] {
  guard let line = commandLine() else {
    throw CommandFailure(
      .unavailable, "/proc is not mounted; editc reads its arguments and starts its workers from there")
  }
  var words: [String] = []
  for (number, word) in line.enumerated() {
    switch word {
    case .text(let text): words.append(text)
    case .bytes(let visible): throw UsageError(.foreignWord(number + 1, visible))
    }
  }
  return words
}
