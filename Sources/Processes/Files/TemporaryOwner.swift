internal import CLinux
import Glibc
import Synchronization

/// The owner of a temporary file, as part of its name.
///
/// A killed worker cannot clean up. Its parent gives it an owner name and later removes what the worker left;
/// files of another render in the same folder have another owner and stay.
package struct TemporaryOwner: Hashable, Sendable {
  package let name: String

  static let nameLength = Leftovers.kernelLength + 8
  static let tagLength = 8
  static let ending = ".partial"

  /// Creates a unique owner. Its name starts with the running kernel, for `Leftovers`.
  package init() {
    let kernel = Leftovers.kernel ?? String(repeating: "x", count: Leftovers.kernelLength)
    name = kernel + randomName(length: Self.nameLength - Leftovers.kernelLength)
  }

  /// The owner that a parent passed on our command line; nil unless it consists of 1 to 32 lower-case letters
  /// and digits.
  package init?(name: String) {
    guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(nameBytes.contains) else { return nil }
    self.name = name
  }

  package static let thisProcess = TemporaryOwner()

  func temporaryName(for target: String) -> String {
    // A name may have 255 bytes; its start identifies the file to people.
    var readable = target
    while readable.utf8.count > 180 { readable.removeLast() }
    return ".\(readable).\(name)-\(randomName(length: Self.tagLength))\(Self.ending)"
  }
}

extension TemporaryOwner {
  /// Removes the temporary files that this owner left in the folder. Only call this after its processes have
  /// ended.
  package func removeLeftovers(in folder: String) throws(FileError) {
    for file in try listFolder(folder) where isTemporary(file) && file.contains(".\(name)-") {
      try removeFile(folder + "/" + file)
    }
  }

  /// Removes all temporary files that were not written to for this many seconds: leftovers of killed
  /// processes.
  package static func removeLeftovers(in folder: String, olderThan seconds: Int) throws(FileError) {
    let now = time(nil)
    for file in try listFolder(folder) where isTemporary(file) {
      let path = folder + "/" + file
      var facts = stat()
      guard lstat(path, &facts) == 0, now - facts.st_mtim.tv_sec > seconds else { continue }
      try removeFile(path)
    }
  }
}

private func isTemporary(_ name: String) -> Bool {
  name.hasPrefix(".") && name.hasSuffix(TemporaryOwner.ending)
}

let nameBytes = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

/// A name that no other process generates at the same time. If it exists nevertheless, another one is tried.
/// It comes from the clock and the process rather than the kernel's random numbers, whose failure would crash
/// Swift.
private func randomName(length: Int) -> String {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  let count = nameCount.withLock { count in
    count &+= 1
    return count
  }
  var state = UInt64(truncatingIfNeeded: now.tv_sec &* 1_000_000_000 &+ now.tv_nsec)
  state ^= UInt64(truncatingIfNeeded: getpid()) << 40 ^ count << 20
  return String(
    decoding: (0..<length).map { _ in
      // SplitMix64
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return nameBytes[Int((mixed ^ (mixed >> 31)) % UInt64(nameBytes.count))]
    }, as: UTF8.self)
}

private let nameCount = Mutex<UInt64>(0)

/// The uncommitted temporary files, and folders of them, of this process.
enum OpenTemporaries {
  private static let paths = Mutex<Set<String>>([])

  static func remember(_ path: String) {
    paths.withLock { _ = $0.insert(path) }
  }

  static func forget(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// `isWanted` is for tests, which share the process with others.
  static func removeAll(where isWanted: (String) -> Bool = { _ in true }) {
    let open = paths.withLock { open in
      let wanted = open.filter(isWanted)
      open.subtract(wanted)
      return wanted
    }
    for path in open where unlink(path) != 0 { removeTree(path) }
  }
}

/// Removes all uncommitted files of this process, as the last step before a signal ends it. Ordinary code,
/// not for signal handlers, which we do not have.
package func removeOpenTemporaries() {
  OpenTemporaries.removeAll()
}
