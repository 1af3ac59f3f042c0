import Basics
import Composition
import ContentDigest
import EditScript
package import Network
import Processes

/// What became of a package.
package struct FetchedPackage: Sendable {
  package enum Outcome: Sendable {
    /// It was on this machine.
    case here
    /// It is in its folder now.
    case fetched(fileCount: Int, byteCount: Int64, commit: String?)
    /// A server has it. Whether an archive has the folder of the package is known when it is here.
    case available(isFolderUnknown: Bool)
    /// It is on this machine, but cannot be used, for this reason: "was changed after it was fetched: …".
    case unusable(String)
    case failed(NetworkFailure)
  }

  package let package: UsedPackage
  package let outcome: Outcome
}

/// Fetches packages into their folders. A folder appears with all its files, or not at all. None is replaced, except
/// one in `.editc/packages` that is as it was fetched.
package struct PackageFetch {
  private let options: FetchOptions
  private let inspector: Inspector
  private let root: RootFolder?
  private let onEvent: (FetchEvent) -> Void

  package init(_ options: FetchOptions, in workspace: Workspace, onEvent: @escaping (FetchEvent) -> Void) {
    self.options = options
    inspector = workspace.inspector
    root = workspace.root
    self.onEvent = onEvent
  }

  /// Returns what became of each package, in their order.
  package func carryOut(_ packages: [UsedPackage]) throws(WorkspaceError) -> [FetchedPackage] {
    var outcomes: [String: FetchedPackage.Outcome] = [:]
    let missing = packages.filter { package in
      guard isWanted(package) else { return false }
      outcomes[package.name] = refusal(ofWriting: package).map { .failed($0) }
      return outcomes[package.name] == nil
    }
    for (package, outcome) in try fetchArchives(of: missing) { outcomes[package.name] = outcome }
    for package in missing where outcomes[package.name] == nil {
      guard case .git(let url, let revision) = package.origin.source else { continue }
      outcomes[package.name] = try fetch(package, url, revision)
    }
    return packages.map { package in
      if case .changed(let reason)? = package.problem {
        return FetchedPackage(
          package: package, outcome: .unusable("was changed after it was fetched: \(reason)"))
      }
      let unknown = FetchedPackage.Outcome.failed(NetworkFailure(.missing, "no server has it"))
      return FetchedPackage(
        package: package, outcome: outcomes[package.name] ?? (package.isMissing ? unknown : .here))
    }
  }

  /// Whether a server is asked: for a missing package, for another state than the locked one, and for a new lock also
  /// for what a branch or a tag is now.
  private func isWanted(_ package: UsedPackage) -> Bool {
    if package.isMissing { return true }
    guard package.digest != nil else { return false }
    if !options.trustsFirst { return package.isStale }
    guard case .git = package.origin.source else { return false }
    return package.origin.vendored == nil
  }

  /// A script of others must not make this command write elsewhere, by `vendored` or by links in its folder.
  private func refusal(ofWriting package: UsedPackage) -> NetworkFailure? {
    let record = PackageRecord.path(ofFolder: package.path)
    for path in [package.path, record, Processes.folder(of: package.path) + "/.gitignore"]
    where FileKind(at: path, followsLinks: false) == .link {
      return NetworkFailure(.refused, "'\(path)' is a link; remove it")
    }
    guard let folder = try? RootFolder(package.scriptFolder), folder.holds(package.path) == true,
      root.map({ $0.holds(package.path) == true }) ?? true
    else {
      return NetworkFailure(
        .refused,
        "its folder, '\(package.folder)', is outside the folder of the script, where nothing is written"
      )
    }
    if let around = FetchedFolder(ofFileAt: package.scriptFolder + "/-") {
      return NetworkFailure(
        .refused, "its script is a file of the package in '\(around.path)', which stays as it was fetched")
    }
    if let vendored = package.origin.vendored, !isFolderOfProject(vendored) {
      return NetworkFailure(.refused, "'\(vendored)' is not a folder of this project for packages")
    }
    guard isThere(record), !FetchedFolder.isRecord(record) else { return occupation(of: package) }
    return NetworkFailure(
      .refused,
      "'\(record)' is there already, and no record of editc; "
        + (package.origin.vendored == nil ? "move it away" : "move it away, or choose another folder"))
  }

  /// Why a folder is not replaced: another package is there.
  private func occupation(of package: UsedPackage) -> NetworkFailure? {
    guard isThere(package.path),
      let record = PackageRecord(ofFolder: package.path, texts: FilesOnDisk()),
      record.origin != package.origin.text
    else { return nil }
    return NetworkFailure(
      .file,
      "'\(package.path)' is \(record.origin), and the script names \(package.origin.text); "
        + "remove the folder and fetch again")
  }

  /// Why files that are in the way stay.
  private func obstacle(to package: UsedPackage) -> NetworkFailure {
    let path = package.path
    if PackageRecord(ofFolder: path, texts: FilesOnDisk()) != nil {
      return NetworkFailure(
        .file, "'\(path)' is another state of the package; remove the folder and fetch again")
    }
    return NetworkFailure(
      .file,
      "'\(path)' is there already with other files; "
        + (package.origin.vendored == nil ? "move it away" : "choose another folder"))
  }

  // MARK: Archives

  private func fetchArchives(
    of packages: [UsedPackage]
  ) throws(WorkspaceError) -> [(UsedPackage, FetchedPackage.Outcome)] {
    var wanted: [(package: UsedPackage, media: ListedMedia)] = []
    for package in packages {
      guard case .archive(let url, let hex) = package.origin.source, let digest = ContentDigest(hex: hex)
      else { continue }
      let file = AbsentFile(
        file: package.name, path: package.path, digest: digest, byteCount: nil, urls: [url])
      wanted.append((package, ListedMedia(file, place: try hasStored(digest) ? .store : nil)))
    }
    guard !wanted.isEmpty else { return [] }
    let fetch = MediaFetch(options) { event in
      if case .done = event { return }
      onEvent(event)
    }
    var outcomes: [(UsedPackage, FetchedPackage.Outcome)] = []
    for (result, (package, _)) in zip(try fetch.carryOut(wanted.map(\.media)), wanted) {
      switch result.outcome {
      case .available:
        outcomes.append((package, .available(isFolderUnknown: package.origin.folder != nil)))
      case .here where options.onlyAsks:
        let refusal = try result.digest.flatMap { digest throws(WorkspaceError) in
          try members(of: options.cache.path(ofMedia: digest), folder: package.origin.folder).failure
        }
        outcomes.append((package, refusal.map { .failed($0) } ?? .available(isFolderUnknown: false)))
      case .here, .fetched:
        guard let digest = result.digest, try hasStored(digest) else {
          outcomes.append(
            (package, .failed(NetworkFailure(.file, "its archive is not in the content store"))))
          continue
        }
        outcomes.append(
          (package, try unpack(options.cache.path(ofMedia: digest), as: package, commit: nil)))
      case .failed:
        let failure = result.problems.last?.failure
        outcomes.append((package, .failed(failure ?? NetworkFailure(.missing, "no server has it"))))
      }
    }
    return outcomes
  }

  /// Whether the content store has a file; only its digest proves it. One with other bytes is removed, so that it is
  /// downloaded again.
  private func hasStored(_ digest: ContentDigest) throws(WorkspaceError) -> Bool {
    let path = options.cache.path(ofMedia: digest)
    guard let identity = FileIdentity(ofFileAt: path) else { return false }
    let digests = MediaDigests(folder: options.cache.digests)
    digests.identities[path] = identity
    if try digests.digest(ofFileAt: path, spelling: path) == digest { return true }
    do throws(FileError) { try removeFile(path) } catch { throw .file(error) }
    return false
  }

  // MARK: Repositories

  private func fetch(
    _ package: UsedPackage, _ url: String, _ revision: String
  ) throws(WorkspaceError) -> FetchedPackage.Outcome {
    let host = RemoteURL(url)?.host ?? ""
    if isPrivateHost(host), !options.privateHosts.contains(host) {
      return .failed(
        NetworkFailure(.refused, "\(host) is a private address; `--allow-private \(host)` allows it"))
    }
    if options.onlyAsks {
      let refusal = try PackageRepository().refusal(
        of: url, revision, lockedAs: locked(package)?.commit, folder: package.origin.folder)
      return refusal.map { .failed($0) } ?? .available(isFolderUnknown: false)
    }
    let fetched = try PackageRepository().fetch(
      url, revision, lockedAs: locked(package)?.commit, folder: package.origin.folder)
    switch fetched {
    case .failure(let failure): return .failed(failure)
    case .success(let fetched): return try unpack(fetched.archive, as: package, commit: fetched.commit)
    }
  }

  /// The entry in the lock that counts; nil if a new lock will be written.
  private func locked(_ package: UsedPackage) -> LockedPackage? {
    options.trustsFirst ? nil : package.locked
  }

  // MARK: Files

  /// The files in a folder of an archive.
  private func members(
    of archive: String, folder: String?
  ) throws(WorkspaceError) -> Result<[ArchiveMember], NetworkFailure> {
    let members: [ArchiveMember]
    switch try answers(to: [ArchiveQuestion(path: archive, folder: folder)], from: inspector).first {
    case .success(.value(let found))?: members = found
    case .success(.failure(let refusal))?: return .failure(NetworkFailure(.otherBytes, refusal.reason))
    case .failure(let failure)?: return .failure(NetworkFailure(.otherBytes, "\(failure)"))
    case nil: return .failure(NetworkFailure(.otherBytes, "it cannot be read"))
    }
    // The names once more: the process that read them had the archive's bytes.
    var names = PackageNames()
    do throws(PackageRefusal) {
      for member in members { try names.add(member.path, byteCount: member.byteCount) }
    } catch { return .failure(NetworkFailure(.otherBytes, error.reason)) }
    if members.isEmpty { return .failure(NetworkFailure(.otherBytes, "it has no files")) }
    return .success(members)
  }

  /// Writes the files of an archive beside their folder, and then gives them its name.
  private func unpack(
    _ archive: String, as package: UsedPackage, commit: String?
  ) throws(WorkspaceError) -> FetchedPackage.Outcome {
    let members: [ArchiveMember]
    switch try self.members(of: archive, folder: package.origin.folder) {
    case .failure(let failure): return .failed(failure)
    case .success(let found): members = found
    }
    try prepare(folder(of: package.path), isVendored: package.origin.vendored != nil)
    let work = try WorkFolder(in: folder(of: package.path))
    let files = try write(members, from: archive, to: work.path + "/files")
    let record = PackageRecord(origin: package.origin, commit: commit, files: files)
    let digest = try files.digest()
    if let locked = locked(package), locked.digest != digest {
      return .failed(
        NetworkFailure(
          .otherBytes,
          "its files have the digest \(digest.hex.prefix(12)), but the lock has \(locked.digest.hex.prefix(12))"
        )
      )
    }
    let outcome = FetchedPackage.Outcome.fetched(
      fileCount: files.files.count, byteCount: files.byteCount, commit: commit)
    if isThere(package.path) {
      if try isSame(package.path, digest) {
        try publish(record, of: package)
        return package.isMissing ? outcome : .here
      }
      guard package.digest != nil, package.origin.vendored == nil else {
        return .failed(obstacle(to: package))
      }
      // It is as it was fetched, so nothing of a person gets lost.
      do throws(FileError) { try renameFolder(package.path, to: work.path + "/old") } catch {
        throw .file(error)
      }
    }
    // Without its folder, the record means nothing.
    try publish(record, of: package)
    do throws(FileError) { try renameFolder(work.path + "/files", to: package.path) } catch {
      throw .file(error)
    }
    try? PackageFolder(package.path).note(digest, in: options.cache.digests)
    return outcome
  }

  /// Makes the folder of packages, which git ignores unless they are vendored.
  private func prepare(_ folder: String, isVendored: Bool) throws(WorkspaceError) {
    do throws(FileError) {
      try makeFolder(folder)
      if !isVendored, !isThere(folder + "/.gitignore") {
        try AtomicFile.publish(Array("*\n".utf8), at: folder + "/.gitignore")
      }
    } catch { throw .file(error) }
  }

  private func publish(_ record: PackageRecord, of package: UsedPackage) throws(WorkspaceError) {
    do throws(FileError) {
      try record.write(besideFolder: package.path, beneath: RootFolder(package.scriptFolder))
    } catch { throw .file(error) }
  }

  private func isSame(_ folder: String, _ digest: ContentDigest) throws(WorkspaceError) -> Bool {
    guard let present = try? PackageFolder(folder) else { return false }
    return (try? present.digest(in: nil).get()) == digest
  }

  private func write(
    _ members: [ArchiveMember], from archive: String, to folder: String
  ) throws(WorkspaceError) -> PackageFiles {
    var files: [PackageFiles.File] = []
    for member in members {
      let path = folder + "/" + member.path
      do {
        try makeFolder(Processes.folder(of: path))
        var bytes: [UInt8] = []
        while bytes.count < member.byteCount {
          let part = try readPart(
            of: archive, from: member.offset + Int64(bytes.count),
            count: Int(min(1 << 20, member.byteCount - Int64(bytes.count))))
          if part.isEmpty { throw FileError(.read, archive, .changed) }
          bytes += part
        }
        try writeCarelessly(bytes, to: path)
        files.append(.init(path: member.path, byteCount: member.byteCount, digest: try .of(bytes)))
      } catch let error as FileError { throw .file(error) } catch { throw .digest(DigestFailure()) }
    }
    return PackageFiles(files)
  }

  // MARK: Copies in the project

  /// What became of a copy.
  package struct Copy {
    package let isNew: Bool
    /// What the script writes under `vendored`.
    package let key: String
    /// Its folder, as the outermost script would name it.
    package let folder: String
    /// A file that tells git to change or leave out others; nil if there is none.
    package let gitFile: String?
  }

  /// Copies a package that is on this machine, with its record, into a folder beside the script that uses it. `folder`
  /// is relative to that script.
  package func vendor(
    _ package: UsedPackage, in folder: String
  ) throws(WorkspaceError) -> Result<Copy, NetworkFailure> {
    let own = lastComponent(of: package.name)
    let key = normalizedPath(folder + "/" + own)
    let target = resolve(key, in: package.scriptFolder)
    guard let digest = package.digest,
      let record = PackageRecord(ofFolder: package.path, texts: FilesOnDisk())
    else { return .failure(NetworkFailure(.missing, "it is not on this machine")) }
    let above = Processes.folder(of: package.name)
    let shown = above == "." ? key : above + "/" + key
    let copy = UsedPackage(
      name: package.name,
      origin: PackageOrigin(package.origin.source, folder: package.origin.folder, vendored: key),
      folder: shown, path: target, scriptFolder: package.scriptFolder, locked: nil)
    if let refusal = refusal(ofWriting: copy) { return .failure(refusal) }
    let gitFile = record.files.files.map(\.path).first {
      [".gitattributes", ".gitignore"].contains(lastComponent(of: $0))
    }
    func done(isNew: Bool) -> Result<Copy, NetworkFailure> {
      .success(Copy(isNew: isNew, key: key, folder: shown, gitFile: gitFile))
    }
    if isThere(target) {
      guard try isSame(target, digest) else { return .failure(obstacle(to: copy)) }
      try publish(record, of: copy)
      return done(isNew: false)
    }
    let folder = Processes.folder(of: target)
    try prepare(folder, isVendored: true)
    let work = try WorkFolder(in: folder)
    for file in record.files.files {
      let path = work.path + "/files/" + file.path
      do throws(FileError) {
        try makeFolder(Processes.folder(of: path))
        try writeCarelessly(
          try readFile(package.path + "/" + file.path, limit: Int(file.byteCount)), to: path)
      } catch { throw .file(error) }
    }
    guard try isSame(work.path + "/files", digest) else {
      throw .file(FileError(.read, package.path, .changed))
    }
    try publish(record, of: copy)
    do throws(FileError) { try renameFolder(work.path + "/files", to: target) } catch { throw .file(error) }
    return done(isNew: true)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
