import ContentDigest
import Glibc
import Processes

/// A file that ends with the digest of the bytes before it.
final class DigestedFile {
  /// In bytes, as hexadecimal digits.
  static let digestLength = 64
  /// The bytes read at a time, few enough for a CPU's cache when they are digested.
  static let pieceSize = 1 << 18

  private var file: BufferedFile
  /// Nil once it has been compared.
  private var digest: DigestStream?

  init(_ path: String) throws(ExportError) {
    file = try BufferedFile(path)
    digest = try makeDigest()
  }

  var path: String { file.path }
  var byteCount: Int { file.byteCount }

  /// Fewer bytes than asked for only at the end of the file.
  func read(_ count: Int) throws(ExportError) -> [UInt8] {
    let bytes = try file.read(count)
    digest?.update(bytes)
    return bytes
  }

  func readNumber<Number: FixedWidthInteger>() throws(ExportError) -> Number? {
    let bytes = try read(Number.bitWidth / 8)
    guard bytes.count == Number.bitWidth / 8 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Whether the rest is the digest of everything that was read; nothing can be read afterwards.
  func endsWithItsDigest() throws(ExportError) -> Bool {
    let written = try file.read(Self.digestLength + 1)
    guard let digest = digest.take() else { return false }
    do throws(DigestFailure) { return try Array(digest.finalize().hex.utf8) == written } catch {
      throw ExportError(.engine, "\(error)")
    }
  }
}

private func makeDigest() throws(ExportError) -> DigestStream {
  do throws(DigestFailure) { return try DigestStream() } catch { throw ExportError(.engine, "\(error)") }
}

/// A file read from front to back in large pieces.
private struct BufferedFile {
  let path: String
  let byteCount: Int
  private var descriptor: OwnedDescriptor
  /// The number of bytes read from the file.
  private var position: off_t = 0
  private var reopenings = 0
  private var buffer = [UInt8](repeating: 0, count: DigestedFile.pieceSize)
  /// The unread range of the buffer.
  private var held = 0..<0

  private final class OwnedDescriptor {
    let number: Int32

    init(_ number: Int32) {
      self.number = number
    }

    deinit { close(number) }
  }

  init(_ path: String) throws(ExportError) {
    self.path = path
    descriptor = try Self.opened(path)
    byteCount = Self.byteCount(descriptor)
  }

  /// Opens the file. A network file system can have cached that the name is missing, which a listing
  /// corrects, or which file it was.
  private static func opened(_ path: String) throws(ExportError) -> OwnedDescriptor {
    var number = open(path, O_RDONLY | O_CLOEXEC)
    if number < 0, errno == ENOENT || errno == ESTALE {
      _ = try? listFolder(folder(of: path))
      number = open(path, O_RDONLY | O_CLOEXEC)
    }
    guard number >= 0 else {
      let error = FileError(.open, path, .system(errno: errno))
      throw ExportError(error.kind == .noResources ? .unavailable : .temporary, error.description)
    }
    return OwnedDescriptor(number)
  }

  private static func byteCount(_ descriptor: OwnedDescriptor) -> Int {
    var facts = stat()
    return fstat(descriptor.number, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// Continues in the file that has the name now, because another machine has replaced the open one (ESTALE).
  /// It contains the same bytes, as the digest at its end proves.
  private mutating func openAgain() throws(ExportError) {
    descriptor = try Self.opened(path)
    guard lseek(descriptor.number, position, SEEK_SET) == position else {
      throw ExportError(.temporary, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Fewer bytes than asked for only at the end of the file.
  mutating func read(_ count: Int) throws(ExportError) -> [UInt8] {
    // A damaged length must not request more memory than the file has bytes.
    let count = min(count, byteCount)
    while held.count < count {
      guard try fill(atLeast: count) else { break }
    }
    let given = held.prefix(count)
    held = given.endIndex..<held.upperBound
    return Array(buffer[given])
  }

  /// Appends more bytes to the buffer; returns false at the end of the file.
  private mutating func fill(atLeast count: Int) throws(ExportError) -> Bool {
    if buffer.count < count { buffer += [UInt8](repeating: 0, count: count - buffer.count) }
    let got = buffer.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[..<held.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[held]))
      return Glibc.read(
        descriptor.number, bytes.baseAddress?.advanced(by: held.count), bytes.count - held.count)
    }
    held = 0..<held.count
    guard got >= 0 else {
      if errno == EINTR { return true }
      if errno == ESTALE, reopenings < 3 {
        reopenings += 1
        try openAgain()
        return true
      }
      throw ExportError(.inputOutput, "cannot read \(path): \(String(cString: strerror(errno)))")
    }
    position += off_t(got)
    held = 0..<held.count + got
    return got > 0
  }
}
