import Composition
import ContentDigest
import FoundationEssentials
import Glibc
import Processes

/// What media files contain, as digests; files that have not changed since they were last read are not read again.
struct MediaDigests {
  /// Nil: nothing is remembered.
  let folder: String?

  func digest(of reference: MediaReference) throws(CommandFailure) -> ContentDigest {
    let descriptor = open(reference.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(reference) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw unreadable(reference) }

    let note = try folder.map { folder throws(CommandFailure) in
      "\(folder)/\(try key(of: facts)).sha256"
    }
    if let note, let known = remembered(note) { return known }
    let digest = try read(descriptor, reference)
    if let folder, let note { remember(digest, in: note, folder: folder) }
    return digest
  }

  /// A file is taken for unchanged while its place on the disk, size and times are.
  private func key(of facts: stat) throws(CommandFailure) -> String {
    let identity = [
      Int(facts.st_dev), Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec,
      facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec,
    ]
    let text = identity.map(String.init).joined(separator: " ")
    do { return try ContentDigest.of(text: text).hex } catch {
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

  private func read(_ descriptor: Int32, _ reference: MediaReference) throws(CommandFailure) -> ContentDigest {
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

  private func unreadable(_ reference: MediaReference) -> CommandFailure {
    CommandFailure(.ioError, "cannot read \(reference.spelling): \(String(cString: strerror(errno)))")
  }
}
