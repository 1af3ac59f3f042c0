import Glibc

/// Reads a font file.
package enum FontBytes {
  /// Larger than any font that people have.
  private static let limit = 256 << 20

  /// Nil where the file cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += piece[..<count]
    }
    return nil
  }
}
