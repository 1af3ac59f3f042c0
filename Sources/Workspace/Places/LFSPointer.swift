import ContentDigest
import Processes

/// The pointer that Git LFS leaves in place of a file that was not fetched, with the file's digest and size.
struct LFSPointer {
  let digest: ContentDigest
  let byteCount: Int64

  /// Git LFS takes no larger file for a pointer.
  static let mostBytes = 1023

  /// Nil if the file is not a pointer of a known form.
  init?(fileAt path: String) {
    guard let bytes = try? readFile(path, limit: Self.mostBytes) else { return nil }
    self.init(bytes)
  }

  /// Nil if the bytes are not a pointer.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes else { return nil }
    var members: [Substring: Substring] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let blank = line.firstIndex(of: " ") else { return nil }
      members[line[..<blank]] = line[line.index(after: blank)...]
    }
    guard members["version"]?.hasPrefix("https://git-lfs") == true, let digest = members["oid"],
      digest.hasPrefix("sha256:"), let digest = ContentDigest(hex: String(digest.dropFirst(7))),
      let byteCount = members["size"].flatMap({ Int64($0) }), byteCount >= 0
    else { return nil }
    self.digest = digest
    self.byteCount = byteCount
  }
}
