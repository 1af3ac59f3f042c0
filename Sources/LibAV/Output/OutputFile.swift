internal import CFFmpeg
import Glibc

/// A file that FFmpeg's muxers write through its descriptor.
///
/// FFmpeg forgets the error of a failed write and continues; this records the first one.
final class OutputFile {
  let path: String
  private var descriptor: Int32
  private(set) var firstError: Int32?

  /// Creates or empties the file; refuses one that does not support reading and seeking.
  init(path: String) throws(LibAVError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputFile.error("creating the file", path, errno) }
    guard lseek(descriptor, 0, SEEK_CUR) >= 0 else {
      throw OutputFile.error("creating the file", path, errno)
    }
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Writes all bytes at the current position; returns their number or a negative error.
  func write(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    var done = 0
    while done < Int(count) {
      let written = Glibc.write(descriptor, bytes + done, Int(count) - done)
      if written < 0 && errno == EINTR { continue }
      // A write that writes nothing and reports no error would be retried forever.
      guard written > 0 else { return fail(written < 0 ? errno : EIO) }
      done += written
    }
    return count
  }

  /// Writes all of the bytes.
  func put(_ bytes: some Collection<UInt8>) throws(LibAVError) {
    _ = Array(bytes).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { write($0, Int32(clamping: buffer.count)) }
    }
    try checkErrors("writing")
  }

  /// Reads bytes at a position without moving the writer; returns zero at the end.
  func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int32, at offset: Int64) -> Int32 {
    while true {
      let found = pread(descriptor, bytes, Int(count), Int(offset))
      if found >= 0 { return Int32(clamping: found) }
      if errno != EINTR { return fail(errno) }
    }
  }

  /// Overwrites `old` wherever it follows a label.
  func overwrite(behind label: [UInt8], _ old: [UInt8], with new: [UInt8]) throws(LibAVError) {
    let wanted = label + old
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var start: Int64 = 0
    while true {
      let found = buffer.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { read($0, Int32(clamping: buffer.count), at: start) } ?? 0
      }
      try checkErrors("finishing the file")
      guard found >= wanted.count else { return }
      for place in places(of: wanted, in: buffer[..<Int(found)]) {
        let written = new.withUnsafeBytes {
          pwrite(descriptor, $0.baseAddress, new.count, Int(start) + place + label.count)
        }
        if written != new.count { _ = fail(written < 0 ? errno : EIO) }
        try checkErrors("finishing the file")
      }
      // A match that starts before the end of the buffer is whole in the next one.
      start += Int64(Int(found) - wanted.count + 1)
    }
  }

  private func places(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> [Int] {
    guard let first = wanted.first else { return [] }
    var places: [Int] = []
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while bytes.count - start >= wanted.count,
        let found = memchr(base + start, Int32(first), bytes.count - start - wanted.count + 1)
      {
        let place = base.distance(to: UnsafeRawPointer(found))
        let isWanted = memcmp(found, wanted, wanted.count) == 0
        if isWanted { places.append(place) }
        start = place + (isWanted ? wanted.count : 1)
      }
    }
    return places
  }

  func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let place = lseek(descriptor, Int(offset), whence)
    return place < 0 ? Int64(fail(errno)) : Int64(place)
  }

  var byteCount: Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return Int64(fail(errno)) }
    return Int64(status.st_size)
  }

  /// Closes the file without flushing it to disk: whoever renames it does so, and finds the errors that were
  /// delayed.
  func close() throws(LibAVError) {
    let closing = descriptor
    descriptor = -1
    if Glibc.close(closing) != 0, errno != EINTR { _ = fail(errno) }
    try checkErrors("closing the file")
  }

  func checkErrors(_ operation: String) throws(LibAVError) {
    if let firstError { throw OutputFile.error(operation, path, firstError) }
  }

  private func fail(_ code: Int32) -> Int32 {
    if firstError == nil { firstError = code }
    return -code
  }

  private static func error(_ operation: String, _ path: String, _ code: Int32) -> LibAVError {
    LibAVError(
      operation: operation, subject: path, cause: .output(errno: code),
      reason: String(cString: strerror(code)))
  }
}
