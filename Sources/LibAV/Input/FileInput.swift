internal import CFFmpeg
import Glibc

/// A regular file, open for reading, that FFmpeg sees as bytes without a name.
///
/// Without a name, FFmpeg cannot resolve other names: a playlist that calls itself `.mp4` opens nothing.
final class FileInput {
  let path: String
  let byteCount: Int64
  private let descriptor: Int32
  private var position: Int64 = 0
  /// The first read error, which FFmpeg would report as an early end.
  private(set) var failure: LibAVError?
  private(set) var avio: UnsafeMutablePointer<AVIOContext>?

  private static let bufferSize: Int32 = 1 << 16

  init(path: String) throws(LibAVError) {
    self.path = path
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let failure = errno
    byteCount = fileSize(descriptor)
    let sizeFailure = errno
    // From here on everything is initialised: a throw runs deinit, which closes.
    guard descriptor >= 0 else { throw inputError(path, failure) }
    guard byteCount >= 0 else { throw inputError(path, sizeFailure) }
    try refuseAllButRegular(descriptor, path)
    try refusePointerFile(descriptor, path)
    guard let buffer = av_malloc(Int(Self.bufferSize)) else {
      throw LibAVError(
        operation: "opening", subject: path, cause: .outOfMemory, reason: "out of memory")
    }
    avio = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0,
      Unmanaged.passUnretained(self).toOpaque(), readBytes, nil, seekBytes)
  }

  deinit {
    if avio != nil {
      // FFmpeg may have replaced our buffer with one of another size.
      av_free(avio?.pointee.buffer)
      avio_context_free(&avio)
    }
    if descriptor >= 0 { close(descriptor) }
  }

  /// The last bytes of the file, or all of them; empty if they cannot be read, for the reason in `failure`.
  func bytesBeforeEnd(_ count: Int) -> [UInt8] {
    let count = min(Int64(count), byteCount)
    return bytes(at: byteCount - count, count: Int(count)) ?? []
  }

  /// The bytes at an offset; nil if the file is shorter, or if they cannot be read, for the reason in
  /// `failure`.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= 0, count > 0, offset <= byteCount - Int64(count) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let received = pread(descriptor, &bytes, count, Int(offset))
      if received < 0, errno == EINTR { continue }
      if received < 0 { failure = failure ?? inputError(path, errno) }
      return received == count ? bytes : nil
    }
  }

  fileprivate func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    while true {
      let received = pread(descriptor, buffer, Int(max(0, count)), Int(position))
      if received > 0 {
        position += Int64(received)
        return Int32(received)
      }
      if received == 0 { return editc_error_end_of_file }
      if errno == EINTR { continue }
      failure = failure ?? inputError(path, errno)
      return editc_error_io
    }
  }

  fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
    let target: Int64? =
      switch whence & ~AVSEEK_FORCE {
      case AVSEEK_SIZE: nil
      case SEEK_SET: offset
      case SEEK_CUR: position.addingReportingOverflow(offset).partialValue
      case SEEK_END: byteCount.addingReportingOverflow(offset).partialValue
      default: -1
      }
    guard let target else { return byteCount }
    guard target >= 0 else { return Int64(-EINVAL) }
    position = target
    return target
  }
}

private func readBytes(
  _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let opaque, let buffer else { return editc_error_io }
  return Unmanaged<FileInput>.fromOpaque(opaque).takeUnretainedValue().read(into: buffer, count: count)
}

private func seekBytes(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
  guard let opaque else { return Int64(-EINVAL) }
  return Unmanaged<FileInput>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence: whence)
}

private func inputError(_ path: String, _ code: Int32) -> LibAVError {
  LibAVError(
    operation: "opening", subject: path, cause: .input(errno: code),
    reason: String(cString: strerror(code)))
}

/// -1, with `errno`, if it cannot be read.
private func fileSize(_ descriptor: Int32) -> Int64 {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : -1
}

private func refuseAllButRegular(_ descriptor: Int32, _ path: String) throws(LibAVError) {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw inputError(path, errno) }
  func refusal(_ code: Int32, _ reason: String) -> LibAVError {
    LibAVError(operation: "opening", subject: path, cause: .input(errno: code), reason: reason)
  }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFDIR: throw refusal(EISDIR, "this is a folder, not a media file")
  case S_IFIFO: throw refusal(ESPIPE, "this is a pipe; media must be a regular file")
  case S_IFSOCK: throw refusal(ENXIO, "this is a socket; media must be a regular file")
  default: throw refusal(ENXIO, "this is a device; media must be a regular file")
  }
  guard status.st_size > 0 else {
    throw LibAVError(
      operation: "opening", subject: path, cause: .badData, reason: "the file is empty (0 bytes)")
  }
}

/// Git LFS leaves a short text in place of media that was not fetched.
private func refusePointerFile(_ descriptor: Int32, _ path: String) throws(LibAVError) {
  let opening = Array("version https://git-lfs".utf8)
  var bytes = [UInt8](repeating: 0, count: opening.count)
  var count = pread(descriptor, &bytes, bytes.count, 0)
  while count < 0, errno == EINTR { count = pread(descriptor, &bytes, bytes.count, 0) }
  guard count >= 0 else { throw inputError(path, errno) }
  guard count == bytes.count, bytes == opening else { return }
  throw LibAVError(
    operation: "opening", subject: path, cause: .lfsPointer,
    reason: "this is a Git LFS pointer, not the media itself; fetch it with `git lfs pull`")
}
