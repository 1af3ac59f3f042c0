internal import CLinux
import Glibc

/// Identifies a file and its state: the same identity means the same bytes.
///
/// Writing changes the times of a file, and replacing it changes its number. Only a change within one tick of
/// the kernel's clock (a few milliseconds) is missed.
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

  /// Nil if nothing can be found at the path. Links are followed.
  package init?(ofFileAt path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// The same; throws if it is unknown whether something exists.
  package static func found(at path: String) throws(FileError) -> FileIdentity? {
    if let identity = FileIdentity(ofFileAt: path) { return identity }
    guard [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno) else { throw FileError(.open, path) }
    return nil
  }

  /// Nil if the descriptor is not open.
  package init?(ofDescriptor descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// Whether both are the same file, possibly in different states or under different names.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }

  /// Whether the file is old enough for another change to show in its times.
  package var hasSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (age, overflow) = nanoseconds(now).subtractingReportingOverflow(max(modified, changed))
    return !overflow && age > 2_000_000_000
  }
}

/// Wraps after the year 2262, but still distinguishes times.
private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// The kind of file at a path.
package enum FileKind: Hashable, Sendable {
  case file
  case folder
  /// A symbolic link; only if links are not followed.
  case link
  /// A device, a pipe or a socket.
  case special

  /// Nil if nothing can be found there.
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

/// The owners of a file or folder and, if the path is a link, of the link; empty if nothing can be found
/// there.
package func ownersOfFile(_ path: String) -> Set<UInt32> {
  var facts = stat()
  var owners: Set<UInt32> = []
  if stat(path, &facts) == 0 { owners.insert(facts.st_uid) }
  if lstat(path, &facts) == 0 { owners.insert(facts.st_uid) }
  return owners
}

/// The user whose rights this process has.
package var ownUser: UInt32 { geteuid() }

/// Appends bytes to a file, which is created if it does not exist.
package func appendToFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
  guard number >= 0 else { throw FileError(.create, path) }
  let file = Descriptor(owning: number)
  try writeAll(bytes, to: file.number, named: path)
}

extension AtomicFile {
  /// Replaces the bytes of a file atomically, if they are those that were read from it; its mode stays, and its
  /// owner if we may set it.
  package static func replaceContent(
    _ old: [UInt8], of path: String, with bytes: [UInt8], beneath root: RootFolder? = nil
  ) throws(FileError) {
    // Replacing only needs rights on the folder, but a write-protected file protects its bytes.
    guard access(path, W_OK) == 0 else { throw FileError(.replace, path) }
    try publish(bytes, at: path, beneath: root, expecting: old)
  }
}

/// How many seconds before `now` a file was last read or written; nil if it does not exist. Most file systems
/// record a read at most once a day.
package func secondsSinceUse(ofFileAt path: String, at now: Int64) -> Int64? {
  var facts = stat()
  guard lstat(path, &facts) == 0 else { return nil }
  return max(0, now &- Int64(max(facts.st_mtim.tv_sec, facts.st_atim.tv_sec)))
}

/// The time by the clock of the file server of a folder, found by creating a file there, or else by this
/// machine's.
package func serverTime(inFolder folder: String) -> Int64 {
  var facts = stat()
  guard isThere(folder), let probe = try? AtomicFile(at: folder + "/now", takesRights: false),
    futimens(probe.descriptor, nil) == 0, fstat(probe.descriptor, &facts) == 0
  else { return Int64(time(nil)) }
  return Int64(facts.st_mtim.tv_sec)
}
