/// How far the workspace looks at the media of a script.
package enum MediaUse: Sendable {
  /// Not at all: only the text is checked.
  case none
  /// At the facts of each file. If a file is not here, a lock may tell its facts.
  case facts
  /// At the facts of each file, which must be here and have the bytes that a lock says.
  case content
  /// At every file the script names, used or not, whatever a lock says.
  case everything
  /// At what each file was for a version of the script: its lock, git, and the files that are here now.
  case comparison

  var consultsLock: Bool { self == .facts || self == .content }
}
