import Composition
import ContentDigest
import FoundationEssentials
import Glibc
import Processes

/// What media files contain, as digests; files that have not changed since they were last read are not read again.
struct MediaDigests {
  /// Nil: nothing is remembered.
  let folder: String?
  /// Which state of each file, by its path, the digest is wanted of.
  let identities: [String: FileIdentity]

  func digest(of reference: MediaReference) throws(CommandFailure) -> ContentDigest {
    let descriptor = open(reference.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(reference) }
    defer { close(descriptor) }
    guard let identity = FileIdentity(ofDescriptor: descriptor) else { throw unreadable(reference) }
    guard identity == identities[reference.path] else { throw changed(reference) }

    let note = try folder.map { folder throws(CommandFailure) in
      "\(folder)/\(try key(of: identity)).sha256"
    }
    if let note, let known = remembered(note) { return known }
    let digest = try read(descriptor, reference)
    guard FileIdentity(ofDescriptor: descriptor) == identity else { throw changed(reference) }
    // A file that was written to just now may be written to again without its times telling.
    if let folder, let note, identity.hasSettled { remember(digest, in: note, folder: folder) }
    return digest
  }

  /// A file is taken for unchanged while its place on the disk, size and times are.
  private func key(of identity: FileIdentity) throws(CommandFailure) -> String {
    let text = [
      "\(identity.device)", "\(identity.number)", "\(identity.byteCount)", "\(identity.modified)",
      "\(identity.changed)",
    ]
    do { return try ContentDigest.of(text: text.joined(separator: " ")).hex } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
  }

  private func remembered(_ note: String) -> ContentDigest? {
    guard let bytes = try? readFile(note, limit: 1024) else { return nil }
    return ContentDigest(hex: String(decoding: bytes, as: UTF8.self))
  }

  private func remember(_ digest: ContentDigest, in note: String, folder: String) {
    // A note that cannot be written only means that the file is read again next time.
    try? makeFolder(folder)
    try? AtomicFile.publish(Array(digest.hex.utf8), at: note)
  }

  private func read(_ descriptor: Int32, _ reference: MediaReference) throws(CommandFailure) -> ContentDigest
  {
    do {
      var stream = try DigestStream()
      var piece = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count == 0 { return try stream.finalize() }
        guard count > 0 else {
          if errno == EINTR { continue }
          throw unreadable(reference)
        }
        piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch { throw CommandFailure(any: error) }
  }

  private func changed(_ reference: MediaReference) -> CommandFailure {
    CommandFailure(
      .temporaryFailure, "\(reference.spelling) changed while we looked at it; run the command again")
  }

  private func unreadable(_ reference: MediaReference) -> CommandFailure {
    CommandFailure(.ioError, "cannot read \(reference.spelling): \(String(cString: strerror(errno)))")
  }
}
