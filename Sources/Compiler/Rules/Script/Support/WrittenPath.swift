/// A path as text: nothing here asks the file system.
struct WrittenPath: Hashable {
  let isAbsolute: Bool
  /// Without `.`, empty parts and every `..` that has a folder to leave.
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

  /// Whether the path leaves the folder it is relative to.
  var climbsOut: Bool { parts.first == ".." }
}
