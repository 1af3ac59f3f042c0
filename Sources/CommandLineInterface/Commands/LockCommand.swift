import Basics
import Composition
import ContentDigest
import Diagnostics
import Lowering
import Processes
import Workspace

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE"),
  "Writes this file instead of SCRIPT.lock, which is the only one that other commands read.")
private let check = Argument.flag(
  "check", "Writes nothing; reports where the existing lock differs from the media.")

private let downloads = Argument.flag(
  "fetch",
  "First downloads missing media. A file whose digest nothing states yet is downloaded and trusted this once.",
  group: "Media")

extension Command {
  static let lock = Command(
    "lock", "Records the digests and facts of a script's media.",
    details: """
      Writes SCRIPT.lock with the digest and facts of each media file and package that the script names. Commit it \
      beside the script: machines without the media can then still run every check of `lint`, and `render`, \
      `plan` and `frame` refuse media that differ from the lock.

      A missing file is left out if only disabled items or unused declarations name it.

      Exits with 0 if the lock is written or, with `--check`, up to date; and with 1 if the script has \
      errors, media are missing, or the lock is out of date.
      """,
    arguments: [scriptArgument, output, check] + VariableRequest.arguments + [
      downloads, pipeArgument, allowPrivateArgument, cacheArgument, noCacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("lock holiday.edit", "Writes holiday.edit.lock."),
      Example("lock --fetch holiday.edit", "Downloads the media from their servers, and records them."),
      Example("lock film.edit --pipe frames.y4m", "Stores pictures from a pipe, and records them."),
      Example(
        "lock --check holiday.edit", "Checks whether the lock matches the media, for a hook or CI."),
    ]
  ) { values in
    let path = try values[scriptArgument]
    let target = try values[output]
    if path == "-", target == nil {
      throw UsageError(.other("a script from standard input needs -o FILE for its lock"), command: "lock")
    }
    var workspace = try Workspace(values)
    if try values[downloads] {
      guard path != "-" else {
        throw UsageError(.other("--fetch needs a script in a file"), command: "lock")
      }
      let (code, digests) = try fetchMedia(of: path, values)
      guard code == .done else { return code }
      workspace.notedDigests = digests
    }
    workspace.notedDigests.merge(try pipedMedia(of: path, values, command: "lock")) { _, piped in piped }
    let request = LockRequest(
      script: path, path: target ?? ScriptLock.path(ofScript: path),
      variables: try VariableRequest(values, command: "lock"),
      workspace: workspace)
    let checks = try values[check]
    return try checks ? request.check() : request.write()
  }
}

/// Downloads missing media, also those without a known digest. Returns the digests of all that are not at their paths.
private func fetchMedia(
  of script: String, _ values: ParsedArguments
) throws -> (code: ExitCode, digests: [String: ContentDigest]) {
  let search = try SettingsSearch(from: try values[rootArgument] == nil ? Processes.folder(of: script) : nil)
  if RenderReporter(style: .auto).reportErrors(in: search) { return (.badData, [:]) }
  var run = try FetchRun(values, script: script, command: "lock", settings: ChosenSettings(search))
  run.options.trustsFirst = true
  let (compiled, packages) = try run.compileWithPackages()
  if let code = packages.exitCode { return (code, [:]) }
  let results = try run.carryOut(compiled.media.listing)
  let digests = results.compactMap { result in result.digest.map { (result.media.file, $0) } }
  return (results.exitCode, Dictionary(digests, uniquingKeysWith: { first, _ in first }))
}

private struct LockRequest {
  let script: String
  /// The path of the lock.
  let path: String
  let variables: VariableRequest
  let workspace: Workspace

  /// The folder that the lock must be in; nil if it may be anywhere.
  private var root: RootFolder? { workspace.root?.names(path) == true ? workspace.root : nil }

  func write() throws -> ExitCode {
    if FetchedFolder(ofFileAt: path) != nil {
      throw CommandFailure(
        .refused,
        "\(path) would be in the folder of a package, which stays as it was fetched; "
          + "copy the scripts into the project, or write the lock elsewhere with -o FILE")
    }
    try refuseOtherFile()
    guard let found = try lookAtMedia() else { return .findings }
    try AtomicFile.publish(Array(found.lock.text.utf8), at: path, beneath: root)
    for file in found.leftOut {
      Console.complain("left out \(file): it does not exist, and the film does not use it")
    }
    return .done
  }

  func check() throws -> ExitCode {
    guard let found = try lookAtMedia() else { return .findings }
    let findings = try differences(found)
    for finding in findings { try Console.print("\(VisibleText.line(finding))\n") }
    return findings.isEmpty ? .done : .findings
  }

  /// The lock for the current media, and the missing files; nil if the script has errors.
  private func lookAtMedia() throws -> (lock: LockFile, leftOut: [String])? {
    let script = try workspace.compile(
      workspace.script(at: script), values: variables, media: .everything)
    return script.reportFindings(atLeast: .error) ? nil : try script.lock()
  }

  /// Refuses to replace a file that is not a lock.
  private func refuseOtherFile() throws {
    guard isThere(path) else { return }
    let bytes = try readFile(path, limit: ScriptLock.mostBytes)
    guard LockFile.wasLock(bytes) else {
      throw CommandFailure(
        .cannotCreate, "\(path) exists and is not a lock; remove it, or write the lock elsewhere")
    }
  }

  // MARK: Differences from the lock

  private func differences(
    _ found: (lock: LockFile, leftOut: [String])
  ) throws -> [String] {
    let lock = try workspace.lock(ofScript: script, at: path)
    guard let lock else {
      return ["\(path): there is no lock; run `\(command)`"]
    }
    switch lock.content {
    case .failure(let problem): return [problem.description(of: path)]
    case .success(let old):
      let named = Set(found.lock.entries.keys).union(found.leftOut)
      let findings =
        packageDifferences(found.lock, old)
        + found.lock.entries.keys.sorted().compactMap { file in
          difference(found.lock.entries[file], old.entries[file]).map { "\(path): '\(file)' \($0)" }
        }
      let unnamed = old.entries.keys.filter { !named.contains($0) }.sorted()
      return findings + unnamed.map { "\(path): '\($0)' is in the lock, but the script does not name it" }
    }
  }

  private func packageDifferences(_ now: LockFile, _ old: LockFile) -> [String] {
    let names = Set(now.packages.keys).union(old.packages.keys).sorted()
    return names.compactMap { name in
      let problem: String? =
        switch (now.packages[name], old.packages[name]) {
        case (nil, _): "is in the lock, but the script does not use it"
        case (_, nil): "is not in the lock"
        case (let now?, let then?): then.difference(to: now).map { "differs: \($0)" }
        }
      return problem.map { "\(path): the package '\(name)' \($0)" }
    }
  }

  private func difference(_ now: LockEntry?, _ then: LockEntry?) -> String? {
    guard let now else { return nil }
    guard let then else { return "is not in the lock" }
    if now == then { return nil }
    let changes = summary(now.facts.differences(from: then.facts))
    if now.digest == then.digest { return "has not changed, but its facts differ: \(changes)" }
    return "has different content" + (changes.isEmpty ? "" : ": \(changes)")
  }

  private var command: String { "editc lock \(shellWord(script))" }
}
