import EditScript
import FoundationEssentials
import Network
import Processes

/// The repository of a package while its revision is fetched: an own bare one, which has no hooks and no settings of
/// others. Nothing is checked out; the files come from `git archive`.
struct PackageRepository {
  private let git: GitProgram
  /// Without the settings of the user, which could name filters.
  private let plainGit: GitProgram
  private let folder: WorkFolder

  private static let reference = "refs/editc/package"

  /// A commit and its files.
  struct Fetched {
    let commit: String
    /// The path of an archive.
    let archive: String
    /// Removes the archive with its end.
    fileprivate let folder: WorkFolder
  }

  init() throws(WorkspaceError) {
    folder = try WorkFolder()
    let own = ProcessInfo.processInfo.environment
    var changes: [String: String?] = [
      // Git's own variable: a person may allow more.
      "GIT_ALLOW_PROTOCOL": own["GIT_ALLOW_PROTOCOL"] ?? "https:ssh",
      "GIT_LITERAL_PATHSPECS": "1", "GIT_LFS_SKIP_SMUDGE": "1",
    ]
    // A hook's variables are about another repository.
    for name in [
      "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_NAMESPACE",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_TEMPLATE_DIR", "GIT_SHALLOW_FILE",
    ] {
      changes[name] = .some(nil)
    }
    let program = try GitProgram().tied
    let asked = try program.with(changes).run(
      ["--git-dir", folder.path + "/repository", "config", "--get", "core.sshCommand"])
    if own["GIT_SSH_COMMAND"] == nil, own["GIT_SSH"] == nil, asked.text.isEmpty {
      // A server that stays silent must not be waited for without end.
      changes["GIT_SSH_COMMAND"] =
        "ssh -o ConnectTimeout=20 -o ServerAliveInterval=20 -o ServerAliveCountMax=2"
    }
    git = program.with(changes)
    plainGit = git.with([
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_COUNT": nil, "GIT_CONFIG_PARAMETERS": nil, "GIT_ATTR_NOSYSTEM": "1",
    ])
  }

  private var path: String { folder.path + "/repository" }

  private func ask(
    _ git: GitProgram, _ arguments: [String], within time: Duration? = nil
  ) throws(WorkspaceError) -> GitProgram.Answer {
    try git.run(
      ["--git-dir", path, "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"] + arguments, within: time)
  }

  /// Whether a server has a revision; its reason if not.
  static func refusal(of url: String, _ revision: String) throws(WorkspaceError) -> NetworkFailure? {
    let git = try PackageRepository().git
    let answer = try git.run(
      patience + ["ls-remote", "--exit-code", "--quiet", "--", url, revision], within: .seconds(60))
    if answer.wasTooSlow { return NetworkFailure(.unavailable, "the server did not answer for 60 s") }
    if answer.status.isSuccess {
      // Git also lists names that only end with this one.
      let names = answer.text.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
      let wanted = ["", "refs/", "refs/tags/", "refs/heads/"].map { $0 + revision }
      return names.contains { wanted.contains(String($0)) } ? nil : noRevision(revision)
    }
    if isCommit(revision), answer.status == .exited(2) { return nil }
    return answer.status == .exited(2) ? noRevision(revision) : NetworkFailure(.unavailable, answer.complaint)
  }

  /// Why a server does not have the files of a revision, or of the commit that a lock has for it; nil if it does. If
  /// the server can, it sends their names alone.
  func refusal(
    of url: String, _ revision: String, lockedAs locked: String?, folder: String?
  ) throws(WorkspaceError) -> NetworkFailure? {
    if let refusal = try Self.refusal(of: url, revision) { return refusal }
    guard locked != nil || folder != nil else { return nil }
    switch try commit(of: url, revision, lockedAs: locked, onlyNames: true) {
    case .failure(let failure): return failure
    case .success(let commit): return try refusal(ofFilesIn: commit, folder, onlyNames: true)
    }
  }

  /// Fetches a revision, or the commit that a lock has for it, and packs its files.
  func fetch(
    _ url: String, _ revision: String, lockedAs locked: String?, folder: String?
  ) throws(WorkspaceError) -> Result<Fetched, NetworkFailure> {
    switch try commit(of: url, revision, lockedAs: locked, onlyNames: false) {
    case .failure(let failure): return .failure(failure)
    case .success(let commit):
      if let refusal = try refusal(ofFilesIn: commit, folder, onlyNames: false) { return .failure(refusal) }
      return try pack(commit, folder)
    }
  }

  /// Fetches the commit of a revision, which must be the one in the lock.
  private func commit(
    of url: String, _ revision: String, lockedAs locked: String?, onlyNames: Bool
  ) throws(WorkspaceError) -> Result<String, NetworkFailure> {
    let made = try git.run(["init", "--quiet", "--bare", "--template=", path])
    guard made.status.isSuccess else { return .failure(NetworkFailure(.file, made.complaint)) }
    // A server may have a commit, but give only those that have names.
    var answer = try fetch(url, locked ?? revision, onlyNames)
    if locked != nil, !answer.status.isSuccess { answer = try fetch(url, revision, onlyNames) }
    guard answer.status.isSuccess else {
      if answer.wasTooSlow {
        return .failure(NetworkFailure(.unavailable, "git needed more than 30 minutes"))
      }
      let refusal = try Self.refusal(of: url, revision)
      return .failure(refusal ?? NetworkFailure(.unavailable, answer.complaint))
    }
    let parsed = try ask(plainGit, ["rev-parse", "--verify", "--quiet", Self.reference + "^{commit}"])
    guard parsed.status.isSuccess, let commit = parsed.text.split(separator: "\n").first.map(String.init)
    else { return .failure(NetworkFailure(.otherBytes, "'\(revision)' is not a commit")) }
    if let locked, locked != commit {
      return .failure(
        NetworkFailure(
          .otherBytes,
          "'\(revision)' is commit \(commit.prefix(12)), but the lock has \(locked.prefix(12))"))
    }
    return .success(commit)
  }

  private func fetch(
    _ url: String, _ revision: String, _ onlyNames: Bool
  ) throws(WorkspaceError) -> GitProgram.Answer {
    try ask(
      git,
      Self.patience + [
        "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--force",
      ] + (onlyNames ? ["--filter=blob:none"] : []) + ["--", url, "\(revision):\(Self.reference)"],
      within: .seconds(1800))
  }

  /// As for other downloads: less than 1 kB/s for 20 s is a stall.
  private static let patience = ["-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=20"]

  /// Why the files of a commit are no package, before anything is unpacked.
  private func refusal(
    ofFilesIn commit: String, _ folder: String?, onlyNames: Bool
  ) throws(WorkspaceError) -> NetworkFailure? {
    // Without the files, git does not know their sizes.
    let list = try ask(
      plainGit,
      ["ls-tree", "-r"] + (onlyNames ? [] : ["-l"]) + ["-z", "--full-tree", commit, "--"]
        + (folder.map { [$0 + "/"] } ?? []))
    guard list.status.isSuccess, !list.wasTooLong else { return NetworkFailure(.otherBytes, list.complaint) }
    let lines = list.text.split(separator: "\0")
    guard !lines.isEmpty else {
      return NetworkFailure(
        .otherBytes, folder.map { "it has no folder '\($0)'" } ?? "it has no files")
    }
    var names = PackageNames()
    for line in lines {
      // `100644 blob 1a2b...   5120<tab>film/title.edit`
      let halves = line.split(separator: "\t", maxSplits: 1)
      let words = halves.first?.split(separator: " ") ?? []
      guard halves.count == 2, words.count >= 3 else { continue }
      if words[0] == "120000" {
        return NetworkFailure(.otherBytes, "it contains a link, '\(halves[1])'")
      }
      if words[1] != "blob" {
        return NetworkFailure(.otherBytes, "it contains a submodule, '\(halves[1])'")
      }
      let byteCount = words.count > 3 ? Int64(words[3]) ?? 0 : 0
      do throws(PackageRefusal) { try names.add(String(halves[1]), byteCount: byteCount) } catch {
        return NetworkFailure(.otherBytes, error.reason)
      }
    }
    return nil
  }

  /// The files as git has them: no filter, no other ends of lines.
  private func pack(
    _ commit: String, _ folder: String?
  ) throws(WorkspaceError) -> Result<Fetched, NetworkFailure> {
    let archive = self.folder.path + "/files.tar"
    do throws(FileError) {
      try makeFolder(path + "/info")
      try writeCarelessly(
        Array("* -text -eol -crlf -filter -ident -export-subst -working-tree-encoding\n".utf8),
        to: path + "/info/attributes")
    } catch { throw .file(error) }
    let packed = try ask(
      plainGit,
      [
        "-c", "core.attributesFile=/dev/null", "archive", "--format=tar", "--output=\(archive)", commit,
      ] + (folder.map { [$0] } ?? []))
    guard packed.status.isSuccess else { return .failure(NetworkFailure(.otherBytes, packed.complaint)) }
    return .success(Fetched(commit: commit, archive: archive, folder: self.folder))
  }

  private static func isCommit(_ revision: String) -> Bool {
    revision.utf8.count == 40 && revision.utf8.allSatisfy(isHexDigit)
  }

  private static func isHexDigit(_ digit: UInt8) -> Bool { "0123456789abcdef".utf8.contains(digit) }

  private static func noRevision(_ revision: String) -> NetworkFailure {
    let isShort = (4..<40).contains(revision.utf8.count) && revision.utf8.allSatisfy(isHexDigit)
    return NetworkFailure(
      .missing, "it has no revision '\(revision)'" + (isShort ? "; write all 40 digits of a commit" : ""))
  }
}
