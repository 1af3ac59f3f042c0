package import ContentDigest
import Glibc
import Processes

/// Stores what a program writes into a pipe as a media file, under its digest in the content store: media are read at
/// any place, which a pipe does not allow.
package struct PipedMedia {
  private let cache: CacheFolder

  package init(in cache: CacheFolder) {
    self.cache = cache
  }

  package enum Outcome: Sendable {
    case stored(ContentDigest, byteCount: Int64)
    /// The program wrote nothing.
    case empty
    /// Another command reads a pipe with this name.
    case busy
  }

  /// Reads to the end.
  ///
  /// - Parameter name: Distinguishes pipes that are read at the same time.
  package func store(from descriptor: Int32, as name: String) throws(WorkspaceError) -> Outcome {
    let path = try place(of: name)
    let partial: PartialFile
    do throws(FileError) {
      switch try PartialFile.open(path) {
      case .busy: return .busy
      case .opened(let opened): partial = opened
      }
    } catch { throw .file(error) }
    // What another command left is the beginning of other bytes.
    partial.empty()
    defer { partial.remove() }
    do throws(FileError) { try copy(from: descriptor, into: partial, path) } catch { throw .file(error) }
    let byteCount = partial.byteCount
    guard byteCount > 0 else { return .empty }
    let digest = try partial.digest()
    let final = cache.path(ofMedia: digest)
    do throws(FileError) { try partial.publish(as: final) } catch { throw .file(error) }
    try MediaDigests.note(digest, ofFileAt: final, in: cache.digests)
    return .stored(digest, byteCount: byteCount)
  }

  /// The place of bytes whose digest is not known yet.
  private func place(of name: String) throws(WorkspaceError) -> String {
    do throws(DigestFailure) {
      let digits = try ContentDigest.of(text: name).hex
      return "\(cache.media)/\(digits.prefix(2))/pipe-\(digits)"
    } catch { throw .digest(error) }
  }

  private func copy(from descriptor: Int32, into partial: PartialFile, _ path: String) throws(FileError) {
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(.read, "<stdin>", .system(errno: errno)) }
      if count == 0 { return }
      var done = 0
      while done < count {
        let written = piece.withUnsafeBytes {
          write(partial.file.number, $0.baseAddress?.advanced(by: done), count - done)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw FileError(.write, path, .system(errno: written < 0 ? errno : EIO)) }
        done += written
      }
      partial.renewLease()
    }
  }
}
