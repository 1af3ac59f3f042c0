import ContentDigest
import Glibc
import Processes

/// A file of the content store that is being fetched: `DIGEST.partial`. A later command continues where a killed one
/// stopped. Other commands see that it is being written by its lease.
final class PartialFile {
  let file: Descriptor
  private let path: String
  private let lease: Lease?

  private static let abandonedAfter: Int64 = 50

  enum Opening {
    case opened(PartialFile)
    /// Another command is fetching it.
    case busy
  }

  /// - Parameter path: Without `.partial`; its last component is the name of the lease, too.
  static func open(_ path: String) throws(FileError) -> Opening {
    let folder = Processes.folder(of: path)
    try makeFolder(folder)
    let lease: Lease?
    switch Lease.take("\(folder)/.\(lastComponent(of: path)).lease", abandonedAfter: abandonedAfter) {
    case .taken(let taken): lease = taken
    case .held: return .busy
    case .impossible: lease = nil
    }
    return .opened(try PartialFile(path + ".partial", lease))
  }

  private init(_ path: String, _ lease: Lease?) throws(FileError) {
    let number = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard number >= 0 else { throw FileError(.create, path, .system(errno: errno)) }
    file = Descriptor(owning: number)
    self.path = path
    self.lease = lease
  }

  func renewLease() { lease?.renew() }

  var byteCount: Int64 { FileIdentity(ofDescriptor: file.number)?.byteCount ?? 0 }

  /// Forgets the bytes.
  func empty() { ftruncate(file.number, 0) }

  func remove() { unlink(path) }

  /// The digest of all bytes, as they are in the file.
  func digest() throws(WorkspaceError) -> ContentDigest {
    let stream = try read(for: .sha256)
    do throws(DigestFailure) { return try stream.finalize() } catch { throw .digest(error) }
  }

  /// Their MD5, in hexadecimal digits.
  func md5() throws(WorkspaceError) -> String {
    let stream = try read(for: .md5)
    do throws(DigestFailure) { return try stream.hexDigest() } catch { throw .digest(error) }
  }

  private func read(for algorithm: DigestAlgorithm) throws(WorkspaceError) -> DigestStream {
    do throws(DigestFailure) {
      var stream = try DigestStream(algorithm)
      var piece = [UInt8](repeating: 0, count: 1 << 20)
      var position: Int64 = 0
      while true {
        let count = pread(file.number, &piece, piece.count, off_t(position))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw DigestFailure() }
        if count == 0 { return stream }
        piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        position += Int64(count)
      }
    } catch { throw .digest(error) }
  }

  /// Gives the file its final name. From then on nobody can write it by mistake. If the name is lost in a power
  /// failure, the file is fetched again.
  func publish(as final: String) throws(FileError) {
    try makeFolder(folder(of: final))
    guard fchmod(file.number, 0o444) == 0, fsync(file.number) == 0 else {
      throw FileError(.write, path, .system(errno: errno))
    }
    guard rename(path, final) == 0 else { throw FileError(.create, final, .system(errno: errno)) }
  }
}
