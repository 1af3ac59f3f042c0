package import Composition
package import ContentDigest
import FoundationEssentials
import Glibc
import Processes

/// Digests of media files. Files that have not changed since they were last read are not read again.
package final class MediaDigests {
  /// The folder of the cache; nil without one.
  let folder: String?
  /// By path, the state of each file whose digest is wanted.
  var identities: [String: FileIdentity] = [:]
  private var known: [String: ContentDigest] = [:]

  init(folder: String?) {
    self.folder = folder
  }

  /// The digest of a media file; throws if the file changed since its facts were read.
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
    // A file that was written a moment ago could change again with the same times.
    if let folder, let note, identity.hasSettled { remember(digest, in: note, folder: folder) }
    return digest
  }

  /// The digest of a file that was read before; nil if it would have to be read.
  func remembered(_ path: String) -> ContentDigest? {
    if let digest = known[path] { return digest }
    guard let identity = identities[path], let note = try? note(of: identity) else { return nil }
    return remembered(in: note)
  }

  /// The path of the note about a file. The file counts as unchanged while its device, number, size and times are.
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
    // If the note cannot be written, the file is read again next time.
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
