import CompilerDriver
import Diagnostics
import Processes

extension Command {
  static let lint = Command(
    "lint", "Finds the mistakes in a script.",
    details: """
      Reads the script and the facts of its media, and reports everything that would keep the film from \
      being made or make it other than meant: all of it in one run, each with its place.

      Exits with 0 when there is no error, with 1 when there is one.
      """,
    arguments: [scriptArgument, variablesArgument, noMediaArgument],
    examples: [
      Example("lint holiday.edit", "Checks a script and its media."),
      Example("lint --no-media holiday.edit", "Checks the text alone, without the footage."),
    ]
  ) { values throws(UsageError) in
    let path = try values[scriptArgument]
    let variables = try values[variablesArgument].dictionary
    let looksAtMedia = try !values[noMediaArgument]
    return carryOut {
      let script = try ScriptCompilation(path: path, variables: variables, looksAtMedia: looksAtMedia)
      let report = TerminalReport(useColor: Console.output.usesColour)
      let findings = script.compilation.diagnostics
      if !findings.isEmpty { Console.print(report.text(for: findings, in: script.compilation.source)) }
      return findings.hasErrors ? .findings : .done
    }
  }
}
