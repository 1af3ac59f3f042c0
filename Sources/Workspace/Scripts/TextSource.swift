package import Processes

/// A source of texts: scripts, other scripts that they play, values, subtitles, LUTs and locks.
///
/// Media files are never texts: they are read from the disk by path.
package protocol TextSource: Sendable {
  /// The bytes of a text; `path` is relative to the working folder or absolute.
  func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8]
}

/// The texts as they are on the disk.
package struct FilesOnDisk: TextSource {
  package init() {}

  package func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    try readFile(path, limit: limit)
  }
}

/// Unsaved texts of an editor, which override another source.
package struct OverlaidTexts: TextSource {
  private let base: any TextSource
  private let folder: String
  /// By absolute paths without `.`, `..` and doubled slashes.
  private var texts: [String: [UInt8]] = [:]

  /// Relative paths are relative to `folder`, which is absolute.
  package init(over base: any TextSource = FilesOnDisk(), relativeTo folder: String) {
    self.base = base
    self.folder = folder
  }

  /// Overrides the text of a file; nil removes the override.
  package mutating func lay(_ bytes: [UInt8]?, over path: String) {
    texts[absolute(path)] = bytes
  }

  package func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let bytes = texts[absolute(path)] else { return try base.bytes(ofFileAt: path, limit: limit) }
    guard bytes.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    return bytes
  }

  /// Uses names only, because editors name a file by the path that they opened, including links.
  private func absolute(_ path: String) -> String {
    var names: [Substring] = []
    for name in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }
}
