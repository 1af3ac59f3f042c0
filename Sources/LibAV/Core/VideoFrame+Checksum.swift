internal import CFFmpeg

extension VideoFrame {
  /// The checksum that `ffmpeg -f framecrc` prints for this picture; nil only without memory for it.
  package var checksum: UInt32? {
    let (width, height) = (pointer.pointee.width, pointer.pointee.height)
    let byteCount = av_image_get_buffer_size(format, width, height, 1)
    guard byteCount > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(byteCount)) { bytes -> UInt32? in
      guard let start = bytes.baseAddress, copyPacked(to: start, byteCount: byteCount) else { return nil }
      return av_adler32_update(0, start, Int(byteCount))
    }
  }

  /// Rows without padding, plane after plane, as FFmpeg's raw video has them.
  private func copyPacked(to start: UnsafeMutablePointer<UInt8>, byteCount: Int32) -> Bool {
    let frame = pointer.pointee
    let planes: [UnsafePointer<UInt8>?] = [
      frame.data.0.map { UnsafePointer($0) }, frame.data.1.map { UnsafePointer($0) },
      frame.data.2.map { UnsafePointer($0) }, frame.data.3.map { UnsafePointer($0) },
    ]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    return av_image_copy_to_buffer(
      start, byteCount, planes, strides, format, frame.width, frame.height, 1) >= 0
  }
}
