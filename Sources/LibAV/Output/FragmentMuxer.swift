internal import CFFmpeg
package import Composition

/// Makes the bytes of an MP4 or MOV that grows by fragments: all that is written stays as it is, and the file is
/// playable up to its last whole fragment.
///
/// The caller ends the fragments and writes the bytes, so that a fragment does not wait for the next key frame.
/// Such a file has no edit lists: a sound with priming starts later by it, until `MovieIndex` makes an ordinary
/// file.
///
/// For one thread at a time.
package final class FragmentMuxer {
  /// The start of the file: `ftyp`, a `free` box in place of a later `mdat` header, and a `moov` without packets.
  package private(set) var head: [UInt8] = []
  private let muxer: Muxer
  private let streams: [EncodedStream]
  private let ticks: [AVRational]

  /// The streams are numbered 0, 1, … in this order; none starts before zero.
  package init(
    container: Container, streams: [EncodedStream], tags: [MediaTag] = []
  ) throws(LibAVError) {
    FFmpegLog.capture()
    self.streams = streams
    ticks = try streams.map { stream throws(LibAVError) in try smallTick(stream) }
    muxer = try Muxer(container, streams, tags)
    try muxer.openBuffer()
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // Only with `frag_discont`, a stream that begins later than others does so in the file.
    av_dict_set(
      &options, "movflags", "+frag_custom+empty_moov+default_base_moof+skip_trailer+frag_discont", 0)
    av_dict_set(&options, "use_editlist", "0", 0)
    av_dict_set_int(&options, "movie_timescale", movieTimescale(streams), 0)
    muxer.context.pointee.avoid_negative_ts = 0
    let mark = FFmpegLog.mark()
    let result = avformat_write_header(muxer.context, &options)
    guard result >= 0 else {
      throw LibAVError(
        code: result, operation: "writing the file's header", subject: container.rawValue, loggedSince: mark)
    }
    head = RecordingFront.insert(priming: priming, into: try muxer.takeBuffer())
  }

  deinit { muxer.closeBuffer() }

  /// Samples before the first one that is heard, the same for all sounds with priming.
  private var priming: Int {
    streams.reduce(0) { most, stream in
      if case .audio(let audio) = stream.content { max(most, audio.priming) } else { most }
    }
  }

  /// Adds the next packet of a stream to the current fragment.
  package func add(_ packet: EncodedPacket, stream index: Int) throws(LibAVError) {
    let raw = try Packet(packet)
    raw.pointer.pointee.stream_index = Int32(clamping: index)
    if case .audio(let audio) = streams[index].content {
      raw.pointer.pointee.pts += Int64(audio.priming)
      raw.pointer.pointee.dts += Int64(audio.priming)
    }
    guard let destination = muxer.context.pointee.streams[index] else { return }
    av_packet_rescale_ts(raw.pointer, ticks[index], destination.pointee.time_base)
    try write(raw.pointer)
  }

  /// Ends the fragment and returns its bytes; they are empty if it has no packets.
  package func endFragment() throws(LibAVError) -> [UInt8] {
    try write(nil)
    return try muxer.takeBuffer()
  }

  private func write(_ packet: UnsafeMutablePointer<AVPacket>?) throws(LibAVError) {
    let mark = FFmpegLog.mark()
    let result = av_write_frame(muxer.context, packet)
    guard result >= 0 else {
      throw LibAVError(
        code: result, operation: "writing a fragment", subject: streams[0].codec, loggedSince: mark)
    }
  }
}

extension Muxer {
  /// Lets the muxer write into memory.
  fileprivate func openBuffer() throws(LibAVError) {
    try check(avio_open_dyn_buf(&context.pointee.pb), "preparing to write", "a fragment")
  }

  /// The bytes that the muxer has written since the last call.
  fileprivate func takeBuffer() throws(LibAVError) -> [UInt8] {
    let bytes = closeBuffer()
    try openBuffer()
    return bytes
  }

  @discardableResult
  fileprivate func closeBuffer() -> [UInt8] {
    guard context.pointee.pb != nil else { return [] }
    var start: UnsafeMutablePointer<UInt8>?
    let count = avio_close_dyn_buf(context.pointee.pb, &start)
    context.pointee.pb = nil
    defer { av_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
