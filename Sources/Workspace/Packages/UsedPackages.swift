package import Composition
package import ContentDigest
package import EditScript
import Processes

/// A package that a script uses, or one that it plays.
package struct UsedPackage: Sendable {
  /// As locks name it: the name under `use`, after the folder of its script if that is another one.
  package let name: String
  package let origin: PackageOrigin
  /// The folder of its files, as the outermost script would name it.
  package let folder: String
  /// The same for this machine.
  package let path: String
  /// The folder of the script that uses it.
  let scriptFolder: String
  /// Nil unless it is on this machine.
  package internal(set) var digest: ContentDigest?
  /// The commit of its revision, if it is on this machine.
  package internal(set) var commit: String?
  /// Its entry in the lock, if that is of the same origin.
  let locked: LockedPackage?
  package internal(set) var problem: PackageProblem?

  package var isMissing: Bool {
    if case .missing? = problem { true } else { false }
  }
}

/// The packages that a script and the scripts that it plays use, each looked at once.
final class UsedPackages {
  private let lock: LockFile?
  /// The name of the lock beside the script.
  private let lockName: String
  private let scriptPath: String
  private let texts: any TextSource
  /// The folder of the cache of digests; nil without one.
  private let cache: String?
  private var known: [String: UsedPackage] = [:]

  init(
    lock: LockFile?, scriptPath: String, texts: any TextSource, cache: String?
  ) {
    self.lock = lock
    self.scriptPath = scriptPath
    self.texts = texts
    self.cache = cache
    lockName = lastComponent(of: ScriptLock.path(ofScript: scriptPath))
  }

  /// By their names.
  var list: [UsedPackage] { known.values.sorted { $0.name < $1.name } }

  /// Whether there is a lock, but without this package.
  func isUnlocked(_ name: String) -> UnlockedPackage? {
    guard let lock, lock.packages[name] == nil else { return nil }
    return UnlockedPackage(lock: lockName, command: "editc lock \(scriptPath)")
  }

  /// Why a package cannot be used; nil if it can.
  ///
  /// `folder` is that of its files from the outermost script, `path` the same for this machine. Of an old revision
  /// (`isOld`), only whether it is there is known.
  func problem(
    with origin: PackageOrigin, named name: String, in folder: String, at path: String,
    besideScriptsIn scriptFolder: String, isOld: Bool
  ) throws(WorkspaceError) -> PackageProblem? {
    if let known = known[name] {
      return known.origin == origin && known.folder == folder ? known.problem : .otherOfThisName
    }
    let entry = lock?.packages[name]
    var package = UsedPackage(
      name: name, origin: origin, folder: folder, path: path, scriptFolder: scriptFolder,
      locked: entry?.origin == origin.text ? entry : nil)
    package.problem = try problem(with: &package, entry, isOld: isOld)
    known[name] = package
    return package.problem
  }

  private func problem(
    with package: inout UsedPackage, _ entry: LockedPackage?, isOld: Bool
  ) throws(WorkspaceError) -> PackageProblem? {
    let missing = PackageProblem.missing(command: "editc fetch \(scriptPath)")
    guard FileKind(at: package.path, followsLinks: isOld) == .folder else { return missing }
    if isOld { return nil }
    guard let record = PackageRecord(ofFolder: package.path, texts: texts),
      record.origin == package.origin.text
    else { return missing }
    let folder: PackageFolder
    do throws(PackageRefusal) { folder = try PackageFolder(package.path) } catch {
      return .changed(error.reason)
    }
    let digest: ContentDigest
    switch try folder.digest(in: cache) {
    case .failure(let refusal): return .changed(refusal.reason)
    case .success(let found): digest = found
    }
    guard try digest == record.files.digest() else {
      guard case .success(let files) = try folder.files() else { return .changed("it is being changed") }
      return .changed(record.files.difference(in: files) ?? "its files have other digests")
    }
    package.digest = digest
    package.commit = record.commit
    let now = LockedPackage(digest: digest, origin: package.origin.text, commit: record.commit)
    return entry.flatMap { $0.difference(to: now) }.map {
      .differsFromLock($0, command: "editc lock \(scriptPath)")
    }
  }
}

extension LockedPackage {
  /// How another state of the package differs, in words; nil if it does not.
  package func difference(to now: LockedPackage) -> String? {
    func short(_ digits: String) -> Substring { digits.prefix(12) }
    if origin != now.origin { return "it is \(now.origin) instead of \(origin)" }
    if let commit, let new = now.commit, new != commit {
      return "commit \(short(new)) instead of \(short(commit))"
    }
    guard now.digest != digest else { return nil }
    return "its files have the digest \(short(now.digest.hex)) instead of \(short(digest.hex))"
  }
}
