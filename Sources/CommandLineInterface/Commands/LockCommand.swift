import Diagnostics
import Lowering
import MediaFacts
import Processes
import Workspace

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE"),
  "Writes this file instead of SCRIPT.lock, where other commands look for it.")
private let check = Argument.flag(
  "check", "Writes nothing and says what the lock that is there has to say otherwise.")

extension Command {
  static let lock = Command(
    "lock", "Writes down what the media of a script hold.",
    details: """
      Writes SCRIPT.lock: of every media file that the script names the digest of its bytes and everything that \
      is known of it. Keep it in git beside the script. `lint` then checks on machines without the footage \
      what needs its facts, and `render`, `plan` and `frame` refuse media that are not those of the lock.

      A file that only switched-off items or unused declarations name is left out where it is not there.

      Exits with 0 when the lock is written, or with `--check` up to date, and with 1 when the script has errors, \
      media are missing, or the lock is not up to date.
      """,
    arguments: [scriptArgument, output, check] + VariableRequest.arguments + [
      cacheArgument, noCacheArgument,
    ],
    examples: [
      Example("lock holiday.edit", "Writes holiday.edit.lock."),
      Example("lock --check holiday.edit", "Says whether the lock fits the media, for a hook or a build."),
    ]
  ) { values throws(UsageError) in
    let path = try values[scriptArgument]
    let target = try values[output]
    if path == "-", target == nil {
      throw UsageError(.other("a script from standard input needs -o FILE for its lock"), command: "lock")
    }
    let request = LockRequest(
      script: path, path: target ?? ScriptLock.path(ofScript: path),
      variables: try VariableRequest(values, command: "lock"),
      workspace: try Workspace(values))
    let checks = try values[check]
    return carryOut(checks ? request.check : request.write)
  }
}

private struct LockRequest {
  let script: String
  /// Where the lock lies.
  let path: String
  let variables: VariableRequest
  let workspace: Workspace

  func write() throws(CommandFailure) -> ExitCode {
    try refuseOtherFile()
    guard let found = try lookAtMedia() else { return .findings }
    do { try AtomicFile.publish(Array(found.lock.text.utf8), at: path) } catch { throw CommandFailure(error) }
    for file in found.leftOut {
      Console.complain("left out \(file), which is not there and takes no part in the film")
    }
    return .done
  }

  func check() throws(CommandFailure) -> ExitCode {
    guard let found = try lookAtMedia() else { return .findings }
    let findings = differences(found)
    for finding in findings { try Console.print("\(VisibleText.line(finding))\n") }
    return findings.isEmpty ? .done : .findings
  }

  /// The lock as it has to be, and the files it says nothing of; nil when the script has errors.
  private func lookAtMedia() throws(CommandFailure) -> (lock: LockFile, leftOut: [String])? {
    try asking { () throws(WorkspaceError) in
      let script = try workspace.compile(
        workspace.script(at: script), values: variables, media: .everything)
      return script.reportFindings(atLeast: .error) ? nil : try script.lock()
    }
  }

  /// A mistyped name must not cost somebody a file.
  private func refuseOtherFile() throws(CommandFailure) {
    guard isThere(path) else { return }
    let bytes: [UInt8]
    do { bytes = try readFile(path, limit: ScriptLock.mostBytes) } catch { throw CommandFailure(error) }
    guard LockFile.wasLock(bytes) else {
      throw CommandFailure(
        .cannotCreate, "\(path) is there and is no lock; remove it, or write the lock elsewhere")
    }
  }

  // MARK: What the lock has to say otherwise

  private func differences(_ found: (lock: LockFile, leftOut: [String])) -> [String] {
    guard let lock = ScriptLock(ofScript: script, at: path) else {
      return ["\(path): there is no lock; run `\(command)`"]
    }
    switch lock.content {
    case .failure(let problem): return [problem.description(of: path)]
    case .success(let old):
      let named = Set(found.lock.entries.keys).union(found.leftOut)
      let findings = found.lock.entries.keys.sorted().compactMap { file in
        difference(found.lock.entries[file], old.entries[file]).map { "\(path): '\(file)' \($0)" }
      }
      let unnamed = old.entries.keys.filter { !named.contains($0) }.sorted()
      return findings + unnamed.map { "\(path): '\($0)' is in the lock, but the script does not name it" }
    }
  }

  private func difference(_ now: LockEntry?, _ then: LockEntry?) -> String? {
    guard let now else { return nil }
    guard let then else { return "is not in the lock" }
    if now == then { return nil }
    let changes = summary(now.facts.differences(from: then.facts))
    if now.digest == then.digest { return "has not changed, but is known otherwise: \(changes)" }
    return "has other content" + (changes.isEmpty ? "" : ": \(changes)")
  }

  private var command: String { "editc lock \(script)" }
}
