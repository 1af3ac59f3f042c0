import Basics
import Composition
import LibAV
import Workspace

private let packets = Argument.flag(
  "packets", "Lists the packets of the files as JSON instead: times, sizes, key frames.")
private let brief = Argument.flag(
  "brief",
  "Prints the main facts of each file in at most 8,000 bytes, with names, languages and other words in the file apart."
)
private let tags = Argument.flag("tags", "With --brief: also prints tags.")
private let files = Argument.positionals(.file("FILE"), "Media files.")

extension Command {
  static let probe = Command(
    "probe", "Prints the facts of media files.",
    details: """
      Prints tracks with names, characteristics and data rates, stored and displayed sizes, frame rates, \
      exact lengths, rotation, colour, chapters and tags. Several files are probed in parallel; each is \
      reported with its facts or an error. Times count from the presentation time of the earliest picture or \
      sound in the file.

      --packets prints JSON with one packet per line, in file order and with the file's own timestamps. \
      Memory use does not grow with the length of the list.

      Exits with 0 if all files could be read, 66 if one is missing, and otherwise 65.
      """,
    arguments: [
      files, jsonArgument, packets, brief, tags, cacheArgument, noCacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("probe footage/*.mp4", "Prints text."),
      Example("probe --json beach.mp4", "Prints JSON."),
      Example("probe --packets beach.mp4", "Lists every packet with its times and size."),
    ]
  ) { values in
    let paths = try values[files]
    let printsJSON = try values[jsonArgument]
    let listsPackets = try values[packets]
    let (isBrief, showsTags) = (try values[brief], try values[tags])
    if isBrief, printsJSON || listsPackets {
      throw UsageError(.other("--brief is text; leave out --json and --packets"), command: "probe")
    }
    if showsTags, !isBrief {
      throw UsageError(.other("--tags needs --brief; otherwise tags are always printed"), command: "probe")
    }
    let workspace = try Workspace(values)
    for path in paths { try workspace.requireInRoot(path) }
    if listsPackets { return try listPackets(of: paths, workspace.probe) }
    let results = try workspace.probe.look(at: paths).map(
      \.probed)
    if printsJSON {
      let entries = zip(paths, results).map { path, result in json(path, result) }
      try Console.print(JSONValue.members(["files": .array(entries)]).indentedText)
    } else {
      for (path, result) in zip(paths, results) {
        switch result {
        case .success(let probed):
          try Console.print(
            isBrief
              ? BriefFacts(path: path, probed: probed, showsTags: showsTags).text
              : probed.report(named: path))
        case .failure(let error): Console.complain("\(path): \(error.reason)")
        }
      }
    }
    return exitCode(
      results.compactMap { result in if case .failure(let error) = result { error } else { nil } })
  }
}

/// Prints packets as they are read instead of at the end.
private func listPackets(of paths: [String], _ probe: CachedProbe) throws -> ExitCode {
  var failures: [LibAVError] = []
  try Console.print("{\"files\":[")
  for (index, path) in paths.enumerated() {
    let name = JSONValue.string(path).compactText
    try Console.print((index == 0 ? "\n" : ",\n") + "{\"path\":\(name),\"packets\":[")
    var count = 0
    var isEnd = false
    var failure: LibAVError?
    while !isEnd {
      switch try probe.packets(ofFileAt: path, start: count) {
      case .success(let found):
        let lines = found.packets.map { "\n" + $0.json.compactText }.joined(separator: ",")
        if !lines.isEmpty { try Console.print((count == 0 ? "" : ",") + lines) }
        count += found.packets.count
        isEnd = found.isEnd
      case .failure(let error):
        failure = error
        isEnd = true
      }
    }
    let end = failure.map { ",\"error\":" + JSONValue.string($0.reason).compactText } ?? ""
    try Console.print((count == 0 ? "]" : "\n]") + end + "}")
    if let failure { failures.append(failure) }
  }
  try Console.print("\n]}\n")
  return exitCode(failures)
}

private func exitCode(_ failures: [LibAVError]) -> ExitCode {
  var code = ExitCode.done
  for error in failures {
    if error.lacksResources { return .unavailable }
    if case .input = error.cause { return .inputMissing }
    code = .badData
  }
  return code
}

private func json(_ path: String, _ result: Result<ProbedMedia, LibAVError>) -> JSONValue {
  switch result {
  case .success(let probed): .members(["path": .string(path), "facts": probed.json])
  case .failure(let error): .members(["path": .string(path), "error": .string(error.reason)])
  }
}
