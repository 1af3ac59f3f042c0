package import Composition
package import ContentDigest
import FoundationEssentials
import Glibc
import LibAV
import Processes

/// Digests of media files. Files that have not changed since they were last read are not read again.
package final class MediaDigests {
  /// The folder of the cache; nil without one.
  let folder: String?
  /// The state of each file whose digest is needed, by path.
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
    let digest = try Self.digest(ofFileAt: path, spelling: spelling, as: identities[path], in: folder)
    known[path] = digest
    return digest
  }

  /// Reads files whose digests are needed, several at the same time. Errors are left to `digest(of:)`, which
  /// tries again.
  func read(_ references: [MediaReference]) {
    let wanted = Set(references.map(\.path)).filter { known[$0] == nil && identities[$0] != nil }.sorted()
    guard wanted.count > 1 else { return }
    let found = onThreads(ProcessInfo.processInfo.activeProcessorCount, count: wanted.count) {
      [folder, identities] number in
      let path = wanted[number]
      return try? Self.digest(ofFileAt: path, spelling: path, as: identities[path], in: folder)
    }
    for (path, digest) in zip(wanted, found) { known[path] = digest }
  }

  /// The digest of a file in a known state, as cached or as read.
  private static func digest(
    ofFileAt path: String, spelling: String, as known: FileIdentity?, in folder: String?
  ) throws(WorkspaceError) -> ContentDigest {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(spelling) }
    defer { close(descriptor) }
    guard let identity = FileIdentity(ofDescriptor: descriptor) else { throw unreadable(spelling) }
    guard identity == known else { throw .mediaChanged(file: spelling) }

    let note = try DigestNote(of: identity, in: folder)
    if let digest = note?.digest { return digest }
    let digest = try read(descriptor, spelling)
    guard FileIdentity(ofDescriptor: descriptor) == identity else { throw .mediaChanged(file: spelling) }
    // A file that was written just now could change again with the same times.
    if identity.hasSettled { note?.keep(digest) }
    return digest
  }

  /// The cached digest of a file; nil if the file would have to be read.
  func remembered(_ path: String) -> ContentDigest? {
    if let digest = known[path] { return digest }
    guard let identity = identities[path] else { return nil }
    return (try? DigestNote(of: identity, in: folder))?.digest
  }

  private static func read(_ descriptor: Int32, _ spelling: String) throws(WorkspaceError) -> ContentDigest {
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

  private static func unreadable(_ spelling: String) -> WorkspaceError {
    let code = errno
    let reason = String(cString: strerror(code))
    return [EMFILE, ENFILE, ENOMEM].contains(code)
      ? .noResources(file: spelling, reason: reason) : .unreadableMedia(file: spelling, reason: reason)
  }
}

/// The cached digest of a media file: the state of the file, its digest, and the digest of both lines, so
/// that neither damage nor another note under this name is taken for a digest.
private struct DigestNote {
  private let folder: String
  private let path: String
  /// The state of the file, on one line. The file counts as unchanged while its device, number, size and
  /// times are the same.
  private let state: String

  /// Nil without a cache.
  init?(of identity: FileIdentity, in folder: String?) throws(WorkspaceError) {
    guard let folder else { return nil }
    state = identity.summary
    self.folder = folder
    do throws(DigestFailure) {
      path = "\(folder)/\(try ContentDigest.of(text: state).hex).sha256"
    } catch { throw .digest(error) }
  }

  /// Nil if the note is missing or damaged.
  var digest: ContentDigest? {
    guard let bytes = try? readFile(path, limit: 1024) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 3, lines[0] == state, let digest = ContentDigest(hex: String(lines[1])),
      let text = text(of: digest), Array(text.utf8) == bytes
    else { return nil }
    return digest
  }

  /// If the note cannot be written, the file is read again next time.
  func keep(_ digest: ContentDigest) {
    guard let text = text(of: digest) else { return }
    try? makeFolder(folder)
    try? AtomicFile.publish(Array(text.utf8), at: path)
  }

  private func text(of digest: ContentDigest) -> String? {
    let body = "\(state)\n\(digest.hex)\n"
    return (try? ContentDigest.of(text: body)).map { "\(body)\($0.hex)\n" }
  }
}
