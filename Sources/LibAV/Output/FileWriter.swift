package import Basics
internal import CFFmpeg
package import Composition

/// Writes coded streams into a file: packets interleaved, picture and sound starting at zero, the same bytes
/// on every machine and every run.
///
/// The path is the caller's, who passes a temporary name and renames the file; an unfinished writer leaves an
/// unusable file there. Failed system calls are thrown as `.output(errno)`.
///
/// For one thread at a time.
package final class FileWriter {
  private let path: String
  private let file: OutputFile
  private let output: OutputStream
  private let muxer: Muxer
  private let ticks: [AVRational]
  private let streams: [EncodedStream]
  private let container: Container
  private var interleaver: Interleaver
  private var fragments: FragmentClock?
  /// Whether the head of a fragmented file was written.
  private var hasHead = false
  private var lastDecode: [Int64?]
  private let materialNumber: [UInt8]
  private let isPiece: Bool
  private var isFinished = false

  /// Where a file has its index.
  package enum IndexPlace: Hashable, Sendable {
    /// Before the media, so that playback can start before the file is complete.
    case front
    /// Before the media as well, in reserved bytes of MP4 and MOV: nothing has to be moved. A file whose
    /// index is larger cannot be finished.
    case kept(byteCount: Int)
    /// After the media: nothing has to be moved.
    case back
  }

  /// `keyTags` have the container's own names. `materialNumber` is MXF's unique number of the material: 15
  /// bytes. `fragments` is the length of each fragment; nil for a file in one piece. `isPiece` makes an MP4
  /// for a player that joins pieces itself: one fragment behind its head, with the times of the packets. The
  /// streams are numbered 0, 1, ... in this order.
  package init(
    path: String, container: Container, streams: [EncodedStream], tags: [MediaTag] = [],
    keyTags: [MediaTag] = [], cover: AttachedPicture? = nil, chapters: [ChapterMark] = [],
    indexPlace: IndexPlace = .front, fragments: RationalTime? = nil, materialNumber: [UInt8] = [],
    isPiece: Bool = false
  ) throws(LibAVError) {
    FFmpegLog.capture()
    self.path = path
    self.streams = streams
    self.container = container
    self.materialNumber = materialNumber
    self.isPiece = isPiece
    self.fragments = fragments.flatMap { FragmentClock(length: $0, streams) }
    ticks = try streams.map { stream throws(LibAVError) in try smallTick(stream) }
    interleaver = Interleaver(ticks: streams.map(\.tick))
    lastDecode = streams.map { _ in nil }
    // Ogg has no streams of still pictures.
    let isOgg = container == .opus || container == .ogg
    let coverTag = isOgg ? cover.map { [$0.vorbisComment] } ?? [] : []
    let cover = isOgg ? nil : cover
    // Matroska's attachments are not streams of packets.
    let coverStream = container.isMatroska ? nil : cover
    let muxer = try Muxer(container, streams, tags + keyTags + container.chapterTags(chapters) + coverTag)
    if let cover { try muxer.add(cover, isAttachment: container.isMatroska) }
    try container.add(chapters, to: muxer.context)
    self.muxer = muxer
    file = try OutputFile(path: path)
    output = try OutputStream.writing(file)
    let context = muxer.context
    context.pointee.pb = output.context
    context.pointee.opaque = Unmanaged.passUnretained(file).toOpaque()
    context.pointee.io_open = openForReading
    context.pointee.io_close2 = closeReading
    try writeHeader(streams, chapters, indexPlace, hasKeyTags: !keyTags.isEmpty)
    if let coverStream { try write(coverStream, stream: streams.count) }
  }

  /// Writes the cover first: muxers keep it until they can place it, and some wait for it.
  private func write(_ cover: AttachedPicture, stream: Int) throws(LibAVError) {
    let packet = try Packet(
      EncodedPacket(bytes: cover.bytes, presentation: 0, decode: 0, duration: 0, isKey: true))
    packet.pointer.pointee.stream_index = Int32(clamping: stream)
    try checked("writing the cover") { av_write_frame(muxer.context, packet.pointer) }
  }

  /// Writes the next packet of a stream. Streams may run ahead of each other; their packets wait in memory.
  package func write(_ packet: EncodedPacket, stream: Int) throws(LibAVError) {
    try checkOpen(stream)
    if let last = lastDecode[stream], packet.decode <= last {
      throw refusal("stream \(stream): a packet decoded at \(packet.decode) follows one at \(last)")
    }
    guard packet.presentation >= packet.decode else {
      throw refusal("stream \(stream): a packet is shown at \(packet.presentation), decoded later")
    }
    lastDecode[stream] = packet.decode
    interleaver.append(packet, stream: stream)
    try writeWaiting()
  }

  /// Ends a stream: the others no longer wait for its packets.
  package func end(stream: Int) throws(LibAVError) {
    try checkOpen(stream)
    interleaver.end(stream: stream)
    try writeWaiting()
  }

  /// Replaces a stream's configuration after its packets, such as FLAC's digest, if the container allows it.
  package func replaceConfiguration(of stream: Int, with bytes: [UInt8]) throws(LibAVError) {
    // The others have written it already; players do without.
    guard container == .flac || container.isMatroska else { return }
    try end(stream: stream)
    let packet = try Packet()
    packet.pointer.pointee.stream_index = Int32(clamping: stream)
    try packet.attach(bytes, as: AV_PKT_DATA_NEW_EXTRADATA)
    try checked("writing") { av_write_frame(muxer.context, packet.pointer) }
  }

  /// Writes the remaining packets, moves the index to its place and closes. Nothing can be written
  /// afterwards.
  package func finish() throws(LibAVError) {
    for stream in lastDecode.indices { try end(stream: stream) }
    isFinished = true
    try checked("finishing the file") { av_write_trailer(muxer.context) }
    avio_flush(output.context)
    try file.checkErrors("finishing the file")
    if container.isTransportStream { try fillShortStream() }
    if container.isMaterialExchange, materialNumber.count == Self.unnamedMaterial.count {
      try file.overwrite(behind: Self.labelOfUMID, Self.unnamedMaterial, with: materialNumber)
    }
    try file.close()
  }

  /// Fills up a film of a few frames with empty packets: programs recognise a transport stream only after
  /// some packets.
  private func fillShortStream() throws(LibAVError) {
    let empty: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
    while file.byteCount < 32 * Int64(empty.count), file.firstError == nil { try file.put(empty) }
  }

  /// The start of a UMID (SMPTE ST 330): its label, its length, and no instance number.
  private static let labelOfUMID: [UInt8] = [
    0x06, 0x0A, 0x2B, 0x34, 0x01, 0x01, 0x01, 0x05, 0x01, 0x01, 0x0D, 0x00, 0x13, 0, 0, 0,
  ]
  /// FFmpeg's material number if nothing may be random. The byte after it distinguishes its packages.
  private static let unnamedMaterial = [UInt8](repeating: 0, count: 15)

  private func checkOpen(_ stream: Int) throws(LibAVError) {
    guard !isFinished else { throw refusal("the file is finished") }
    guard lastDecode.indices.contains(stream) else { throw refusal("there is no stream \(stream)") }
  }

  private func writeHeader(
    _ streams: [EncodedStream], _ chapters: [ChapterMark], _ indexPlace: IndexPlace,
    hasKeyTags: Bool
  ) throws(LibAVError) {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    if container.isQuickTime {
      // The older of two chapter lists has no room for more than 255.
      let flags =
        (isPiece
          ? Self.pieceFlags : fragments != nil ? fragmentFlags : indexPlace == .front ? "+faststart" : "")
        + (chapters.count > 255 ? "+disable_chpl" : "") + (hasKeyTags ? "+use_metadata_tags" : "")
      if !flags.isEmpty { av_dict_set(&options, "movflags", flags, 0) }
      if isPiece {
        // Players of pieces place them by their times alone.
        av_dict_set(&options, "use_editlist", "0", 0)
        muxer.context.pointee.avoid_negative_ts = 0
      }
      if fragments != nil {
        // Otherwise the muxer shifts all streams if one starts before the file.
        av_dict_set(&options, "use_editlist", "1", 0)
        muxer.context.pointee.avoid_negative_ts = 0
      }
      if case .kept(let byteCount) = indexPlace {
        av_dict_set_int(&options, "moov_size", Int64(byteCount), 0)
      }
      av_dict_set_int(&options, "movie_timescale", movieTimescale(streams), 0)
    }
    if container.isMatroska {
      if indexPlace != .back { av_dict_set(&options, "cues_to_front", "1", 0) }
      // Otherwise FFmpeg shifts all streams if one starts before the file.
      muxer.context.pointee.avoid_negative_ts = 0
    }
    if container.isTransportStream {
      // The caller sets the times, and each packet of sound has its own.
      muxer.context.pointee.avoid_negative_ts = 0
      av_dict_set(&options, "mpegts_copyts", "1", 0)
      av_dict_set(&options, "pes_payload_size", "0", 0)
    }
    // FFmpeg counts the bytes of a chapter as version 3 does, which differs from version 4 from 128 on.
    if container == .mp3, chapters.contains(where: { $0.name.utf8.count > 90 }) {
      av_dict_set(&options, "id3v2_version", "3", 0)
    }
    // Otherwise AIFF has only a title and a comment.
    if container.declaration.muxer == "aiff" { av_dict_set(&options, "write_id3v2", "1", 0) }
    // Beyond 4 GB a WAV file counts in 64 bits; below, it stays an ordinary one.
    if container == .wav { av_dict_set(&options, "rf64", "auto", 0) }
    try checked("writing the file's header") { avformat_write_header(muxer.context, &options) }
    if let unknown = av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX) {
      throw refusal("FFmpeg does not know the option \(String(cString: unknown.pointee.key))")
    }
  }

  private static let pieceFlags = "+frag_custom+frag_discont+empty_moov+default_base_moof+skip_trailer"

  /// Each moof box is self-contained, and an index of all precedes them.
  private var fragmentFlags: String {
    "+frag_custom+delay_moov+default_base_moof+global_sidx" + (container == .mp4 ? "+cmaf" : "")
  }

  /// Ends a fragment. The first time, the muxer writes only the head of the file.
  private func endFragment() throws(LibAVError) {
    for _ in hasHead ? 1...1 : 1...2 {
      try checked("writing") { av_write_frame(muxer.context, nil) }
    }
    hasHead = true
  }

  private func writeWaiting() throws(LibAVError) {
    while let (stream, packet) = interleaver.next() {
      if fragments?.begins(with: packet, of: stream) == true { try endFragment() }
      let raw = try Packet(packet)
      raw.pointer.pointee.stream_index = Int32(clamping: stream)
      guard let destination = muxer.context.pointee.streams[stream] else { continue }
      if case .audio(let audio) = streams[stream].content, container == .mp3 {
        try raw.markPadding(of: packet, in: audio)
        raw.pointer.pointee.duration = max(0, packet.duration)
      }
      if case .audio(let audio) = streams[stream].content, container.isMatroska {
        // The header states how many samples at the start are discarded; times count from before them.
        raw.pointer.pointee.pts += Int64(audio.priming)
        raw.pointer.pointee.dts += Int64(audio.priming)
        // FLAC needs no mark: its last packet is as short as it states.
        if audio.priming > 0, packet.duration < audio.frameLength {
          try raw.markPadding(of: packet, in: audio, atStart: 0)
        }
      }
      av_packet_rescale_ts(raw.pointer, ticks[stream], destination.pointee.time_base)
      if let perSecond = container.ticksPerSecond {
        raw.pointer.pointee.pts += container.firstSecond * perSecond
        raw.pointer.pointee.dts += container.firstSecond * perSecond
      }
      // MXF's muxer cuts sound into pieces as long as frames while interleaving.
      try checked("writing") {
        container.isMaterialExchange
          ? av_interleaved_write_frame(muxer.context, raw.pointer)
          : av_write_frame(muxer.context, raw.pointer)
      }
    }
  }

  /// The system's error comes first: FFmpeg often reports another one, or none.
  private func checked(_ operation: String, _ call: () -> Int32) throws(LibAVError) {
    let mark = FFmpegLog.mark()
    let result = call()
    try file.checkErrors(operation)
    guard result >= 0 else {
      throw LibAVError(code: result, operation: operation, subject: path, loggedSince: mark)
    }
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "writing", subject: path, cause: .other, reason: reason)
  }
}

/// FFmpeg stores a tick in two 32-bit numbers.
func smallTick(_ stream: EncodedStream) throws(LibAVError) -> AVRational {
  guard let numerator = Int32(exactly: stream.tick.value),
    let denominator = Int32(exactly: stream.tick.timescale), numerator > 0
  else {
    throw LibAVError(
      operation: "describing a stream", subject: stream.codec, cause: .limit,
      reason: "no container supports a time base of \(stream.tick.value)/\(stream.tick.timescale) s")
  }
  return AVRational(num: numerator, den: denominator)
}

/// The unit of edit lists, which state how long each stream plays: fine enough for every frame and every
/// sample. FFmpeg's own choice, milliseconds, rounds.
func movieTimescale(_ streams: [EncodedStream]) -> Int64 {
  // Subtitles start with the film and need no edit list.
  let streams = streams.filter { if case .subtitle = $0.content { false } else { true } }
  let finest = streams.map(\.tick.timescale).max() ?? 1000
  var common: Int64 = 1
  for stream in streams {
    let scale = stream.tick.timescale
    let (product, overflow) = common.multipliedReportingOverflow(by: scale / av_gcd(common, scale))
    // Beyond a million, three hours would need 64-bit fields that old players do not read.
    guard !overflow, product <= 1_000_000 else { return min(finest, 1_000_000) }
    common = product
  }
  return common
}

/// The muxer opens its own file a second time to move the index to the front.
private func openForReading(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, _ url: UnsafePointer<CChar>?,
  _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let opaque = context?.pointee.opaque, flags & AVIO_FLAG_WRITE == 0 else { return editc_error_io }
  let file = Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue()
  guard let stream = try? OutputStream.reading(file) else { return editc_error_no_memory }
  result?.pointee = Unmanaged.passRetained(stream).takeUnretainedValue().context
  return 0
}

private func closeReading(
  _ context: UnsafeMutablePointer<AVFormatContext>?, _ stream: UnsafeMutablePointer<AVIOContext>?
) -> Int32 {
  guard let opaque = stream?.pointee.opaque else { return 0 }
  Unmanaged<OutputStream>.fromOpaque(opaque).release()
  return 0
}
