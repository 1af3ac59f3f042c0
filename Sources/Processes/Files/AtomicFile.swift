import CLinux
import Glibc

/// A file that appears whole or not at all.
///
/// Bytes are written to a temporary name beside the target, `.NAME.TAG.partial`. `commit` syncs the file and gives it
/// its name in one step. A file that is not committed is removed with this value; `removeOpenTemporaries` removes
/// them before the process ends by a signal.
package final class AtomicFile {
  /// The target as the caller named it.
  package let path: String
  private let temporary: Temporary
  /// The target with symbolic links followed: a link to the film stays a link to the film.
  private let resolvedPath: String
  private var isCommitted = false

  /// Creates the temporary file; fails at once where the target is a folder or a device.
  package init(at path: String, owner: TemporaryOwner = .thisProcess) throws(FileError) {
    self.path = path
    resolvedPath = resolveLink(path)
    try refuseSpecialFile(at: resolvedPath, named: path)
    temporary = try createTemporary(beside: resolvedPath, named: path, owner: owner)
  }

  deinit {
    if !isCommitted { removeTemporary(temporaryPath) }
  }

  /// Where the bytes are until they are committed; for libraries that want a name.
  package var temporaryPath: String { temporary.path }

  /// The temporary file, open for reading and writing; closed with this value.
  package var descriptor: Int32 { temporary.file.number }

  /// Appends bytes at the descriptor's position.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try writeAll(bytes, to: descriptor, named: path)
  }

  /// Starts the write-back to disk, so `commit` waits for less.
  package func startFlushing() {
    // Only a head start: where it is refused, nothing is lost but time.
    _ = editc_start_flushing(descriptor)
  }

  /// Brings the bytes to the disk and gives the file its name.
  ///
  /// Without `replacing`, a file that is already there stays and the error's kind is `alreadyExists`. After
  /// any error the target is as it was before.
  package func commit(replacing: Bool) throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(.write, path) }
    try refuseSpecialFile(at: resolvedPath, named: path)
    // Opened before the name appears: when no descriptor is left, nothing has happened yet.
    let folder = try openFolder(folder(of: resolvedPath), operation: .create)
    let placement = try replacing ? placeOverOld() : placeAsNew()
    guard fsync(folder.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
      let error = FileError(.write, path)
      takeBack(placement)
      throw error
    }
    finish(placement)
  }
}

extension AtomicFile {
  /// Writes a small file whole: the finished segment, the lock file.
  package static func publish(
    _ bytes: [UInt8], at path: String, replacing: Bool = true, owner: TemporaryOwner = .thisProcess
  ) throws(FileError) {
    let file = try AtomicFile(at: path, owner: owner)
    try file.write(bytes)
    try file.commit(replacing: replacing)
  }
}

// MARK: - Giving the file its name

extension AtomicFile {
  /// How the new file came to its name, which says how to undo it.
  private enum Placement {
    case new
    /// The old file now has the temporary name and can be restored; if the process is killed here, it keeps that
    /// name.
    case exchanged
    /// The old file is gone: this file system cannot exchange two names.
    case replaced
  }

  private func placeAsNew() throws(FileError) -> Placement {
    let result = editc_rename_unless_there(temporaryPath, resolvedPath)
    if result == 0 { return .new }
    guard isUnsupported(result) else { throw FileError(.create, path, .system(errno: -result)) }
    guard link(temporaryPath, resolvedPath) == 0 else { throw FileError(.create, path) }
    unlink(temporaryPath)
    return .new
  }

  private func placeOverOld() throws(FileError) -> Placement {
    let result = editc_exchange_names(temporaryPath, resolvedPath)
    if result == 0 { return .exchanged }
    // Nothing there to exchange with, or a file system that cannot: the plain rename does both.
    guard isUnsupported(result) || result == -ENOENT else {
      throw FileError(.replace, path, .system(errno: -result))
    }
    let wasThere = access(resolvedPath, F_OK) == 0
    guard rename(temporaryPath, resolvedPath) == 0 else { throw FileError(.create, path) }
    return wasThere ? .replaced : .new
  }

  private func takeBack(_ placement: Placement) {
    switch placement {
    case .new: unlink(resolvedPath)
    case .exchanged: _ = editc_exchange_names(temporaryPath, resolvedPath)
    case .replaced: break
    }
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

private struct Temporary: ~Copyable {
  let file: Descriptor
  let path: String
}

private func createTemporary(
  beside target: String, named path: String, owner: TemporaryOwner
) throws(FileError) -> Temporary {
  while true {
    let temporary = folder(of: target) + "/" + owner.temporaryName(for: lastComponent(of: target))
    let number = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    if number >= 0 {
      OpenTemporaries.remember(temporary)
      return Temporary(file: Descriptor(owning: number), path: temporary)
    }
    guard errno == EEXIST || errno == EINTR else { throw FileError(.create, path) }
  }
}

private func removeTemporary(_ path: String) {
  unlink(path)
  OpenTemporaries.forget(path)
}

private func resolveLink(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

private func refuseSpecialFile(at resolved: String, named path: String) throws(FileError) {
  var facts = stat()
  guard stat(resolved, &facts) == 0 else { return }
  switch facts.st_mode & S_IFMT {
  case S_IFREG: return
  case S_IFDIR: throw FileError(.create, path, .system(errno: EISDIR))
  default: throw FileError(.create, path, .notAFile)
  }
}
