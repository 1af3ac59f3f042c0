import Basics
internal import CFFmpeg
import Composition

/// An open media file, read packet by packet.
///
/// Owns FFmpeg's context; used by one thread. Opening gives access only to the bytes of this one file: no
/// other file, no protocol, no format that is a list of names.
final class MediaFile {
  let context: UnsafeMutablePointer<AVFormatContext>
  let limits: MediaLimits
  /// What the file contains if it has no header; nil for other files.
  let raw: RawForm?
  private let input: FileInput
  /// FFmpeg's reason why reading stopped, unless it was simply the end.
  private(set) var earlyEnd: String?
  private var complaint: String?
  /// A complaint about the part that was read to open the file and to find the streams, and where this part
  /// ends. It applies until reading is past that place.
  private var openingComplaint: (reason: String, end: Int64)?
  private var cutShort: [Int: Bool] = [:]
  /// How Ogg ends; nil for other containers.
  private let oggEnd: OggEnd?
  /// Nil until first used.
  private var knownJunk: [RawFrames.Junk]?
  /// By stream index: whether a stream has decoding times only, once that is known.
  var tellsDecodingTimes: [Int: Bool] = [:]
  /// The position in the log before the file was opened.
  private let logMark: Int

  var path: String { input.path }
  var byteCount: Int64 { input.byteCount }

  convenience init(
    path: String, limits: MediaLimits = .standard, raw: RawForm? = nil
  ) throws(LibAVError) {
    try self.init(opening: path, limits, raw)
    // They are drawn after a check, which FFmpeg does not make.
    if container == "svg_pipe" {
      throw LibAVError(operation: "reading", subject: path, cause: .badData, reason: "it is an SVG")
    }
    try findStreams()
  }

  /// Opens the container alone, without the properties of its streams that only packets show.
  private init(opening path: String, _ limits: MediaLimits, _ raw: RawForm?) throws(LibAVError) {
    FFmpegLog.capture()
    self.limits = limits
    self.raw = raw
    input = try FileInput(path: path)
    logMark = FFmpegLog.mark()
    let context = try openContainer(input, limits, raw)
    self.context = context
    let format = String(cString: context.pointee.iformat.pointee.name)
    // This must not throw: the context has an owner only when everything is initialised.
    let tail = format == "ogg" ? input.bytesBeforeEnd(1 << 17) : []
    oggEnd = format == "ogg" ? OggEnd(tail) : nil
    try checkReads()
  }

  /// Opens the same file again, from its start.
  ///
  /// Finding streams decodes pictures, so their known properties are reused if the container's header
  /// contains the rest.
  func reopened() throws(LibAVError) -> MediaFile {
    let file = try MediaFile(opening: path, limits, raw)
    file.knownJunk = knownJunk
    file.tellsDecodingTimes = tellsDecodingTimes
    if try !file.takeOver(streamsOf: self) { try file.findStreams() }
    return file
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// The container's short name: the first of FFmpeg's, without its suffix for pictures.
  var container: String {
    let names = String(cString: context.pointee.iformat.pointee.name)
    let name = names.split(separator: ",").first.map(String.init) ?? names
    return name.hasSuffix("_pipe") ? String(name.dropLast(5)) : name
  }

  /// Whether the container is a single picture: PNG, JPEG.
  var isStillFormat: Bool {
    String(cString: context.pointee.iformat.pointee.name).hasSuffix("_pipe")
  }

  /// Whether the container states that it is one picture, although it has the form of a film: AVIF.
  var isStillImage: Bool {
    ["avif", "heic", "heix", "mif1"].contains(tag("major_brand", context.pointee.metadata) ?? "")
  }

  var streamCount: Int { min(Int(context.pointee.nb_streams), limits.readStreams) }
  var allStreamCount: Int { Int(context.pointee.nb_streams) }

  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < allStreamCount else { return nil }
    return context.pointee.streams[index]
  }

  /// Bytes of the file itself; nil if the file is shorter, or if they cannot be read.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? { input.bytes(at: offset, count: count) }

  /// Throws the error of an earlier read, if one failed.
  func checkReads() throws(LibAVError) {
    if let failure = input.failure { throw failure }
  }

  /// Skips the packets of all other streams.
  func readOnly(streams wanted: Set<Int>) {
    for index in 0..<allStreamCount where !wanted.contains(index) {
      context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Reads the next packet; false at the end of what can be read.
  func read(into packet: Packet) throws(LibAVError) -> Bool {
    packet.clear()
    for _ in 0..<1000 {
      let mark = FFmpegLog.mark()
      let result = av_read_frame(context, packet.pointer)
      if let failure = input.failure { throw failure }
      noteComplaint(since: mark)
      if result >= 0 {
        try skipBeforeEdit(packet)
        correctLength(ofLast: packet)
        return true
      }
      if result == editc_error_try_again { continue }
      if result != editc_error_end_of_file {
        earlyEnd =
          LibAVError(code: result, operation: "reading", subject: path, loggedSince: mark).reason
      }
      return false
    }
    earlyEnd = "no progress in a thousand attempts"
    return false
  }

  /// Skips the samples before an edit list. FFmpeg does so itself, except in fragmented files, where it
  /// returns them with negative times.
  private func skipBeforeEdit(_ packet: Packet) throws(LibAVError) {
    guard let time = packet.presentation, time < 0, packet.skippedSamples == (0, 0), container == "mov",
      let stream = context.pointee.streams[packet.streamIndex]?.pointee,
      let parameters = stream.codecpar?.pointee, parameters.codec_type == AVMEDIA_TYPE_AUDIO
    else { return }
    let rate = AVRational(num: 1, den: parameters.sample_rate)
    let length = packet.duration == 0 ? -time : min(-time, packet.duration)
    try packet.skip(start: UInt32(clamping: av_rescale_q(length, stream.time_base, rate)))
  }

  /// Corrects the last packet of an MP4's sound: FFmpeg ends it with the track, and ignores that the track
  /// starts with its edit list.
  private func correctLength(ofLast packet: Packet) {
    guard container == "mov", let stream = context.pointee.streams[packet.streamIndex],
      let parameters = stream.pointee.codecpar?.pointee, parameters.codec_type == AVMEDIA_TYPE_AUDIO,
      let start = plausibleTick(stream.pointee.start_time), start > 0, let tick = packet.decoding,
      let length = plausibleTick(stream.pointee.duration), length > 0,
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1),
      last.pointee.timestamp == tick
    else { return }
    let rate = AVRational(num: 1, den: parameters.sample_rate)
    let mostTicks = av_rescale_q(Int64(parameters.frame_size), rate, stream.pointee.time_base)
    if (1...max(1, mostTicks)).contains(start + length - tick) {
      packet.pointer.pointee.duration = start + length - tick
    }
  }

  private func noteComplaint(since mark: Int) {
    complaint = complaint ?? FFmpegLog.firstLine(since: mark, from: .demuxer)
    guard let openingComplaint else { return }
    complaint = complaint ?? openingComplaint.reason
    if avio_tell(context.pointee.pb) > openingComplaint.end { self.openingComplaint = nil }
  }

  /// Returns what FFmpeg has logged about the container since the last call: wrong checksums, invalid
  /// elements. FFmpeg then continues with the next packet that it finds.
  func takeComplaint() -> String? {
    defer { complaint = nil }
    return complaint
  }

  /// Why a stream that was read to its end ends too early; nil if its end is normal.
  func reasonOfEarlyEnd(ofStream index: Int) -> String? {
    takeComplaint() ?? earlyEnd ?? (isCutShort(stream: index) ? "the file is cut short here" : nil)
      ?? oggEnd?.reason ?? junk.last { $0.isAtEnd }?.reason
  }

  /// Bytes of a file without a container that are neither frames nor tags: FFmpeg silently searches for the
  /// next frame.
  ///
  /// The first use reads the whole file.
  var junk: [RawFrames.Junk] {
    if let knownJunk { return knownJunk }
    let junk = RawFrames.Kind(rawValue: container).map { RawFrames(of: $0, in: input).junk } ?? []
    knownJunk = junk
    return junk
  }

  /// A probe's remark about the end of the file.
  var endRemark: String? { oggEnd?.remark }

  /// When the only audio stream of a sound file ends according to its header; nil if the header does not
  /// state it, and for other files, whose headers are wrong too often.
  func claimedSoundEnd(ofStream index: Int) -> RationalTime? {
    let kinds: Set = ["mp3", "flac", "ogg", "wav", "w64", "aiff", "caf", "au"]
    let others = (0..<allStreamCount).contains {
      $0 != index && stream($0)?.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }
    guard kinds.contains(container), !others, let stream = stream(index)?.pointee,
      context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE,
      let clock = StreamClock(stream.time_base), let duration = plausibleTick(stream.duration), duration > 0
    else { return nil }
    let start = plausibleTick(stream.start_time) ?? 0
    return try? clock.fileTime(start + duration)
  }

  /// Whether the file ends inside a page, or its index refers to bytes behind the end.
  func isCutShort(stream index: Int) -> Bool {
    if oggEnd == .insidePage { return true }
    if let known = cutShort[index] { return known }
    let isCut = namesBytesBeyondEnd(ofStream: index)
    cutShort[index] = isCut
    return isCut
  }

  private func namesBytesBeyondEnd(ofStream index: Int) -> Bool {
    guard let stream = stream(index) else { return false }
    for position in 0..<avformat_index_get_entries_count(stream) {
      guard let entry = avformat_index_get_entry(stream, position)?.pointee else { continue }
      let (end, overflows) = entry.pos.addingReportingOverflow(Int64(entry.size))
      if overflows || end > byteCount { return true }
    }
    return false
  }

  /// Whether streams can start midway, as in recordings of broadcasts and joined files: what cannot be
  /// decoded before their first picture or sound is not part of them.
  var canBeginAnywhere: Bool {
    let kinds: Set = [
      "mpegts", "mpeg", "mpegvideo", "h264", "hevc", "m4v", "obu", "dv", "wtv", "flv", "asf", "mp3", "aac",
      "ac3",
      "eac3", "dts", "dtshd", "truehd", "mlp", "amr", "rm", "gxf",
    ]
    return kinds.contains(container)
  }

  /// Seeks to a key frame at or before a time in the stream's own units; returns false if the file does not
  /// support it.
  func seek(stream index: Int, to tick: Int64) -> Bool {
    earlyEnd = nil
    complaint = nil
    openingComplaint = nil
    // A seek that fails would leave a file without a header at its end.
    let tick = raw == nil ? tick : max(0, tick)
    return av_seek_frame(context, Int32(index), tick, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// Reuses the known properties of the same streams; returns false if the streams may differ.
  private func takeOver(streamsOf found: MediaFile) throws(LibAVError) -> Bool {
    guard container == "mov", found.container == container, byteCount == found.byteCount,
      allStreamCount == found.allStreamCount
    else { return false }
    let pairs = (0..<allStreamCount).compactMap { index in
      stream(index).flatMap { own in found.stream(index).map { (own, $0) } }
    }
    guard pairs.count == allStreamCount, pairs.allSatisfy({ isSameStream($0.pointee, $1.pointee) }) else {
      return false
    }
    for (own, known) in pairs {
      try check(avcodec_parameters_copy(own.pointee.codecpar, known.pointee.codecpar), "opening", path)
      own.pointee.avg_frame_rate = known.pointee.avg_frame_rate
      own.pointee.r_frame_rate = known.pointee.r_frame_rate
      own.pointee.start_time = known.pointee.start_time
      own.pointee.duration = known.pointee.duration
    }
    return true
  }

  private func findStreams() throws(LibAVError) {
    let mark = logMark
    let count = allStreamCount
    var options: [OpaquePointer?] = Array(repeating: nil, count: count)
    // The decoders that find the streams' properties use only these options, not those set later.
    for index in 0..<count {
      av_dict_set_int(&options[index], "max_pixels", Int64(limits.pixels), 0)
      av_dict_set(&options[index], "threads", "1", 0)
      // The pictures that they decode are not shown.
      av_dict_set(&options[index], "skip_loop_filter", "all", 0)
    }
    let result = avformat_find_stream_info(context, &options)
    for index in 0..<count { av_dict_free(&options[index]) }
    if let failure = input.failure { throw failure }
    // Recordings of broadcasts start with half a packet.
    if !canBeginAnywhere, let reason = FFmpegLog.firstLine(since: mark, from: .demuxer) {
      openingComplaint = (reason, avio_tell(context.pointee.pb))
    }
    guard result >= 0 else {
      throw LibAVError(
        code: result, operation: "finding the streams", subject: path, loggedSince: mark
      ).ofMedia
    }
    try refuseTooManyStreams(since: mark)
    try refuseTooManyPackets()
    try refuseHugePictures(since: mark)
    if case .pictures(let pictures)? = raw { try list(pictures) }
  }

  /// Makes the index of pictures without a header: FFmpeg would read all bytes before the one it seeks.
  private func list(_ pictures: RawPictures) throws(LibAVError) {
    guard let stream = stream(0) else { return }
    let (length, clock) = (pictures.byteCount, stream.pointee.time_base)
    if let rate = pictures.rate, Int64(clock.num) != rate.seconds || Int64(clock.den) != rate.frames {
      throw LibAVError(
        operation: "opening", subject: path, cause: .limit,
        reason: "FFmpeg cannot count in the rate \(rate.spelling)")
    }
    guard length > 0 else { return }
    // Otherwise FFmpeg removes every second entry while it reads.
    context.pointee.max_index_size = 1 << 24
    let count = byteCount / length
    for number in stride(from: 0, to: count, by: Int(max(1, count / 100_000))) {
      try check(
        av_add_index_entry(stream, number * length, number, Int32(clamping: length), 0, AVINDEX_KEYFRAME),
        "opening", path)
    }
  }

  private func refuseHugePictures(since mark: Int) throws(LibAVError) {
    let refusedByDecoder = FFmpegLog.line(containing: "Picture size", since: mark)
    for index in 0..<streamCount {
      guard let parameters = stream(index)?.pointee.codecpar?.pointee,
        parameters.codec_type == AVMEDIA_TYPE_VIDEO
      else { continue }
      let (width, height) = (Int(parameters.width), Int(parameters.height))
      if width == 0, let refusedByDecoder {
        throw limit("\(refusedByDecoder); the limit is \(limits.pixels) pixels")
      }
      guard width * height <= limits.pixels else {
        throw limit("a picture of \(width)x\(height), the limit is \(limits.pixels) pixels")
      }
    }
  }

  /// FFmpeg makes a list of all packets that an index claims, even if a few bytes claim millions.
  private func refuseTooManyPackets() throws(LibAVError) {
    for index in 0..<streamCount {
      guard let claimed = stream(index)?.pointee.nb_frames, claimed > limits.packets else { continue }
      throw limit("the index claims \(claimed) packets, the limit is \(limits.packets)")
    }
  }

  private func refuseTooManyStreams(since mark: Int) throws(LibAVError) {
    if allStreamCount >= limits.streams || FFmpegLog.contains("max_streams", since: mark) {
      throw limit("the file claims \(limits.streams) streams or more")
    }
  }

  private func limit(_ reason: String) -> LibAVError {
    LibAVError(operation: "opening", subject: path, cause: .limit, reason: reason)
  }
}

/// Whether the headers describe the same stream.
private func isSameStream(_ a: AVStream, _ b: AVStream) -> Bool {
  guard let own = a.codecpar?.pointee, let other = b.codecpar?.pointee else { return false }
  return a.id == b.id && a.time_base.num == b.time_base.num && a.time_base.den == b.time_base.den
    && own.codec_type == other.codec_type && own.codec_tag == other.codec_tag
}

/// Containers that contain their media. Excluded: playlists and scripts that name other files, text that
/// FFmpeg takes for video, raw formats without a signature, devices.
private let knownFormats =
  ([
    "mov", "matroska", "avi", "mpegts", "mpeg", "mpegvideo", "flv", "asf", "mxf", "ogg", "gif", "apng",
    "ivf", "dv", "nut", "yuv4mpegpipe", "h264", "hevc", "obu", "av1", "m4v", "mjpeg", "mp3", "aac", "flac",
    "wav", "ac3", "eac3", "dts", "dtshd", "truehd", "mlp", "caf", "aiff", "w64", "au", "amr", "voc", "ape",
    "wv", "tta", "tak", "rm", "wtv", "gxf",
  ]
  + [
    "png", "jpeg", "webp", "bmp", "tiff", "exr", "dpx", "jpegls", "jpegxl", "j2k", "pam", "pbm", "pgm",
    "ppm", "psd", "qoi", "sgi", "sunrast", "gif",
  ].map { $0 + "_pipe" }).joined(separator: ",")

private func openContainer(
  _ input: FileInput, _ limits: MediaLimits, _ raw: RawForm?
) throws(LibAVError) -> UnsafeMutablePointer<AVFormatContext> {
  let mark = FFmpegLog.mark()
  let format = raw.flatMap { av_find_input_format($0.demuxer) }
  if let raw, format == nil {
    throw LibAVError(
      operation: "opening", subject: input.path, cause: .notAvailable,
      reason: "this build of FFmpeg does not read \(raw.demuxer)")
  }
  var context: UnsafeMutablePointer<AVFormatContext>? = try allocated(
    avformat_alloc_context(), "opening", input.path)
  context?.pointee.pb = try allocated(input.avio, "opening", input.path)
  context?.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
  context?.pointee.io_open = { _, _, _, _, _ in -EACCES }
  context?.pointee.error_recognition |= AV_EF_CRCCHECK
  var options: OpaquePointer?
  defer { av_dict_free(&options) }
  av_dict_set(&options, "format_whitelist", raw?.demuxer ?? knownFormats, 0)
  for (name, value) in raw?.demuxerOptions ?? [] { av_dict_set(&options, name, value, 0) }
  av_dict_set(&options, "protocol_whitelist", "none", 0)
  av_dict_set_int(&options, "max_streams", Int64(limits.streams), 0)
  av_dict_set_int(&options, "probesize", 10_000_000, 0)
  av_dict_set_int(&options, "analyzeduration", 10_000_000, 0)
  // FFmpeg frees the context itself when this fails.
  let result = avformat_open_input(&context, nil, format, &options)
  if let failure = input.failure { throw failure }
  guard result >= 0, let context else {
    throw openingError(result, input.path, mark)
  }
  return context
}

private func openingError(_ code: Int32, _ path: String, _ mark: Int) -> LibAVError {
  if FFmpegLog.contains("max_streams", since: mark) {
    return LibAVError(
      operation: "opening", subject: path, cause: .limit, reason: "the file claims too many streams")
  }
  if FFmpegLog.contains("whitelist", since: mark) {
    return LibAVError(
      operation: "opening", subject: path, cause: .badData,
      reason: "the content is neither a media container nor a picture that editc reads")
  }
  let plain = LibAVError(code: code, operation: "opening", subject: path, loggedSince: mark)
  if code == editc_error_end_of_file {
    return LibAVError(
      operation: "opening", subject: path, cause: .badData, reason: "the file ends too early")
  }
  guard plain.cause == .badData, FFmpegLog.lastLine(since: mark) == nil else { return plain.ofMedia }
  return LibAVError(
    operation: "opening", subject: path, cause: .badData,
    reason: "no media container or picture format is recognised in it")
}
