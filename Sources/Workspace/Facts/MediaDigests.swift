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
  /// What was read before it was needed, by path.
  private var begun: [String: DigestReading] = [:]
  private var knownMD5: [String: String] = [:]

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
    let digest = try Self.digest(
      ofFileAt: path, spelling: spelling, as: identities[path], in: folder, begun: begun[path])
    begun[path] = nil
    known[path] = digest
    return digest
  }

  /// Reads files while other work is done, such as probing them. What is not read by then is read when it is needed.
  func readAhead<Value>(
    _ paths: [String], while work: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    let unread = paths.filter { path in
      known[path] == nil && FileKind(at: path, followsLinks: true) == .file
        && FileIdentity(ofFileAt: path).flatMap { (try? DigestNote(.sha256, of: $0, in: folder))?.digest }
          == nil
    }
    guard !unread.isEmpty, ProcessInfo.processInfo.activeProcessorCount > 1 else { return try work() }
    let (value, begun) = try DigestsAhead(unread).read(during: work)
    self.begun = begun
    return value
  }

  /// The MD5 of a file in 32 hexadecimal digits, under the same conditions.
  func md5(ofFileAt path: String, spelling: String) throws(WorkspaceError) -> String {
    if let digest = knownMD5[path] { return digest }
    let digest = try Self.hexDigest(
      .md5, ofFileAt: path, spelling, as: identities[path], in: folder, begun: nil)
    knownMD5[path] = digest
    return digest
  }

  /// Reads files whose digests are needed, several at the same time. Errors are left to `digest(of:)`, which
  /// tries again.
  func read(_ references: [MediaReference]) { read(filesAt: references.map(\.path)) }

  func read(filesAt paths: [String]) {
    let wanted = Set(paths).filter { known[$0] == nil && identities[$0] != nil }.sorted()
    guard wanted.count > 1 else { return }
    let found = onThreads(ProcessInfo.processInfo.activeProcessorCount, count: wanted.count) {
      [folder, identities, begun] number in
      let path = wanted[number]
      return try? Self.digest(
        ofFileAt: path, spelling: path, as: identities[path], in: folder, begun: begun[path])
    }
    begun = [:]
    for (path, digest) in zip(wanted, found) { known[path] = digest }
  }

  private static func digest(
    ofFileAt path: String, spelling: String, as known: FileIdentity?, in folder: String?,
    begun: DigestReading?
  ) throws(WorkspaceError) -> ContentDigest {
    let hex = try hexDigest(.sha256, ofFileAt: path, spelling, as: known, in: folder, begun: begun)
    guard let digest = ContentDigest(hex: hex) else { throw .digest(DigestFailure()) }
    return digest
  }

  /// The digest of a file in a known state, as cached or as read.
  private static func hexDigest(
    _ algorithm: DigestAlgorithm, ofFileAt path: String, _ spelling: String, as known: FileIdentity?,
    in folder: String?, begun: DigestReading?
  ) throws(WorkspaceError) -> String {
    let begun = begun?.identity == known ? begun : nil
    guard let reading = begun ?? DigestReading(algorithm, ofFileAt: path) else { throw unreadable(spelling) }
    guard reading.identity == known else { throw .mediaChanged(file: spelling) }

    let note = try DigestNote(algorithm, of: reading.identity, in: folder)
    if let digest = note?.digest { return digest }
    let found: String?
    do throws(DigestFailure) {
      while try reading.readOn() {}
      found = reading.digest
    } catch { throw .digest(error) }
    guard let digest = found else { throw unreadable(spelling) }
    guard reading.isUnchanged else { throw .mediaChanged(file: spelling) }
    // A file that was written just now could change again with the same times.
    if reading.identity.hasSettled { note?.keep(digest) }
    return digest
  }

  /// Notes the digest of a file that nobody changes any more, so that no command has to read it.
  static func note(
    _ digest: ContentDigest, ofFileAt path: String, in folder: String
  ) throws(WorkspaceError) {
    guard let identity = FileIdentity(ofFileAt: path) else { return }
    try DigestNote(.sha256, of: identity, in: folder)?.keep(digest.hex)
  }

  /// The digest of many files that was noted for their states together; nil without one.
  static func remembered(ofStates states: String, in folder: String?) throws(WorkspaceError) -> ContentDigest?
  {
    try DigestNote(ofStates: states, in: folder)?.digest.flatMap(ContentDigest.init(hex:))
  }

  /// Notes the digest of many files for their states together.
  static func note(
    _ digest: ContentDigest, ofStates states: String, in folder: String?
  ) throws(WorkspaceError) {
    try DigestNote(ofStates: states, in: folder)?.keep(digest.hex)
  }

  /// The cached digest of a file; nil if the file would have to be read.
  func remembered(_ path: String) -> ContentDigest? {
    if let digest = known[path] { return digest }
    guard let identity = identities[path] else { return nil }
    return (try? DigestNote(.sha256, of: identity, in: folder))?.digest.flatMap(ContentDigest.init(hex:))
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
  init?(
    _ algorithm: DigestAlgorithm, of identity: FileIdentity, in folder: String?
  ) throws(WorkspaceError) {
    try self.init(state: identity.summary, algorithm.rawValue, in: folder)
  }

  /// Of many files in these states.
  init?(ofStates states: String, in folder: String?) throws(WorkspaceError) {
    let state: String
    do throws(DigestFailure) { state = "files " + (try ContentDigest.of(text: states).hex) } catch {
      throw .digest(error)
    }
    try self.init(state: state, "package", in: folder)
  }

  private init?(state: String, _ ending: String, in folder: String?) throws(WorkspaceError) {
    guard let folder else { return nil }
    self.state = state
    self.folder = folder
    do throws(DigestFailure) {
      path = "\(folder)/\(try ContentDigest.of(text: state).hex).\(ending)"
    } catch { throw .digest(error) }
  }

  /// In hexadecimal digits; nil if the note is missing or damaged.
  var digest: String? {
    guard let bytes = try? readFile(path, limit: 1024) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 3, lines[0] == state, case let digest = String(lines[1]),
      let text = text(of: digest), Array(text.utf8) == bytes
    else { return nil }
    return digest
  }

  /// If the note cannot be written, the file is read again next time.
  func keep(_ digest: String) {
    guard let text = text(of: digest) else { return }
    try? makeFolder(folder)
    // The digest at its end reveals a note that a power failure has damaged.
    try? AtomicFile.publish(Array(text.utf8), at: path, syncing: false)
  }

  private func text(of digest: String) -> String? {
    let body = "\(state)\n\(digest)\n"
    return (try? ContentDigest.of(text: body)).map { "\(body)\($0.hex)\n" }
  }
}
