import Diagnostics
import Processes

private let scripts = Argument.positionals(
  .file("FILE", extensions: ["edit"]),
  "Scripts, and folders to search for them; `-` reads one from standard input. Without any, every `*.edit` "
    + "below the working folder.",
  atLeast: 0)

extension Command {
  static let lint = Command(
    "lint", "Finds the mistakes in scripts.",
    details: """
      Reads each script and the facts of its media, and reports everything that would keep the film from \
      being made or make it other than meant: all of it in one run, each with its place.

      Exits with 0 when no script has an error (warnings are none), with 1 when one has, and with 66 when one \
      could not be read; the others are looked at all the same.
      """,
    arguments: [scripts] + VariableRequest.arguments + [
      noMediaArgument, requireMediaArgument, cacheArgument, noCacheArgument,
    ],
    examples: [
      Example("lint holiday.edit", "Checks a script and its media."),
      Example("lint --no-media *.edit", "Checks the texts alone, without the footage."),
    ]
  ) { values throws(UsageError) in
    let files = try ScriptFiles(named: try values[scripts], command: "lint")
    let variables = try VariableRequest(values, command: "lint")
    let media = try MediaUse(values, command: "lint")
    let cache = CacheFolder(ifWanted: try !values[noCacheArgument], named: try values[cacheArgument])
    return carryOut {
      var code = ExitCode.done
      for failure in files.failures {
        Console.complain(failure.message)
        code = failure.code
      }
      for path in files.paths {
        do throws(CommandFailure) {
          let script = try ScriptCompilation(path: path, variables: variables, media: media, cache: cache)
          if try report(script), code == .done { code = .findings }
        } catch {
          Console.complain(error.message)
          code = error.code
        }
      }
      return code
    }
  }
}

/// Prints what was found as data; whether there are errors among it.
private func report(_ script: ScriptCompilation) throws(CommandFailure) -> Bool {
  let report = TerminalReport(useColor: Console.output.usesColour)
  for (source, diagnostics) in script.findings where !diagnostics.isEmpty {
    try Console.print(report.text(for: diagnostics, in: source))
  }
  return script.hasErrors
}
