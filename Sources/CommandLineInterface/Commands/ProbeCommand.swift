import Basics
import LibAV
import MediaFacts
import Workspace

private let files = Argument.positionals(.file("FILE"), "Media files.")

extension Command {
  static let probe = Command(
    "probe", "Tells what media files hold.",
    details: """
      Prints tracks, sizes as stored and as shown, rates, exact lengths, rotation, colour and tags. Many \
      files are looked at side by side; each is told about, or why it could not be read. All times count \
      from where the file's earliest picture or sound starts to be presented.

      Exits with 0 when every file could be read, else with 66 when one is missing, or 65.
      """,
    arguments: [files, jsonArgument, cacheArgument, noCacheArgument],
    examples: [
      Example("probe footage/*.mp4", "Facts for people."),
      Example("probe --json beach.mp4", "Facts for programs."),
    ]
  ) { values throws(UsageError) in
    let paths = try values[files]
    let printsJSON = try values[jsonArgument]
    let workspace = try Workspace(values)
    return carryOut { () throws(CommandFailure) in
      let results = workspace.probe.look(at: paths).map(\.result)
      if printsJSON {
        let entries = zip(paths, results).map { path, result in json(path, result) }
        try Console.print(JSONValue.members(["files": .array(entries)]).indentedText)
      } else {
        for (path, result) in zip(paths, results) {
          switch result {
          case .success(let facts): try Console.print(facts.report(named: path))
          case .failure(let error): Console.complain("\(path): \(error.reason)")
          }
        }
      }
      return exitCode(results)
    }
  }
}

private func exitCode(_ results: [Result<MediaFacts, LibAVError>]) -> ExitCode {
  var code = ExitCode.done
  for case .failure(let error) in results {
    if case .input = error.cause { return .inputMissing }
    code = .badData
  }
  return code
}

private func json(_ path: String, _ result: Result<MediaFacts, LibAVError>) -> JSONValue {
  switch result {
  case .success(let facts): .members(["path": .string(path), "facts": facts.json])
  case .failure(let error): .members(["path": .string(path), "error": .string(error.reason)])
  }
}
