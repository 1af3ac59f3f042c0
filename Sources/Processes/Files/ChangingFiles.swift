import Glibc

/// Writes bytes behind those that a file holds; makes the file where there is none.
package func appendToFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
  guard number >= 0 else { throw FileError(.create, path) }
  let file = Descriptor(owning: number)
  try writeAll(bytes, to: file.number, named: path)
}

extension AtomicFile {
  /// Gives a file new bytes, whole or not at all; its rights stay, and its owner where we may set it.
  package static func replaceContent(of path: String, with bytes: [UInt8]) throws(FileError) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw FileError(.replace, path) }
    // Replacing needs rights on the folder only; who took the right to write from a file meant its bytes.
    guard access(path, W_OK) == 0 else { throw FileError(.replace, path) }
    let file = try AtomicFile(at: path)
    try file.write(bytes)
    // The owner first: changing it takes some rights away.
    _ = fchown(file.descriptor, facts.st_uid, facts.st_gid)
    guard fchmod(file.descriptor, facts.st_mode & 0o7777) == 0 else { throw FileError(.replace, path) }
    try file.commit(replacing: true)
  }
}
