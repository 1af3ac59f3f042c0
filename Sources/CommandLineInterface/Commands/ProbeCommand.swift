import Basics
import LibAV
import MediaFacts
import Workspace

private let files = Argument.positionals(.file("FILE"), "Media files.")

extension Command {
  static let probe = Command(
    "probe", "Prints the facts of media files.",
    details: """
      Prints tracks, stored and displayed sizes, rates, exact lengths, rotation, colour and tags. Several files are \
      probed at the same time; for each, its facts or an error are printed. All times count from the presentation \
      time of the earliest picture or sound of the file.

      Exits with 0 if all files could be read, 66 if one is missing, and else 65.
      """,
    arguments: [files, jsonArgument, cacheArgument, noCacheArgument, sandboxArgument],
    examples: [
      Example("probe footage/*.mp4", "As text."),
      Example("probe --json beach.mp4", "As JSON."),
    ]
  ) { values throws(UsageError) in
    let paths = try values[files]
    let printsJSON = try values[jsonArgument]
    let workspace = try Workspace(values)
    return carryOut { () throws(CommandFailure) in
      let results = try asking { () throws(WorkspaceError) in try workspace.probe.look(at: paths) }.map(
        \.result)
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
    if error.lacksResources { return .unavailable }
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
