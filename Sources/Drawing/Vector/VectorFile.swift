import Glibc
import SVGTree

/// SVG files.
package enum VectorFile {
  /// The bytes of a file that is meant as an SVG; nil for any other one.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // One more than the limit, so that reading it as a tree reports that it is too large.
    while bytes.count <= SVGLimits.bytes {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      let isFirst = bytes.isEmpty
      bytes += piece[..<count]
      let isPacked = SVGPicture.isCompressed(bytes) && path.lowercased().hasSuffix(".svgz")
      if isFirst, !isPacked, !SVGPicture.looksLikeOne(bytes) { return nil }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
