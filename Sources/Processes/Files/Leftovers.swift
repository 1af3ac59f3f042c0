import CLinux
import Glibc
import Synchronization

/// Finds temporary files and folders whose owner has ended.
///
/// A process locks (`flock`) what it has created while it uses it. The kernel releases the lock when the
/// process ends, for whatever reason, so an unlocked file is a leftover. Locks of another machine that shares
/// the folder may not be visible here. Names therefore identify the kernel on which they were created, and a
/// name from another kernel counts as a leftover only after a day.
package enum Leftovers {
  /// Identifies the running kernel: 12 characters that change at each boot; nil without `/proc`.
  static let kernel: String? = {
    let bytes = try? readFile("/proc/sys/kernel/random/boot_id", limit: 64)
    let digits = (bytes ?? []).filter(nameBytes.contains).prefix(kernelLength)
    return digits.count == kernelLength ? String(decoding: digits, as: UTF8.self) : nil
  }()
  static let kernelLength = 12
  private static let day = 86400
  private static let swept = Mutex<Set<String>>([])

  /// Removes the temporary files that processes left in a folder, `.NAME.OWNER-TAG.partial`, and settles sets
  /// of files. Ignores errors, because leftovers do no harm.
  package static func removeFiles(in folder: String) {
    for name in (try? listFolder(folder)) ?? [] {
      guard let maker = makerKernel(of: name) else { continue }
      remove(folder + "/" + name, isYoungLeft: maker != kernel) { path, facts in
        if facts.st_mode & S_IFMT == S_IFREG {
          unlink(path)
        } else if name.hasPrefix(AtomicFileSet.mark), facts.st_uid == geteuid() {
          AtomicFileSet.settle(leftover: path)
        }
      }
    }
  }

  /// The same, but only once per folder and process. `place` is the folder's path if `folder` can name
  /// another one later.
  static func removeFilesOnce(in folder: String, known place: String? = nil) {
    if swept.withLock({ $0.insert(place ?? folder).inserted }) { removeFiles(in: folder) }
  }

  /// Removes the temporary folders of our own user that processes left in a folder, `PREFIX-KERNEL-XXXXXX`.
  package static func removeFolders(in folder: String, prefix: String) {
    guard kernel != nil else { return }
    for name in (try? listFolder(folder)) ?? [] where name.hasPrefix(folderPrefix(prefix)) {
      remove(folder + "/" + name, isYoungLeft: false) { path, facts in
        // Other users' folders in a world-writable folder are none of our business.
        if facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() { removeTree(path) }
      }
    }
  }

  /// The prefix of a temporary folder's name.
  package static func folderPrefix(_ prefix: String) -> String {
    "\(prefix)-\(kernel ?? String(repeating: "x", count: kernelLength))-"
  }

  private static func remove(_ path: String, isYoungLeft: Bool, _ remove: (String, stat) -> Void) {
    var facts = stat()
    guard lstat(path, &facts) == 0, [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT),
      !isYoungLeft || time(nil) - facts.st_mtim.tv_sec > day
    else { return }
    // While we have the lock, an owner that is just creating the file waits, and then creates another one.
    guard let lock = UseLock(of: path, waits: false), lock.isOf(facts) else { return }
    remove(path, facts)
  }
}

/// Removes a folder with its contents. Links are removed, not followed; errors are ignored.
package func removeTree(_ path: String) {
  for name in (try? listFolder(path)) ?? [] {
    let inner = path + "/" + name
    if FileKind(at: inner, followsLinks: false) == .folder { removeTree(inner) } else { unlink(inner) }
  }
  rmdir(path)
}

/// Marks a temporary file or folder as used while this value exists.
package struct UseLock: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Nil if it cannot be locked, or was removed as a leftover before it was locked.
  package init?(of path: String, waits: Bool = true) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var number = open(path, O_RDWR | flags)
    // For folders and write-protected files.
    if number < 0 { number = open(path, O_RDONLY | flags) }
    guard number >= 0 else { return nil }
    let opened = Descriptor(owning: number)
    guard lock(opened.number, waits: waits), hasName(opened.number) else { return nil }
    descriptor = opened
  }

  fileprivate borrowing func isOf(_ facts: stat) -> Bool {
    var own = stat()
    return fstat(descriptor.number, &own) == 0 && own.st_ino == facts.st_ino && own.st_dev == facts.st_dev
  }
}

/// Locks an open file against `Leftovers`; false if that fails.
@discardableResult
func lock(_ descriptor: Int32, waits: Bool) -> Bool {
  while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
    guard errno == EINTR else { return false }
  }
  return true
}

/// False for a file or folder that was removed while it was being opened.
func hasName(_ descriptor: Int32) -> Bool {
  var facts = stat()
  return fstat(descriptor, &facts) == 0 && facts.st_nlink > 0
}

/// The kernel in the name of a temporary file; nil for other names.
private func makerKernel(of name: String) -> String? {
  let bytes = Array(name.utf8)
  // `.NAME.` + kernel and owner + `-` + tag + `.partial`
  let ending = TemporaryOwner.nameLength + 1 + TemporaryOwner.tagLength + TemporaryOwner.ending.utf8.count
  guard bytes.first == UInt8(ascii: "."), bytes.count > ending + 2, name.hasSuffix(TemporaryOwner.ending)
  else { return nil }
  let own = bytes.suffix(ending)
  let owner = own.prefix(TemporaryOwner.nameLength)
  let tag = own.dropFirst(TemporaryOwner.nameLength + 1).prefix(TemporaryOwner.tagLength)
  guard bytes[own.startIndex - 1] == UInt8(ascii: "."), owner.allSatisfy(nameBytes.contains),
    own[owner.endIndex] == UInt8(ascii: "-"), tag.allSatisfy(nameBytes.contains)
  else { return nil }
  return String(decoding: owner.prefix(Leftovers.kernelLength), as: UTF8.self)
}
