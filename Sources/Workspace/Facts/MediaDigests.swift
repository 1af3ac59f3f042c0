package import Composition
package import ContentDigest
import FoundationEssentials
import Glibc
import Processes

/// The content of media files, as digests; files that have not changed since they were last read are not read again.
package final class MediaDigests {
  /// Nil if nothing is remembered from one command to the next.
  let folder: String?
  /// By path, the state of each file whose digest is wanted.
  var identities: [String: FileIdentity] = [:]
  private var known: [String: ContentDigest] = [:]

  init(folder: String?) {
    self.folder = folder
  }

  package func digest(of reference: MediaReference) throws(WorkspaceError) -> ContentDigest {
    try digest(ofFileAt: reference.path, spelling: reference.spelling)
  }

  /// `spelling` is the name of the file in errors.
  package func digest(
    ofFileAt path: String, spelling: String
  ) throws(WorkspaceError) -> ContentDigest {
    if let digest = known[path] { return digest }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(spelling) }
    defer { close(descriptor) }
    guard let identity = FileIdentity(ofDescriptor: descriptor) else { throw unreadable(spelling) }
    guard identity == identities[path] else { throw .mediaChanged(file: spelling) }

    let note = try note(of: identity)
    if let note, let digest = remembered(in: note) {
      known[path] = digest
      return digest
    }
    let digest = try read(descriptor, spelling)
    guard FileIdentity(ofDescriptor: descriptor) == identity else { throw .mediaChanged(file: spelling) }
    known[path] = digest
    // A file that was written to just now may be written to again without its times telling.
    if let folder, let note, identity.hasSettled { remember(digest, in: note, folder: folder) }
    return digest
  }

  /// The digest of a file that was read before; nil if it would have to be read.
  func remembered(_ path: String) -> ContentDigest? {
    if let digest = known[path] { return digest }
    guard let identity = identities[path], let note = try? note(of: identity) else { return nil }
    return remembered(in: note)
  }

  /// A file is taken for unchanged while its place on the disk, size and times are.
  private func note(of identity: FileIdentity) throws(WorkspaceError) -> String? {
    guard let folder else { return nil }
    do throws(DigestFailure) {
      return "\(folder)/\(try ContentDigest.of(text: identity.summary).hex).sha256"
    } catch { throw .digest(error) }
  }

  private func remembered(in note: String) -> ContentDigest? {
    guard let bytes = try? readFile(note, limit: 1024) else { return nil }
    return ContentDigest(hex: String(decoding: bytes, as: UTF8.self))
  }

  private func remember(_ digest: ContentDigest, in note: String, folder: String) {
    // A note that cannot be written only means that the file is read again next time.
    try? makeFolder(folder)
    try? AtomicFile.publish(Array(digest.hex.utf8), at: note)
  }

  private func read(_ descriptor: Int32, _ spelling: String) throws(WorkspaceError) -> ContentDigest {
    do throws(DigestFailure) {
      var stream = try DigestStream()
      var piece = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count == 0 { return try stream.finalize() }
        guard count > 0 else {
          if errno == EINTR { continue }
          break
        }
        piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch { throw .digest(error) }
    throw unreadable(spelling)
  }

  private func unreadable(_ spelling: String) -> WorkspaceError {
    .unreadableMedia(file: spelling, reason: String(cString: strerror(errno)))
  }
}
