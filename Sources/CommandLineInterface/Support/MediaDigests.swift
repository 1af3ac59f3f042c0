import Composition
import ContentDigest
import FoundationEssentials
import Glibc
import Processes

/// What media files contain, as digests; files that have not changed since they were last read are not read again.
final class MediaDigests {
  /// Nil: nothing is remembered from one command to the next.
  let folder: String?
  /// Which state of each file, by its path, the digest is wanted of.
  var identities: [String: FileIdentity]
  private var known: [String: ContentDigest] = [:]

  init(folder: String?, identities: [String: FileIdentity] = [:]) {
    self.folder = folder
    self.identities = identities
  }

  func digest(of reference: MediaReference) throws(CommandFailure) -> ContentDigest {
    try digest(ofFileAt: reference.path, spelling: reference.spelling)
  }

  /// `spelling` is what messages call the file.
  func digest(ofFileAt path: String, spelling: String) throws(CommandFailure) -> ContentDigest {
    if let digest = known[path] { return digest }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(spelling) }
    defer { close(descriptor) }
    guard let identity = FileIdentity(ofDescriptor: descriptor) else { throw unreadable(spelling) }
    guard identity == identities[path] else { throw changed(spelling) }

    let note = try note(of: identity)
    if let note, let digest = remembered(in: note) {
      known[path] = digest
      return digest
    }
    let digest = try read(descriptor, spelling)
    guard FileIdentity(ofDescriptor: descriptor) == identity else { throw changed(spelling) }
    known[path] = digest
    // A file that was written to just now may be written to again without its times telling.
    if let folder, let note, identity.hasSettled { remember(digest, in: note, folder: folder) }
    return digest
  }

  /// The digest of a file that was read before; nil where it would have to be read.
  func remembered(_ path: String) -> ContentDigest? {
    if let digest = known[path] { return digest }
    guard let identity = identities[path], let note = try? note(of: identity) else { return nil }
    return remembered(in: note)
  }

  /// A file is taken for unchanged while its place on the disk, size and times are.
  private func note(of identity: FileIdentity) throws(CommandFailure) -> String? {
    guard let folder else { return nil }
    do { return "\(folder)/\(try ContentDigest.of(text: identity.summary).hex).sha256" } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
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

  private func read(_ descriptor: Int32, _ spelling: String) throws(CommandFailure) -> ContentDigest {
    do {
      var stream = try DigestStream()
      var piece = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count == 0 { return try stream.finalize() }
        guard count > 0 else {
          if errno == EINTR { continue }
          throw unreadable(spelling)
        }
        piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch { throw CommandFailure(any: error) }
  }

  private func changed(_ spelling: String) -> CommandFailure {
    CommandFailure(.temporaryFailure, "\(spelling) changed while we looked at it; run the command again")
  }

  private func unreadable(_ spelling: String) -> CommandFailure {
    CommandFailure(.ioError, "cannot read \(spelling): \(String(cString: strerror(errno)))")
  }
}
