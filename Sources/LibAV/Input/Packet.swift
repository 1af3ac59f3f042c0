internal import CFFmpeg

/// One packet's memory, used again for each packet that is read.
final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(LibAVError) {
    pointer = try allocated(av_packet_alloc(), "reading", "packet")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  func clear() { av_packet_unref(pointer) }

  var streamIndex: Int { Int(pointer.pointee.stream_index) }
  var presentation: Int64? { plausibleTick(pointer.pointee.pts) }
  var decoding: Int64? { plausibleTick(pointer.pointee.dts) }
  var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Decoded for the sake of later packets, never shown: before an edit list's start.
  var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Zero where the file does not say.
  var duration: Int64 {
    let duration = pointer.pointee.duration
    return duration > 0 && duration < 1 << 40 ? duration : 0
  }

  /// Samples at the start and the end of the packet that are not to be heard.
  var skippedSamples: (start: Int64, end: Int64) {
    var size = 0
    guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
      return (0, 0)
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    let start = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    let end = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    return (Int64(start), Int64(end))
  }
}

/// A timestamp that arithmetic cannot overflow with; nil for "none" and for absurd ones.
func plausibleTick(_ tick: Int64) -> Int64? {
  tick.magnitude < 1 << 60 ? tick : nil
}
