import Basics
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

  /// Whether it is another state of the package in the lock.
  var isStale: Bool {
    if case .differsFromLock? = problem { locked != nil } else { false }
  }
}

/// The packages that a script and the scripts that it plays use, each looked at once.
final class UsedPackages {
  private let lock: LockFile?
  /// The lock of an old version; its packages are compared with it.
  private let oldLock: LockFile?
  /// The name of the lock beside the script.
  private let lockName: String
  private let scriptPath: String
  private let texts: any TextSource
  /// The folder of the cache of digests; nil without one.
  private let cache: String?
  private var known: [String: UsedPackage] = [:]
  /// Why some packages cannot be told apart, in sentences.
  private(set) var clashes: [String] = []
  /// Whether the script is a text in git, whose packages no command fetches.
  private let isInGit: Bool

  init(
    lock: LockFile?, oldLock: LockFile?, isInGit: Bool, scriptPath: String, texts: any TextSource,
    cache: String?
  ) {
    self.lock = lock
    self.oldLock = oldLock
    self.isInGit = isInGit
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
    return UnlockedPackage(lock: lockName, command: "editc lock \(shellWord(scriptPath))")
  }

  /// Why a package cannot be used; nil if it can.
  ///
  /// `folder` is that of its files from the outermost script, `path` the same for this machine. That of an old revision
  /// (`isOld`) must be the one in the revision's lock.
  func problem(
    with origin: PackageOrigin, named name: String, in folder: String, at path: String,
    besideScriptsIn scriptFolder: String, isOld: Bool
  ) throws(WorkspaceError) -> PackageProblem? {
    if let known = known[name] {
      if known.origin == origin, known.folder == folder { return known.problem }
      clashes.append(
        "two scripts use different packages with the name '\(name)'; give one of them another name under `use`"
      )
      return .otherOfThisName
    }
    for other in list where other.folder != folder || other.origin.text != origin.text {
      guard overlap(other.folder, folder) else { continue }
      clashes.append(
        "the packages '\(other.name)' and '\(name)' share the folder '\(folder)'; give each its own under `vendored`"
      )
      return .sharesFolder(with: other.name)
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
    let missing =
      isOld || isInGit
      ? PackageProblem.missingInOld(nil) : .missing(command: "editc fetch \(shellWord(scriptPath))")
    guard FileKind(at: package.path, followsLinks: isOld) == .folder else { return missing }
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
    if isOld {
      let now = LockedPackage(digest: digest, origin: package.origin.text, commit: record.commit)
      return oldLock?.packages[package.name]?.difference(to: now).map { .missingInOld($0) }
    }
    let now = LockedPackage(digest: digest, origin: package.origin.text, commit: record.commit)
    return entry.flatMap { $0.difference(to: now) }.map {
      .differsFromLock($0, command: "editc lock \(shellWord(scriptPath))")
    }
  }
}

/// Whether one folder is another one, or in it, also where the case of letters does not count.
private func overlap(_ one: String, _ other: String) -> Bool {
  let (one, other) = (one.lowercased() + "/", other.lowercased() + "/")
  return one.hasPrefix(other) || other.hasPrefix(one)
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
