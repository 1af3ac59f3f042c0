import CLinux
import Glibc

/// A file that shows other processes, on any machine that shares the folder, that one of them is making
/// something.
///
/// Its maker updates its time while it works; a lease that was not renewed for a while counts as abandoned.
/// Nothing depends on leases being respected: they only avoid duplicate work, so two processes that both find
/// one abandoned do no harm.
package final class Lease {
  private let path: String
  private let file: Descriptor

  private init(path: String, file: consuming Descriptor) {
    self.path = path
    self.file = file
  }

  /// Removes the file, unless it belongs to another process by now.
  deinit {
    if isOurs { unlink(path) }
  }

  private var isOurs: Bool { isSameFile(file.number, path) }

  /// The result of an attempt to take a lease.
  package enum Attempt {
    case taken(Lease)
    /// Another process has it, and seems to be alive.
    case held
    /// A lease is impossible, because the folder is not writable.
    case impossible
  }

  /// Takes the lease, even from a dead process of this machine, or from one that has not renewed it for
  /// `seconds`.
  package static func take(_ path: String, abandonedAfter seconds: Int64) -> Attempt {
    for _ in 0..<2 {
      let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if number >= 0 {
        let file = Descriptor(owning: number)
        // Locked first, then marked: a lease of this kernel that is not locked has lost its maker.
        lock(file.number, waits: false)
        try? writeAll(mark, to: file.number, named: path)
        return .taken(Lease(path: path, file: file))
      }
      guard errno == EEXIST else { return .impossible }
      guard removeIfAbandoned(path, after: seconds) else { return .held }
    }
    return .held
  }

  /// Whether a living process has the lease, without taking it. True if its machine is unknown.
  package static func isHeld(_ path: String) -> Bool {
    let number = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return errno != ENOENT && errno != ENOTDIR }
    let file = Descriptor(owning: number)
    return !isAlone(file.number)
  }

  /// Whether a lease of this kernel has lost its maker.
  private static func isAlone(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    let isOfThisKernel = !mark.isEmpty && count > 0 && Array(bytes.prefix(count)) == mark
    return isOfThisKernel && lock(descriptor, waits: false)
  }

  /// Shows that the maker is still working. The file's server sets the time, because only its clock counts.
  package func renew() { futimens(file.number, nil) }

  /// Removes a lease, whoever has it, because its work is done.
  package static func remove(_ path: String) { unlink(path) }

  /// Identifies the running kernel, on which the lock is valid.
  private static var mark: [UInt8] { Array((Leftovers.kernel ?? "").utf8) }

  private static func removeIfAbandoned(_ path: String, after seconds: Int64) -> Bool {
    let number = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // It was just released, or cannot be opened.
    guard number >= 0 else { return errno == ENOENT }
    let file = Descriptor(owning: number)
    guard isAlone(file.number) || isOld(file.number, path, seconds), isSameFile(file.number, path) else {
      return false
    }
    return unlink(path) == 0 || errno == ENOENT
  }

  /// The seconds since a lease was last renewed; nil if there is none.
  package static func age(of path: String) -> Int64? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let file = Descriptor(owning: number)
    return age(ofFile: file.number, path)
  }

  private static func isOld(_ descriptor: Int32, _ path: String, _ seconds: Int64) -> Bool {
    age(ofFile: descriptor, path).map { $0 > seconds } ?? false
  }

  /// The age of a file's last renewal by the clock of its server, which is that of a newly created file,
  /// because clocks of machines differ. Nil if it cannot be determined.
  private static func age(ofFile descriptor: Int32, _ path: String) -> Int64? {
    var facts = stat()
    var now = stat()
    guard fstat(descriptor, &facts) == 0, let probe = try? AtomicFile(at: path + ".now", takesRights: false),
      futimens(probe.descriptor, nil) == 0, fstat(probe.descriptor, &now) == 0
    else { return nil }
    return Int64(now.st_mtim.tv_sec) - Int64(facts.st_mtim.tv_sec)
  }
}

/// Whether a path names an open file.
private func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
  var (open, named) = (stat(), stat())
  return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0 && open.st_ino == named.st_ino
    && open.st_dev == named.st_dev
}
