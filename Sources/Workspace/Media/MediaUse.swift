/// How much of the media of a script the workspace reads.
package enum MediaUse: Sendable {
  /// Nothing: only the text is checked.
  case none
  /// The facts of each file. For a missing file, the facts of the lock.
  case facts
  /// The facts of each file, which must exist and match the lock.
  case content
  /// The facts of every file that the script names, used or not; the lock is ignored.
  case everything
  /// The facts of each file for a version of the script: from its lock, from git, or from the current file.
  case comparison

  var consultsLock: Bool { self == .facts || self == .content }
}
