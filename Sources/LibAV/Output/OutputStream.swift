internal import CFFmpeg

/// FFmpeg's view of an `OutputFile`: one for writing, another for reading while the index is moved to the
/// front.
final class OutputStream {
  let context: UnsafeMutablePointer<AVIOContext>
  fileprivate let file: OutputFile
  /// The position of the reading view; the writing one uses the descriptor's position.
  fileprivate var readingPlace: Int64 = 0

  private static let bufferSize: Int32 = 1 << 16

  static func writing(_ file: OutputFile) throws(LibAVError) -> OutputStream {
    try OutputStream(file, isWriting: true)
  }

  static func reading(_ file: OutputFile) throws(LibAVError) -> OutputStream {
    try OutputStream(file, isWriting: false)
  }

  private init(_ file: OutputFile, isWriting: Bool) throws(LibAVError) {
    self.file = file
    guard let buffer = av_malloc(Int(Self.bufferSize)) else {
      throw LibAVError(
        operation: "preparing to write", subject: file.path, cause: .outOfMemory, reason: "out of memory")
    }
    let bytes = buffer.assumingMemoryBound(to: UInt8.self)
    let made =
      isWriting
      ? avio_alloc_context(bytes, Self.bufferSize, 1, nil, nil, writeBytes, seekWriter)
      : avio_alloc_context(bytes, Self.bufferSize, 0, nil, readBytes, nil, seekReader)
    guard let made else {
      av_free(buffer)
      throw LibAVError(
        operation: "preparing to write", subject: file.path, cause: .outOfMemory, reason: "out of memory")
    }
    context = made
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    av_free(context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_context_free(&context)
  }
}

private func stream(_ opaque: UnsafeMutableRawPointer?) -> OutputStream? {
  opaque.map { Unmanaged<OutputStream>.fromOpaque($0).takeUnretainedValue() }
}

private func writeBytes(
  _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let stream = stream(opaque), let bytes else { return editc_error_io }
  return stream.file.write(bytes, count)
}

private func readBytes(
  _ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let stream = stream(opaque), let bytes else { return editc_error_io }
  let found = stream.file.read(bytes, count, at: stream.readingPlace)
  if found > 0 { stream.readingPlace += Int64(found) }
  return found == 0 ? editc_error_end_of_file : found
}

private func seekWriter(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
  guard let stream = stream(opaque) else { return Int64(editc_error_io) }
  if whence & AVSEEK_SIZE != 0 { return stream.file.byteCount }
  return stream.file.seek(offset, whence & ~AVSEEK_FORCE)
}

private func seekReader(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
  guard let stream = stream(opaque) else { return Int64(editc_error_io) }
  switch whence & ~AVSEEK_FORCE {
  case AVSEEK_SIZE: return stream.file.byteCount
  case 0: stream.readingPlace = offset
  case 1: stream.readingPlace += offset
  case 2: stream.readingPlace = stream.file.byteCount + offset
  default: return Int64(editc_error_io)
  }
  return stream.readingPlace
}
