package import Processes

extension ListedMedia {
  /// Writes a file that was found elsewhere to its path. Replaces nothing but the Git LFS pointer of the same file.
  package func place(fromFileAt source: String, beneath root: RootFolder?) throws(FileError) {
    var pointer: [UInt8]?
    if isThere(path) {
      let bytes = try readFile(path, limit: LFSPointer.mostBytes)
      guard let digest, LFSPointer(bytes)?.digest == digest else { throw FileError(.replace, path, .changed) }
      pointer = bytes
    } else if root == nil {
      try makeFolder(folder(of: path))
    }
    let file = try AtomicFile(at: path, beneath: root)
    try file.fill(withFileAt: source)
    try file.commit(replacing: pointer != nil, expecting: pointer)
  }
}
