import ContentDigest
import Processes

/// What Git LFS leaves in the place of media that were not fetched: which bytes belong there.
struct LFSPointer {
  let digest: ContentDigest
  let byteCount: Int64

  /// Nil when the file is no pointer, or one of a form that we do not know.
  init?(fileAt path: String) {
    guard let bytes = try? readFile(path, limit: 1023) else { return nil }
    self.init(bytes)
  }

  /// Nil when these are other bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count < 1024 else { return nil }
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
