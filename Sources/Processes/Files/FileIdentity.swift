internal import CLinux
import Glibc

/// Identifies a file and its state: the same identity means the same bytes.
///
/// A write changes the times of a file, and a replacement changes its number. Only a change within one tick of the
/// kernel's clock (a few milliseconds) is missed.
package struct FileIdentity: Hashable, Sendable, Codable {
  package let device: UInt64
  package let number: UInt64
  package let byteCount: Int64
  /// When the bytes were last written, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of bytes, name or permissions (ctime), which programs cannot set.
  package let changed: Int64

  private init(_ facts: stat) {
    device = UInt64(facts.st_dev)
    number = UInt64(facts.st_ino)
    byteCount = Int64(facts.st_size)
    modified = nanoseconds(facts.st_mtim)
    changed = nanoseconds(facts.st_ctim)
  }

  /// Nil when nothing can be found at the path; links are followed.
  package init?(ofFileAt path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// The same; throws if it cannot be found out whether something is there.
  package static func found(at path: String) throws(FileError) -> FileIdentity? {
    if let identity = FileIdentity(ofFileAt: path) { return identity }
    guard [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno) else { throw FileError(.open, path) }
    return nil
  }

  /// Nil when the descriptor is not open.
  package init?(ofDescriptor descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// Whether both are one file, be it in different states or by different names.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }

  /// Whether the file has rested long enough for another change to show in its times.
  package var hasSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (age, overflow) = nanoseconds(now).subtractingReportingOverflow(max(modified, changed))
    return !overflow && age > 2_000_000_000
  }
}

/// Wraps after the year 2262, where it still tells one moment from another.
private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// What is at a path.
package enum FileKind: Hashable, Sendable {
  case file
  case folder
  /// A symbolic link; only where links are not followed.
  case link
  /// A device, a pipe or a socket.
  case special

  /// Nil when nothing can be found there.
  package init?(at path: String, followsLinks: Bool) {
    var facts = stat()
    guard (followsLinks ? stat(path, &facts) : lstat(path, &facts)) == 0 else { return nil }
    self =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
  }
}

/// The users whom a file or a folder belongs to: its own user, and that of the link if the path is one; none when nothing
/// can be found there.
package func ownersOfFile(_ path: String) -> Set<UInt32> {
  var facts = stat()
  var owners: Set<UInt32> = []
  if stat(path, &facts) == 0 { owners.insert(facts.st_uid) }
  if lstat(path, &facts) == 0 { owners.insert(facts.st_uid) }
  return owners
}

/// The user whose rights this process has.
package var ownUser: UInt32 { geteuid() }

/// Writes bytes behind those that a file holds; makes the file where there is none.
package func appendToFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
  guard number >= 0 else { throw FileError(.create, path) }
  let file = Descriptor(owning: number)
  try writeAll(bytes, to: file.number, named: path)
}

extension AtomicFile {
  /// Gives a file new bytes, whole or not at all; its mode stays, and its owner where we may set it.
  package static func replaceContent(
    of path: String, with bytes: [UInt8], beneath root: RootFolder? = nil
  ) throws(FileError) {
    // Replacing needs rights on the folder only; who took the right to write from a file meant its bytes.
    guard access(path, W_OK) == 0 else { throw FileError(.replace, path) }
    try publish(bytes, at: path, beneath: root)
  }
}

/// How long before a moment a file was last read or written, in seconds; nil if it is not there. Most file systems note a
/// reading once a day at most.
package func secondsSinceUse(ofFileAt path: String, at now: Int64) -> Int64? {
  var facts = stat()
  guard lstat(path, &facts) == 0 else { return nil }
  return max(0, now &- Int64(max(facts.st_mtim.tv_sec, facts.st_atim.tv_sec)))
}

/// The time by the clock of the server that keeps a folder: that of a file which is made there. That of this machine where
/// none can be made.
package func serverTime(inFolder folder: String) -> Int64 {
  var facts = stat()
  guard isThere(folder), let probe = try? AtomicFile(at: folder + "/now", takesRights: false),
    futimens(probe.descriptor, nil) == 0, fstat(probe.descriptor, &facts) == 0
  else { return Int64(time(nil)) }
  return Int64(facts.st_mtim.tv_sec)
}
