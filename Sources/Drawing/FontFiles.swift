import Composition
import ContentDigest
import Glibc

/// Reads font files, each once, to know them by their content.
final class FontFiles {
  private var known: [String: FontReference] = [:]

  func reference(_ path: String) throws(TextFailure) -> FontReference {
    if let reference = known[path] { return reference }
    let reference = FontReference(path: path, digest: try digest(of: path))
    known[path] = reference
    return reference
  }

  private func digest(of path: String) throws(TextFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .noSuchFontFile }
    defer { close(descriptor) }
    do {
      var stream = try DigestStream()
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = read(descriptor, &piece, piece.count)
        if count == 0 { return try stream.finalize().hex }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw TextFailure.notAFont }
        piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch let failure as TextFailure {
      throw failure
    } catch { throw .library("\(error)") }
  }
}
