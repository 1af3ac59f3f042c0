internal import CFFmpeg

extension Packet {
  /// Marks the padding at the start of a sound and at the end of its last packet.
  ///
  /// MP3's muxer reads it from the packets instead of the stream, and only from the last one. Matroska's
  /// reads only the padding at the end, from the packet.
  func markPadding(
    of packet: EncodedPacket, in audio: EncodedStream.AudioContent, atStart start: Int? = nil
  ) throws(LibAVError) {
    let padding = max(0, Int64(audio.frameLength) - packet.duration)
    try skip(start: UInt32(clamping: start ?? audio.priming), end: UInt32(clamping: padding))
  }

  /// Marks samples that are not played.
  func skip(start: UInt32, end: UInt32 = 0) throws(LibAVError) {
    // FFmpeg's form: the two numbers and two reasons.
    let bytes = [start, end].flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    try attach(bytes + [0, 0], as: AV_PKT_DATA_SKIP_SAMPLES)
  }

  /// The side data of a type; empty if there is none.
  func sideData(_ type: AVPacketSideDataType) -> [UInt8] {
    var count = 0
    guard let start = av_packet_get_side_data(pointer, type, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  func attach(_ bytes: [UInt8], as type: AVPacketSideDataType) throws(LibAVError) {
    guard let data = av_packet_new_side_data(pointer, type, bytes.count) else {
      throw LibAVError(
        operation: "allocating a packet", subject: "\(bytes.count) bytes", cause: .outOfMemory,
        reason: "out of memory")
    }
    data.update(from: bytes, count: bytes.count)
  }
}
