internal import CFFmpeg

extension Packet {
  /// Whether a packet of VP8 or VP9 only serves later pictures and is never shown.
  ///
  /// Containers count such packets like all others, and FFmpeg's parsers do not tell.
  func isHiddenPicture(_ codec: AVCodecID) -> Bool {
    guard let data = pointer.pointee.data, pointer.pointee.size > 0 else { return false }
    let first = data[0]
    switch codec {
    case AV_CODEC_ID_VP8:
      return first & 0x10 == 0
    case AV_CODEC_ID_VP9:
      // An index at the end means that a shown picture follows in the same packet.
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
