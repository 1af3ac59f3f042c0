/// A path as text, without access to the file system.
struct WrittenPath: Hashable {
  let isAbsolute: Bool
  /// Without `.`, empty parts, and every `..` that follows a folder.
  let parts: [String]

  init(_ text: String) {
    isAbsolute = text.utf8.first == UInt8(ascii: "/")
    var parts: [String] = []
    for part in text.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !isAbsolute {
        parts.append("..")
      }
    }
    self.parts = parts
  }

  /// Whether the path leads out of the folder to which it is relative.
  var climbsOut: Bool { parts.first == ".." }
}
