import Glibc

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
