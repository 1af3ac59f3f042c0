internal import CFFmpeg

/// The memory of one packet, reused for each packet that is read.
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
  var byteCount: Int { Int(max(0, pointer.pointee.size)) }
  var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Whether it is decoded only for later packets and never shown: it precedes the start of an edit list.
  var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Zero if the file does not state it.
  var duration: Int64 { plausibleDuration(pointer.pointee.duration) }

  /// Samples at the start and the end of the packet that are not played.
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

/// A duration in ticks that arithmetic cannot overflow with; zero for "none" and for absurd ones.
func plausibleDuration(_ duration: Int64) -> Int64 {
  duration > 0 && duration < 1 << 40 ? duration : 0
}

extension Packet {
  /// Whether a packet of VP8 or VP9 only serves later pictures and is never shown.
  ///
  /// Containers count these packets like all others, and FFmpeg's parsers do not report them.
  func isHiddenPicture(_ codec: AVCodecID) -> Bool {
    guard let data = pointer.pointee.data, pointer.pointee.size > 0 else { return false }
    let first = data[0]
    switch codec {
    case AV_CODEC_ID_VP8:
      return first & 0x10 == 0
    case AV_CODEC_ID_VP9:
      // An index at the end means that the packet also contains a shown picture.
      let last = data[Int(pointer.pointee.size) - 1]
      if last & 0xe0 == 0xc0 { return false }
      // From the top: marker (2), profile (2, and one more in profile 3), show existing, key, show.
      let isProfileThree = first & 0x30 == 0x30
      let flags = isProfileThree ? first << 5 : first << 4
      let showsExisting = flags & 0x80 != 0
      let shows = flags & 0x20 != 0
      return !showsExisting && !shows
    default:
      return false
    }
  }
}
