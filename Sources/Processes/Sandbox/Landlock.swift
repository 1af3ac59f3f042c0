import CLinux
import Glibc

/// The kernel's version of Landlock; nil if it is not built in or is disabled.
package var landlockVersion: Int? { Landlock.version }

/// The kernel's access control for files, which a process applies to itself and cannot remove.
struct Landlock {
  /// The version of the kernel's interface, which determines its features.
  let version: Int

  /// See `landlockVersion`.
  static var version: Int? {
    let version = editc_landlock_version()
    return version > 0 ? Int(version) : nil
  }

  /// Denies everything that this version can deny, except what the rules allow.
  func restrict(_ rules: SandboxRules) throws(SandboxError) {
    var handled = editc_landlock_ruleset(
      files: FileRights.known(to: version).rawValue,
      // Listening and connecting by TCP; leaving by abstract sockets and signals.
      network: version >= 4 ? (rules.connects ? 0b01 : 0b11) : 0, scope: version >= 6 ? 0b11 : 0)
    let number = editc_landlock_create(&handled)
    guard number >= 0 else { throw .system(SystemError("make Landlock rules", code: -number)) }
    let ruleset = Descriptor(owning: number)
    for path in rules.readable { try allow(.reading, path, ruleset) }
    for path in rules.writableFolders + rules.writableFiles {
      try allow([.reading, .writing], path, ruleset)
    }
    let result = editc_landlock_restrict(ruleset.number)
    guard result >= 0 else { throw .system(SystemError("enter Landlock", code: -result)) }
  }

  /// What a worker could do despite the rules of an old version.
  var shortcomings: [String] {
    version < 3
      ? ["this kernel's Landlock (version \(version)) cannot prevent files from being truncated"] : []
  }

  private func allow(
    _ rights: FileRights, _ path: String, _ ruleset: borrowing Descriptor
  ) throws(SandboxError) {
    var number = open(path, editc_open_path_only)
    while number < 0, errno == EINTR { number = open(path, editc_open_path_only) }
    guard number >= 0 else { throw .path(FileError(.open, path)) }
    let place = Descriptor(owning: number)
    var facts = stat()
    guard fstat(place.number, &facts) == 0 else { throw .path(FileError(.open, path)) }
    var rights = rights.intersection(.known(to: version))
    if facts.st_mode & S_IFMT != S_IFDIR { rights.formIntersection(.ofFiles) }
    let result = editc_landlock_allow_path(ruleset.number, place.number, rights.rawValue)
    guard result >= 0 else { throw .path(FileError(.open, path, .system(errno: -result))) }
  }
}

/// The kernel's access rights for files.
private struct FileRights: OptionSet {
  let rawValue: UInt64

  static let writeFile = FileRights(rawValue: 1 << 1)
  static let readFile = FileRights(rawValue: 1 << 2)
  static let readFolder = FileRights(rawValue: 1 << 3)
  static let removeFolder = FileRights(rawValue: 1 << 4)
  static let removeFile = FileRights(rawValue: 1 << 5)
  static let makeFolder = FileRights(rawValue: 1 << 7)
  static let makeFile = FileRights(rawValue: 1 << 8)
  static let truncate = FileRights(rawValue: 1 << 14)

  static let reading: FileRights = [.readFile, .readFolder]
  static let writing: FileRights = [
    .writeFile, .removeFile, .removeFolder, .makeFile, .makeFolder, .truncate,
  ]
  /// The rights that apply to a single file.
  static let ofFiles: FileRights = [.readFile, .writeFile, .truncate]

  /// Rights are numbered in the order in which the kernel introduced them.
  static func known(to version: Int) -> FileRights {
    let count: UInt64 =
      switch version {
      case ...1: 13
      case 2: 14
      case 3, 4: 15
      default: 16
      }
    return FileRights(rawValue: (1 << count) - 1)
  }
}
