internal import CLinux
import Glibc

/// Files of one folder that all appear or none.
///
/// They are created in a folder within theirs, `.set.NAME.TAG.partial`, and `commit` moves them out.
/// Uncommitted files are removed with this value, with the open temporary files of a process that a signal
/// ends, or as a leftover of a killed process. A process that is killed while moving them leaves a note: the
/// next process finishes the work.
package final class AtomicFileSet {
  /// The prefix of the temporary folder's name.
  static let mark = ".set."

  private let folder: String
  /// Set if there is a root: the files appear in this folder even if links are changed.
  private let heldFolder: HeldPath?
  /// Contains the files, under their final names, until they are committed.
  package let temporaryFolder: String
  private let lockedFolder: Descriptor
  private var isCommitted = false

  /// `name` lets people recognise the temporary folder. With `root`, the files are created in this folder or
  /// not at all, together with missing folders.
  package init(in folder: String, named name: String, beneath root: RootFolder? = nil) throws(FileError) {
    let held = try root.map { root throws(FileError) in try root.hold(folder: folder) }
    let real = if let held { held.path } else { try realPath(folder) ?? folder }
    heldFolder = held
    Leftovers.removeFilesOnce(in: real, known: held?.place)
    self.folder = real
    while true {
      let temporary = real + "/" + TemporaryOwner.thisProcess.temporaryName(for: Self.mark.dropFirst() + name)
      guard mkdir(temporary, 0o777) == 0 else {
        guard errno == EEXIST else { throw FileError(.create, folder + "/" + name) }
        continue
      }
      OpenTemporaries.remember(temporary)
      let opened = try openFolder(temporary, operation: .create)
      lock(opened.number, waits: true)
      // Another process may have removed it as a leftover before it was locked.
      guard hasName(opened.number) else { continue }
      temporaryFolder = temporary
      lockedFolder = opened
      return
    }
  }

  /// The temporary folder for other processes, which must not follow other users' links to it if there is a
  /// root.
  package var temporaryFolderForOthers: String {
    heldFolder.map { $0.place + "/" + lastComponent(of: temporaryFolder) } ?? temporaryFolder
  }

  deinit {
    guard !isCommitted else { return }
    removeTree(temporaryFolder)
    OpenTemporaries.forget(temporaryFolder)
  }

  /// Gives the files their names, replacing the old ones in the folder. After any error, the folder is
  /// unchanged.
  package func commit(inPlaceOf old: [String]) throws(FileError) {
    let new = try listFolder(temporaryFolder)
    let (leaving, coming) = (Set(old), Set(new))
    for name in new where !leaving.contains(name) && isThere(folder + "/" + name) {
      throw FileError(.create, folder + "/" + name, .system(errno: EEXIST))
    }
    let synced = editc_sync_file_system(lockedFolder.number)
    guard synced >= 0 else { throw FileError(.write, folder, .system(errno: -synced)) }
    try note(old.filter { !coming.contains($0) })
    OpenTemporaries.forget(temporaryFolder)
    var moves: [(from: String, to: String)] = []
    do throws(FileError) {
      let aside = temporaryFolder + "/" + asideName
      try makeFolder(aside)
      for name in old { try move(folder + "/" + name, aside + "/" + name, &moves) }
      for name in new { try move(temporaryFolder + "/" + name, folder + "/" + name, &moves) }
    } catch {
      for (from, to) in moves.reversed() { _ = editc_rename_unless_there(to, from) }
      unlink(temporaryFolder + "/" + noteName)
      OpenTemporaries.remember(temporaryFolder)
      throw error
    }
    isCommitted = true
    if let opened = try? openFolder(folder, operation: .write) { fsync(opened.number) }
    removeTree(temporaryFolder)
  }

  /// Records that all files are complete, and which old ones must be removed.
  private func note(_ leaving: [String]) throws(FileError) {
    let path = temporaryFolder + "/" + noteName
    try createFile(path, leaving.flatMap { Array($0.utf8) + [0] })
    guard fsync(lockedFolder.number) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw FileError(.write, path)
    }
  }

  private func move(
    _ from: String, _ to: String, _ moves: inout [(from: String, to: String)]
  ) throws(FileError) {
    let result = editc_rename_unless_there(from, to)
    if result != 0 {
      // A file system that does not support this kind of rename.
      guard result == -EINVAL || result == -ENOSYS, !isThere(to), rename(from, to) == 0 else {
        throw FileError(.create, to, .system(errno: result == -EINVAL || result == -ENOSYS ? errno : -result))
      }
    }
    moves.append((from, to))
  }
}

extension AtomicFileSet {
  /// Settles what a killed process left: finishes a set whose files it had begun to move, and removes any
  /// other.
  static func settle(leftover: String) {
    let folder = Processes.folder(of: leftover)
    if let note = try? readFile(leftover + "/" + noteName, limit: 1 << 30) {
      // A note from elsewhere must not affect anything beyond the folder.
      for name in note.split(separator: 0) where !name.contains(UInt8(ascii: "/")) {
        unlink(folder + "/" + String(decoding: name, as: UTF8.self))
      }
      for name in (try? listFolder(leftover)) ?? [] where name != noteName && name != asideName {
        rename(leftover + "/" + name, folder + "/" + name)
      }
    }
    removeTree(leftover)
  }
}

/// Names that no file of a set can have, because those start with the letters of their pattern or with a
/// number.
private let noteName = ".editc-moving"
private let asideName = ".editc-replaced"

/// Creates a new file; fails if something exists already.
package func createFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
  guard number >= 0 else { throw FileError(.create, path) }
  let file = Descriptor(owning: number)
  try writeAll(bytes, to: file.number, named: path)
}
