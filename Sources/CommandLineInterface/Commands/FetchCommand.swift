import Basics
import ContentDigest
import Diagnostics
import EditScript
import Lowering
import Network
import Processes
import Workspace

private let check = Argument.flag(
  "check", "Downloads nothing; asks the servers whether they have the missing files.")
private let place = Argument.flag(
  "place", "Also writes the files to the paths in the script.")

private let vendor = Argument<String?>.option(
  "vendor", .file("DIR"),
  "Also copies packages into this folder beside the script, and prints what to write under `use`.")

extension Command {
  static let fetch = Command(
    "fetch", "Downloads the media and packages of a script that are not here.",
    details: """
      Each missing file whose digest is known, from the lock, `sha256` or a Git LFS pointer, is downloaded \
      from the URLs under `from` in the script, then from the `remotes` in `editc.yaml`, until its bytes are \
      right. It goes into the content store in the cache folder, where every command finds it; the folder of \
      the script does not change. An interrupted download continues where it stopped.

      Packages under `use` go into `.editc/packages` beside the script. Those of git repositories are fetched by \
      the installed git.

      Servers with private addresses are refused unless --allow-private names them. Passwords come from \
      `~/.netrc`, keys of S3 from the environment. See `docs/remote-media.md`.

      Exits with 0 if all media are here, 65 if the servers have other bytes, 66 if no server has a file or \
      nothing states where it is, 69 if a server or the network failed and retrying may help, 74 if the store \
      cannot be written, and 77 if an address or the access is refused.
      """,
    arguments: [scriptArgument, check, place, vendor] + VariableRequest.arguments + [
      jsonArgument, allowPrivateArgument, cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("fetch holiday.edit", "Downloads what is missing."),
      Example("fetch --check holiday.edit", "Asks whether the servers still have everything."),
      Example("fetch --place holiday.edit", "Also puts the files at their paths."),
      Example("fetch --vendor vendor holiday.edit", "Also copies the packages into the project."),
    ], settings: .script
  ) { values in
    let (asks, places) = (try values[check], try values[place])
    if asks, places { throw UsageError(.other("--check and --place cannot be combined"), command: "fetch") }
    let copies = try values[vendor].map(folderOfCopies)
    if asks, copies != nil {
      throw UsageError(.other("--check and --vendor cannot be combined"), command: "fetch")
    }
    var run = try FetchRun(
      values, script: try values[scriptArgument], command: "fetch", settings: values.settings)
    run.options.onlyAsks = asks
    let printsJSON = try values[jsonArgument]
    let (script, packages) = try run.compileWithPackages()
    let results = try run.carryOut(script.media.listing)
    if printsJSON {
      try Console.print(
        JSONValue.membersPresent([
          "packages": packages.isEmpty ? nil : .array(packages.map(\.json)),
          "files": .array(results.map(\.json)),
        ]).indentedText)
    } else {
      let lines = packages.compactMap(\.line) + results.compactMap(\.line)
      try Console.print(lines.map { $0 + "\n" }.joined())
    }
    if places { try place(results, of: script, run) }
    let vendored = try copies.flatMap { try vendor(script.media.packages, in: $0, run) }
    return [packages.exitCode, results.exitCode, vendored].compactMap(\.self).filter { $0 != .done }
      .mostHelpful
      ?? .done
  }
}

/// The folder for copies, relative to the script.
private func folderOfCopies(_ text: String) throws -> String {
  let folder = text.hasPrefix("/") ? text : normalizedPath(text)
  guard isFolderOfProject(folder) else {
    throw UsageError(
      .other(
        "--vendor needs a folder relative to the script without names that begin with `.`, such as `vendor`"),
      command: "fetch")
  }
  return folder
}

/// Copies packages into a folder of the project, and prints the keys that use the copies. Nil if all are there.
private func vendor(_ packages: [UsedPackage], in folder: String, _ run: FetchRun) throws -> ExitCode? {
  let fetch = PackageFetch(run.options, in: run.workspace) { _ in }
  let wanted = packages.filter { $0.origin.vendored == nil && $0.digest != nil }
  let shared = Dictionary(grouping: wanted) { $0.name.lowercased() }.filter { $1.count > 1 }
  if let names = shared.min(by: { $0.key < $1.key })?.value.map(\.name) {
    throw CommandFailure(
      .badData,
      "the packages '\(names[0])' and '\(names[1])' would share one folder; give one of them another name")
  }
  var code: ExitCode?
  for package in wanted {
    let name = VisibleText.line(package.name)
    switch try fetch.vendor(package, in: folder) {
    case .failure(let failure):
      Console.complain("the package '\(name)' was not copied: \(failure.reason)")
      code = ExitCode(failure.kind)
    case .success(let copy):
      try Console.print(
        "\(name): \(copy.isNew ? "copied to" : "is in") \(VisibleText.line(copy.folder)); "
          + "write `vendored: \(VisibleText.line(copy.key))` in its entry under `use`\n")
      if let file = copy.gitFile {
        Console.complain(
          "the package '\(name)' contains '\(file)', by which git may change or leave out files of the copy; "
            + "see `git status --ignored`")
      }
    }
  }
  return code
}

extension FetchedPackage {
  /// Nil if it failed, which is reported elsewhere.
  fileprivate var line: String? {
    let name = VisibleText.line(package.name)
    switch outcome {
    case .here: return "\(name): here"
    case .available(let isFolderUnknown):
      return "\(name): available at \(shown(package.origin.url))"
        + (isFolderUnknown ? "; a download shows whether it has the folder" : "")
    case .fetched(let fileCount, let byteCount, let commit):
      let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
      let state = commit.map { ", commit \($0.prefix(12))" } ?? ""
      return "\(name): \(files), \(byteCount) bytes from \(shown(package.origin.url))\(state)"
    case .failed, .unusable: return nil
    }
  }

  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue?)] = [
      ("package", .string(package.name)), ("folder", .string(package.folder)),
      ("url", .string(shown(package.origin.url))),
    ]
    switch outcome {
    case .here:
      members += [
        ("state", "here"), ("digest", package.digest.map { .string($0.hex) }),
        ("commit", package.commit.map { .string($0) }),
      ]
    case .available: members.append(("state", "available"))
    case .unusable(let reason): members += [("state", "unusable"), ("reason", .string(reason))]
    case .fetched(let fileCount, let byteCount, let commit):
      members += [
        ("state", "fetched"), ("files", .integer(Int64(fileCount))), ("bytes", .integer(byteCount)),
        ("commit", commit.map { .string($0) }),
      ]
    case .failed(let failure):
      members += [
        ("state", "failed"), ("kind", .string(failure.kind.rawValue)), ("reason", .string(failure.reason)),
      ]
    }
    return .membersPresent(members)
  }
}

/// Writes the files that are elsewhere to their paths.
private func place(_ results: [FetchedMedia], of script: CompiledScript, _ run: FetchRun) throws {
  for result in results where !result.media.isAtItsPath {
    let media = result.media
    // The files of a package stay as they were fetched.
    let path = normalizedPath(media.file)
    if script.media.packages.contains(where: { path.hasPrefix($0.folder + "/") })
      || FetchedFolder(ofFileAt: script.file.path(of: media.file)) != nil
    {
      continue
    }
    var source = result.digest.map(run.options.cache.path(ofMedia:)).flatMap { isThere($0) ? $0 : nil }
    if case .known(_, let path)? = script.media.table.states[media.file] { source = path }
    if let source { try media.place(fromFileAt: source, beneath: run.workspace.root) }
  }
}

extension MediaPlace {
  fileprivate var words: String {
    switch self {
    case .store: "in the content store"
    case .lfs: "in Git LFS's objects"
    case .dvc: "in DVC's cache"
    }
  }
}

extension FetchedMedia {
  /// Nil if it failed, which is reported elsewhere.
  fileprivate var line: String? {
    let file = VisibleText.line(media.file)
    switch outcome {
    case .here: return "\(file): \(media.isAtItsPath ? "here" : media.place?.words ?? "in the content store")"
    case .fetched(_, let byteCount, let received, let time, let url):
      let place = url.isEmpty ? "" : " from \(shown(url))"
      let part = received < byteCount ? " (\(byteCount - received) were there already)" : ""
      return "\(file): \(byteCount) bytes\(part) in \(tenths(time)) s\(place)"
    case .available(let byteCount, let url):
      return "\(file): available\(byteCount.map { ", \($0) bytes" } ?? "") at \(shown(url))"
    case .failed: return nil
    }
  }

  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue?)] = [
      ("file", .string(media.file)), ("digest", digest.map { .string($0.hex) }),
    ]
    switch outcome {
    case .here:
      members += [
        ("state", "here"), ("place", .string(media.isAtItsPath ? "path" : media.place?.rawValue ?? "store")),
      ]
    case .fetched(_, let byteCount, let received, let time, let url):
      members += [
        ("state", "fetched"), ("bytes", .integer(byteCount)), ("receivedBytes", .integer(received)),
        (
          "seconds",
          .number(
            Double(time.components.seconds) + Double(time.components.attoseconds / 1_000_000_000_000_000)
              / 1000)
        ),
        ("url", url.isEmpty ? nil : .string(shown(url))),
      ]
    case .available(let byteCount, let url):
      members += [
        ("state", "available"), ("bytes", byteCount.map { .integer($0) }), ("url", .string(shown(url))),
      ]
    case .failed: members.append(("state", "failed"))
    }
    let problems = problems.map { url, failure in
      JSONValue.members([
        "url": .string(shown(url)), "kind": .string(failure.kind.rawValue), "reason": .string(failure.reason),
      ])
    }
    if !problems.isEmpty { members.append(("problems", .array(problems))) }
    return .membersPresent(members)
  }
}

private func tenths(_ time: Duration) -> String {
  let tenths = time.components.seconds * 10 + time.components.attoseconds / 100_000_000_000_000_000
  return "\(tenths / 10).\(tenths % 10)"
}
