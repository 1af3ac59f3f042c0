import Basics
import Composition
import Diagnostics
import EditScript
import Export
import Lowering
import Network
import Processes
import Workspace

private let mediaServer = Argument<RemoteTemplate?>.option(
  "media",
  ArgumentKind(
    "URL", expectation: "a URL with `{sha256}` in place of the digest, such as s3://team-media/{sha256}"
  ) { RemoteTemplate($0).flatMap { $0.digest == .sha256 ? $0 : nil } },
  "Sends the script's media instead, to a server that names files by their digests, such as "
    + "`s3://team-media/{sha256}`.")

extension Command {
  static let push = Command(
    "push", "Sends finished segments, or media, to a server.",
    details: """
      Asks the server which segments and sounds of the script it has, and sends those that it lacks and that \
      are in the store here. Segments that are not rendered yet are left out. The server is that of \
      `editc render`: `remote` under `cache` in your own configuration, or --cache-remote. The setting `write` \
      does not matter here. See `docs/shared-segments.md`.

      With --media, the media of the script are sent, for `editc fetch` on other machines. The URL is the one \
      that their `editc.yaml` has under `remotes`. The server is asked first which files it has. See \
      `docs/remote-media.md`.

      Exits with 0 if the server has everything that is in the store or, with --media, all media, 1 if the script has errors, 69 if the \
      server or the network failed and retrying may help, and 77 if an address or the access is refused.
      """,
    arguments: [scriptArgument, onlyArgument, mediaServer] + VariableRequest.arguments + [
      allowPrivateArgument, cacheArgument, cacheRemoteArgument, noCacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("push holiday.edit", "Sends what was rendered before."),
      Example(
        "push holiday.edit --cache-remote https://cache.example.org", "Sends it to a server without settings."
      ),
      Example(
        "push holiday.edit --media 's3://team-media/{sha256}'", "Sends the media that the bucket lacks."),
    ], settings: .script
  ) { values in
    if try values[noCacheArgument] {
      throw UsageError(.other("--no-cache cannot be used: push sends what is in the cache"), command: "push")
    }
    if let server = try values[mediaServer] { return try pushMedia(values, to: server) }
    guard let server = try values.segmentServer(for: "push") else {
      throw UsageError(
        .other(
          "no server is named; write `remote` under `cache` in your own configuration, or pass --cache-remote"
        ),
        command: "push")
    }
    let request = PlanRequest(
      script: try values[scriptArgument], variables: try VariableRequest(values, command: "push"),
      only: OutputChoice(try values[onlyArgument]), cache: try values.cache, usesCache: true,
      root: try rootFolder(values), sandbox: try values[sandboxArgument],
      inspector: try confinedInspector(values))
    let script = try request.compile()
    if script.reportFindings(withNotes: false) { return .findings }
    let plans = try request.films(of: script).map { try script.plan($0.film, range: nil) }
    let store = SegmentStore(folder: try CacheFolder(named: request.cache).segments)
    let signals = try TerminationSignals()
    switch try SegmentPush(to: server, from: store).send(plans, signals: signals) {
    case .interrupted(let signal): signal.raiseAgain()
    case .done(let outcome): return try report(outcome, server)
    }
  }
}

private func pushMedia(_ values: ParsedArguments, to server: RemoteTemplate) throws -> ExitCode {
  if try values[cacheRemoteArgument] != nil {
    throw UsageError(.other("use either --media or --cache-remote"), command: "push")
  }
  let run = try FetchRun(
    values, script: try values[scriptArgument], command: "push", settings: values.settings)
  let script = try run.compile()
  let lock = try script.lock()
  var files: [(name: String, file: MediaPush.File)] = []
  for (name, entry) in lock.lock.entries.sorted(by: { $0.key < $1.key }) {
    guard case .known(_, let path)? = script.media.table.states[name] else { continue }
    files.append((name, MediaPush.File(path: path, digest: entry.digest)))
  }
  for name in lock.leftOut { Console.complain("'\(name)' is missing") }
  let push = MediaPush(run.options, to: server) { SandboxWarnings.warn(of: $0) }
  var codes: [ExitCode] = lock.leftOut.isEmpty ? [] : [.inputMissing]
  for (file, outcome) in zip(files, try push.send(files.map(\.file))) {
    let name = VisibleText.line(file.name)
    switch outcome {
    case .sent(let count): try Console.print("\(name): \(count) bytes sent\n")
    case .present: try Console.print("\(name): was there\n")
    case .failed(let failure):
      Console.complain("'\(name)' was not sent: \(failure.reason)")
      codes.append(ExitCode(failure.kind))
    }
  }
  return codes.mostHelpful ?? .done
}

private func report(_ outcome: SegmentPush.Outcome, _ server: SegmentServer) throws -> ExitCode {
  let there = outcome.presentCount
  try Console.print(
    "\(server.name): \(counted(outcome.sentCount, "entry", "entries")) sent, "
      + "\(there) \(there == 1 ? "was" : "were") there\n")
  for reason in Set(outcome.failures.map(\.reason)).sorted() {
    Console.complain("the cache at \(server.name) failed (\(reason))")
  }
  let unsent = outcome.failures.count + outcome.unsentCount
  if unsent > 0 { Console.complain("\(counted(unsent, "entry", "entries")) not sent") }
  let isRefused = outcome.failures.allSatisfy { [.refused, .denied].contains($0.kind) }
  return outcome.failures.isEmpty ? .done : isRefused ? .refused : .unavailable
}

private func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
