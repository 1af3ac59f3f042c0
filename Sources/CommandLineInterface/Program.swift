import Processes
import Workspace

/// The program and all its commands, in the order in which the help shows them.
package let editc: CommandLineProgram = CommandLineProgram(
  name: "editc", version: editcVersion, summary: "A compiler for video edits.",
  commands: [
    .initialize, .render, .plan, .lint, .format, .lock, .explain, .diff, .probe, .suggest, .frame, .sheet,
    .waveform, .timeline, .dump, .schema, .limits, .completion, .worker, .gitDiff,
  ])

/// Runs a command line, without the program's name, and gives the code to exit with.
package func main(_ arguments: [String]) -> ExitCode {
  openMissingStandardDescriptors()
  do {
    switch try editc.interpret(arguments) {
    case .run(let command, let values): return try command.run(values)
    case .help(let text), .version(let text):
      return carryOut { () throws(CommandFailure) in
        try Console.print(text.hasSuffix("\n") ? text : text + "\n")
        return .done
      }
    }
  } catch {
    Console.complain("\(error)\n\(error.hint(program: editc.name))")
    return error.exitCode
  }
}
