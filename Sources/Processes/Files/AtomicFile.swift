import CLinux
import Glibc

/// A file that appears completely or not at all.
///
/// Bytes are written to a temporary name beside the target, `.NAME.TAG.partial`. `commit` syncs the file and
/// renames it atomically. A file that is not committed is removed with this value; `removeOpenTemporaries`
/// removes such files before the process ends by a signal, and `Leftovers` those of a killed process.
///
/// A file that replaces another gets its mode and, as far as permitted, its owner and group.
package final class AtomicFile {
  /// The target as the caller named it.
  package let path: String
  private let temporary: Temporary
  /// The target with symbolic links followed: a link to the film stays a link to the film.
  private let resolvedPath: String
  /// The folder of the file, if it must be in a root: the file appears in this folder even if links are
  /// changed.
  private let heldFolder: HeldPath?
  private let takesRights: Bool
  /// Locked while the old file has the temporary name, so that it is not removed as a leftover.
  private var oldFile: UseLock?
  private var isCommitted = false

  /// Creates the temporary file; fails immediately if the target is a folder or a device, or its name is
  /// impossible.
  ///
  /// Workers cannot preserve the mode of an old file, because their sandbox does not let them set one. With
  /// `root`, the file is created in this folder or not at all, together with missing folders above it.
  package init(
    at path: String, beneath root: RootFolder? = nil, owner: TemporaryOwner = .thisProcess,
    takesRights: Bool = true
  ) throws(FileError) {
    self.path = path
    self.takesRights = takesRights
    if let root {
      let (held, name) = try root.hold(folderOf: path)
      heldFolder = held
      resolvedPath = held.path + "/" + name
    } else {
      heldFolder = nil
      resolvedPath = try resolveLink(path)
    }
    let old = try regularFile(at: resolvedPath, named: path)
    if owner == .thisProcess {
      Leftovers.removeFilesOnce(in: folder(of: resolvedPath), known: heldFolder?.place)
    }
    // From the start, only users who can read the old file can read the new one.
    let mode = takesRights ? old.map { $0.st_mode & 0o777 | 0o600 } : nil
    temporary = try createTemporary(beside: resolvedPath, named: path, owner: owner, mode: mode ?? 0o666)
  }

  deinit {
    if !isCommitted { removeTemporary(temporaryPath) }
  }

  /// The path of the bytes before they are committed, for libraries that need one.
  package var temporaryPath: String { temporary.path }

  /// The same for other processes, which must not follow other users' links to it if there is a root.
  package var temporaryPathForOthers: String {
    heldFolder.map { $0.place + "/" + lastComponent(of: temporary.path) } ?? temporary.path
  }

  /// The temporary file, open for reading and writing; closed with this value.
  package var descriptor: Int32 { temporary.file.number }

  /// Appends bytes at the descriptor's position.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try writeAll(bytes, to: descriptor, named: path)
  }

  /// Starts the write-back to disk, so that `commit` waits less.
  package func startFlushing() {
    // Only a head start: if it is refused, nothing but time is lost.
    _ = editc_start_flushing(descriptor)
  }

  /// Reserves space on the disk behind the end of the file, whose size stays.
  package func reserveSpace(_ range: Range<Int64>) {
    // Not every file system can: then a full disk shows later.
    _ = editc_reserve_space(descriptor, Int(range.lowerBound), range.count)
  }

  /// Writes the bytes to disk and gives the file its name.
  ///
  /// Without `replacing`, an existing file stays and the error's kind is `alreadyExists`. After any error the
  /// target is unchanged.
  ///
  /// Without `syncing`, the bytes are written later: if the machine loses power before that, the file can be
  /// incomplete. Only for files whose readers detect that.
  ///
  /// With `expected`, only an old file with these bytes is replaced; otherwise the error's kind is `changed`. Where
  /// two names can be exchanged, no other program's save can get lost between the comparison and the replacement.
  package func commit(
    replacing: Bool, syncing: Bool = true, expecting expected: [UInt8]? = nil
  ) throws(FileError) {
    let old = try regularFile(at: resolvedPath, named: path)
    if let old, replacing, takesRights { try takeRights(of: old) }
    guard !syncing || fsync(descriptor) == 0 else { throw FileError(.write, path) }
    // Opened before the rename: if no descriptor is left, nothing has happened yet.
    let folder = try openFolder(folder(of: resolvedPath), operation: .create)
    try check(resolvedPath, for: expected)
    let placement = try replacing ? placeOverOld() : placeAsNew()
    do throws(FileError) {
      if case .exchanged = placement { try check(temporaryPath, for: expected) }
    } catch {
      takeBack(placement)
      throw error
    }
    guard !syncing || fsync(folder.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
      let error = FileError(.write, path)
      takeBack(placement)
      throw error
    }
    finish(placement)
  }
}

extension AtomicFile {
  /// Writes a small file atomically, such as a finished segment or a lock file.
  package static func publish(
    _ bytes: [UInt8], at path: String, beneath root: RootFolder? = nil, replacing: Bool = true,
    syncing: Bool = true, expecting expected: [UInt8]? = nil, owner: TemporaryOwner = .thisProcess
  ) throws(FileError) {
    let file = try AtomicFile(at: path, beneath: root, owner: owner)
    try file.write(bytes)
    try file.commit(replacing: replacing, syncing: syncing, expecting: expected)
  }
}

// MARK: - Giving the file its name

extension AtomicFile {
  private func takeRights(of old: stat) throws(FileError) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw FileError(.replace, path) }
    var mode = old.st_mode & 0o777
    if old.st_uid != new.st_uid || old.st_gid != new.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) != 0, old.st_gid != new.st_gid,
      fchown(descriptor, uid_t.max, old.st_gid) != 0
    {
      // Permissions of another group must not apply to ours.
      mode &= ~0o070
    }
    guard new.st_mode & 0o777 == mode || fchmod(descriptor, mode) == 0 else {
      throw FileError(.replace, path)
    }
  }

  /// How the new file got its name, which determines how to undo it.
  private enum Placement {
    case new
    /// The old file now has the temporary name and can be restored; if the process is killed here, the old
    /// file keeps that name.
    case exchanged
    /// The old file is gone, because this file system cannot exchange two names.
    case replaced
  }

  private func placeAsNew() throws(FileError) -> Placement {
    let result = editc_rename_unless_there(temporaryPath, resolvedPath)
    if result == 0 { return .new }
    guard isUnsupported(result) else { throw FileError(.create, path, .system(errno: -result)) }
    if link(temporaryPath, resolvedPath) != 0 {
      let code = errno
      guard code == EEXIST, hasTakenName(attempts: 1) else {
        throw FileError(.create, path, .system(errno: code))
      }
    }
    unlink(temporaryPath)
    return .new
  }

  private func placeOverOld() throws(FileError) -> Placement {
    oldFile = UseLock(of: resolvedPath, waits: false)
    let result = editc_exchange_names(temporaryPath, resolvedPath)
    if result == 0 { return .exchanged }
    // Either there is nothing to exchange with, or the file system cannot exchange: a plain rename handles
    // both.
    guard isUnsupported(result) || result == -ENOENT else {
      throw FileError(.replace, path, .system(errno: -result))
    }
    let wasThere = access(resolvedPath, F_OK) == 0
    if rename(temporaryPath, resolvedPath) != 0 {
      let code = errno
      guard code == ENOENT, hasTakenName() else { throw FileError(.create, path, .system(errno: code)) }
    }
    return wasThere ? .replaced : .new
  }

  /// Whether the file has its name although renaming failed: if a file server's first reply is lost, the
  /// request is repeated, and the server reports that the name exists (`link`) or that the temporary one does
  /// not (`rename`). Name lookups can be cached for a while, so the file is opened repeatedly, for up to
  /// three seconds by default.
  private func hasTakenName(attempts: Int = 30) -> Bool {
    for attempt in 0..<attempts {
      if attempt > 0 { usleep(100_000) }
      // The file was removed, perhaps with its folder.
      guard hasName(descriptor) else { return false }
      if hasName(descriptor, resolvedPath) { return true }
    }
    return false
  }

  private func takeBack(_ placement: Placement) {
    switch placement {
    case .new: unlink(resolvedPath)
    case .exchanged:
      _ = editc_exchange_names(temporaryPath, resolvedPath)
      // If another program has replaced the new file meanwhile, its file is the newest.
      if !hasName(descriptor, temporaryPath) { _ = editc_exchange_names(temporaryPath, resolvedPath) }
    case .replaced: break
    }
  }

  private func check(_ place: String, for expected: [UInt8]?) throws(FileError) {
    guard let expected else { return }
    let found = try? readFile(place, limit: expected.count + 1)
    guard found == expected else { throw FileError(.replace, path, .changed) }
  }

  private func finish(_ placement: Placement) {
    isCommitted = true
    if case .exchanged = placement {
      removeTemporary(temporaryPath)
    } else {
      OpenTemporaries.forget(temporaryPath)
    }
  }
}

private func isUnsupported(_ result: Int32) -> Bool { result == -EINVAL || result == -ENOSYS }

// MARK: - Before the file has its name

/// Whether an open file has this name.
private func hasName(_ descriptor: Int32, _ path: String) -> Bool {
  let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard number >= 0 else { return false }
  let named = Descriptor(owning: number)
  return isSameFile(descriptor, named.number)
}

/// Whether two open files are the same.
private func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
  var (first, second) = (stat(), stat())
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_ino == second.st_ino
    && first.st_dev == second.st_dev
}

private struct Temporary: ~Copyable {
  let file: Descriptor
  let path: String
}

private func createTemporary(
  beside target: String, named path: String, owner: TemporaryOwner, mode: mode_t
) throws(FileError) -> Temporary {
  while true {
    let temporary = folder(of: target) + "/" + owner.temporaryName(for: lastComponent(of: target))
    let number = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    if number >= 0 {
      let file = Descriptor(owning: number)
      lock(number, waits: true)
      // Another process may have removed it as a leftover before it was locked.
      guard hasName(number) else { continue }
      OpenTemporaries.remember(temporary)
      return Temporary(file: file, path: temporary)
    }
    guard errno == EEXIST || errno == EINTR else { throw FileError(.create, path) }
  }
}

private func removeTemporary(_ path: String) {
  unlink(path)
  OpenTemporaries.forget(path)
}

/// Resolves a link to a file; other paths, and dangling links, stay as they are.
private func resolveLink(_ path: String) throws(FileError) -> String {
  guard FileKind(at: path, followsLinks: false) == .link else { return path }
  return try realPath(path) ?? path
}

/// The facts of the regular file at a path; nil if nothing exists there.
private func regularFile(at resolved: String, named path: String) throws(FileError) -> stat? {
  var facts = stat()
  guard stat(resolved, &facts) == 0 else {
    // Whether the folder accepts the file shows when it is created, except for the length of its name.
    guard [ENOENT, ENOTDIR, EACCES, ELOOP].contains(errno) else { throw FileError(.create, path) }
    return nil
  }
  switch facts.st_mode & S_IFMT {
  case S_IFREG: return facts
  case S_IFDIR: throw FileError(.create, path, .system(errno: EISDIR))
  default: throw FileError(.create, path, .notAFile)
  }
}
