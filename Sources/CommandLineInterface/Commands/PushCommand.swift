import Basics
import Export
import Network
import Processes
import Workspace

extension Command {
  static let push = Command(
    "push", "Sends the finished segments of a script to a server for other machines.",
    details: """
      Asks the server which segments and sounds of the script it has, and sends those that it lacks and that \
      are in the store here. Segments that are not rendered yet are left out. The server is that of \
      `editc render`: `remote` under `cache` in your own configuration, or --cache-remote. The setting `write` \
      does not matter here. See `docs/shared-segments.md`.

      Exits with 0 if the server has everything that is in the store, 1 if the script has errors, 69 if the \
      server or the network failed and retrying may help, and 77 if an address or the access is refused.
      """,
    arguments: [scriptArgument, onlyArgument] + VariableRequest.arguments + [
      allowPrivateArgument, cacheArgument, cacheRemoteArgument, noCacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("push holiday.edit", "Sends what was rendered before."),
      Example(
        "push holiday.edit --cache-remote https://cache.example.org", "Sends it to a server without settings."
      ),
    ], settings: .script
  ) { values in
    if try values[noCacheArgument] {
      throw UsageError(.other("--no-cache cannot be used: push sends what is in the cache"), command: "push")
    }
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
