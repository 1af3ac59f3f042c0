package import Basics
internal import CFFmpeg
internal import Composition

/// What a server sends over a network: the packets of one picture and its sounds, as they arrive.
///
/// Owns FFmpeg's context; used by one thread, in a process that may open sockets and nothing else.
package final class StreamInput {
  /// How a stream reaches this machine.
  package enum Transport: String, CaseIterable, Sendable {
    case rtsp, rtmp, srt
    /// A playlist and its pieces. Another part of the program makes the requests.
    case hls
  }

  /// A stream that is recorded.
  package struct Track: Sendable {
    package let stream: EncodedStream
    package let isPicture: Bool
    /// Seconds per tick of the packets that arrive.
    package let arrivingTick: RationalTime
  }

  package private(set) var tracks: [Track] = []
  /// When the server had answered. Packets that arrived since then are read later, because tracks are described first.
  private var opened = ContinuousClock.now
  /// For messages: the URL may contain a password.
  private let name: String
  private let transport: Transport
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let watch: Watch
  private let pieces: PieceReader?
  private let packet: Packet
  /// By FFmpeg's number of a stream, that of its track.
  private var numbers: [Int: Int] = [:]
  /// By the number of a track: removes the headers of its frames.
  private var filters: [Int: BitstreamFilter] = [:]
  /// Packets that were read to describe the tracks.
  private var waiting: [StreamPacket] = []

  /// `name` is for messages. A playlist is read from pieces on that are so many nanoseconds old. `fetch` returns the bytes
  /// of an `http:` or `https:` URL.
  package init(
    _ url: String, by transport: Transport, name: String, since age: Int64 = 0,
    fetch: @escaping (String) throws(LibAVError) -> [UInt8]
  ) throws(LibAVError) {
    FFmpegLog.capture()
    self.name = name
    self.transport = transport
    packet = try Packet()
    watch = Watch(patience: transport == .hls ? 30 : 10)
    pieces = transport == .hls ? PieceReader(fetch) : nil
    try open(url, transport, since: age)
    opened = .now
    try findTracks()
    try describeSound()
  }

  deinit {
    avformat_close_input(&context)
    pieces?.freePlaylist()
  }

  /// How long ago the server had answered, in nanoseconds.
  package var age: Int64 {
    let passed = opened.duration(to: .now).components
    return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
  }

  /// Waits for the next packet; nil at the end of the stream.
  package func next() throws(LibAVError) -> StreamPacket? {
    waiting.isEmpty ? try read() : waiting.removeFirst()
  }

  private func read() throws(LibAVError) -> StreamPacket? {
    guard let context else { return nil }
    while true {
      packet.clear()
      watch.start()
      let result = av_read_frame(context, packet.pointer)
      if result == editc_error_try_again { continue }
      let isClosed =
        result == editc_error_end_of_file || transport.endsWithError && result == editc_error_io
      if isClosed, pieces?.failure == nil, !watch.isOver { return nil }
      guard result >= 0 else { throw failure(result, "receiving") }
      guard let number = numbers[packet.streamIndex] else { continue }
      if let made = try streamPacket(of: number) { return made }
    }
  }

  private func streamPacket(of number: Int) throws(LibAVError) -> StreamPacket? {
    if changedConfiguration != nil {
      throw LibAVError(
        operation: "receiving", subject: name, cause: .damage, reason: "the stream changes its form")
    }
    let key = packet.isKey
    if let filter = filters[number] { try filter.apply(to: packet) }
    guard packet.byteCount > 0, let data = packet.pointer.pointee.data else { return nil }
    return StreamPacket(
      track: number, bytes: Array(UnsafeBufferPointer(start: data, count: packet.byteCount)),
      presentation: packet.presentation, decode: packet.decoding, duration: packet.duration, isKey: key,
      isDamaged: packet.isCorrupt)
  }

  /// The decoder configuration that comes with a packet if it differs from the one before.
  private var changedConfiguration: [UInt8]? {
    var size = 0
    guard let data = av_packet_get_side_data(packet.pointer, AV_PKT_DATA_NEW_EXTRADATA, &size), size > 0
    else {
      return nil
    }
    return Array(UnsafeBufferPointer(start: data, count: size))
  }

  private func failure(_ code: Int32, _ operation: String) -> LibAVError {
    if let failure = pieces?.failure { return failure }
    if watch.isOver {
      return LibAVError(
        operation: operation, subject: name, cause: .other,
        reason: "the server has sent nothing for \(watch.patience) s")
    }
    if transport == .hls, code == editc_error_invalid_data {
      return LibAVError(
        operation: operation, subject: name, cause: .badData,
        reason: "this is no playlist of HLS; `editc fetch` gets other files")
    }
    // What FFmpeg logs can contain the URL, and that a password.
    return LibAVError(code: code, operation: operation, subject: name)
  }

  // MARK: Opening

  private func open(_ url: String, _ transport: Transport, since age: Int64) throws(LibAVError) {
    guard let format = av_find_input_format(transport.format) else {
      throw LibAVError(
        operation: "connecting", subject: name, cause: .notAvailable,
        reason: "this FFmpeg cannot receive \(transport.rawValue.uppercased())")
    }
    context = try allocated(avformat_alloc_context(), "connecting", name)
    context?.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { watch in
        guard let watch else { return 0 }
        return Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue().isOver ? 1 : 0
      }, opaque: Unmanaged.passUnretained(watch).toOpaque())
    if let pieces {
      context?.pointee.pb = try pieces.open(url)
      context?.pointee.opaque = Unmanaged.passUnretained(pieces).toOpaque()
      context?.pointee.io_open = { context, opened, url, _, options in
        PieceReader.open(context, opened, url, options?.pointee)
      }
      context?.pointee.io_close2 = { _, opened in PieceReader.close(opened) }
    }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (option, value) in transport.options { av_dict_set(&options, option, value, 0) }
    if age > 0, let count = pieces?.pieceCount(lasting: Double(age) / 1_000_000_000) {
      av_dict_set(&options, "live_start_index", "-\(count)", 0)
    }
    watch.start()
    // FFmpeg frees the context itself when this fails.
    let result = avformat_open_input(
      &context, pieces == nil ? url : PieceReader.masked(url), format, &options)
    guard result >= 0 else { throw failure(result, "connecting") }
    // FFmpeg follows a redirection of RTSP by itself, wherever it leads.
    if transport == .rtsp, context.flatMap({ $0.pointee.url }).map({ String(cString: $0) }) != url {
      throw LibAVError(
        operation: "connecting", subject: name, cause: .other,
        reason: "the server leads to another address; name that one if you trust it")
    }
  }

  private func findTracks() throws(LibAVError) {
    guard let context else { return }
    let count = Int(context.pointee.nb_streams)
    var options: [OpaquePointer?] = Array(repeating: nil, count: max(1, count))
    for index in 0..<count { av_dict_set(&options[index], "threads", "1", 0) }
    watch.start()
    let result = avformat_find_stream_info(context, &options)
    for index in 0..<count { av_dict_free(&options[index]) }
    guard result >= 0 else { throw failure(result, "connecting") }
    let picture = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    let sound = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, picture, nil, 0)
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index], index == picture || index == sound else {
        context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        continue
      }
      numbers[index] = tracks.count
      try add(stream)
    }
    guard !tracks.isEmpty else {
      throw LibAVError(
        operation: "connecting", subject: name, cause: .badData,
        reason: "the stream has neither pictures nor sound")
    }
  }

  private func add(_ stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    guard let parameters = stream.pointee.codecpar?.pointee,
      let tick = RationalTime(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
    else { return }
    let codec = codecName(parameters.codec_id)
    let configuration = parameters.configurationBytes
    if parameters.codec_type == AVMEDIA_TYPE_VIDEO {
      guard parameters.width > 0, parameters.height > 0 else {
        throw LibAVError(
          operation: "connecting", subject: name, cause: .badData,
          reason: "no picture of the \(codec) stream could be decoded, so its size is not known")
      }
      let content = EncodedStream.VideoContent(
        size: PixelSize(width: Int(parameters.width), height: Int(parameters.height)),
        pixelAspect: reduced(parameters.sample_aspect_ratio), color: ColorCodes(parameters).tags,
        rate: nil, reorderDelay: Int(parameters.video_delay))
      let form = CopiedForm(stream, parameters)
      tracks.append(
        Track(
          stream: EncodedStream(
            codec: codec, tick: tick, configuration: configuration, content: .video(content), copied: form),
          isPicture: true, arrivingTick: tick))
      return
    }
    if parameters.codec_id == AV_CODEC_ID_AAC, configuration.isEmpty {
      filters[tracks.count] = try BitstreamFilter("aac_adtstoasc", of: stream)
    }
    guard let ownTick = RationalTime(1, Int64(parameters.sample_rate)) else { return }
    // No bit rate: FFmpeg estimates it from what has arrived, and a film that continues must begin in the same way.
    let sound = EncodedStream.AudioContent(
      sampleRate: Int(parameters.sample_rate), channelLayout: usualLayoutName(parameters.ch_layout),
      frameLength: Int(max(0, parameters.frame_size)), priming: 0)
    tracks.append(
      Track(
        stream: EncodedStream(
          codec: codec, tick: ownTick, configuration: configuration, content: .audio(sound),
          copied: CopiedForm(stream, parameters)),
        isPicture: false, arrivingTick: tick))
  }

  /// AAC with a header in front of each frame has its configuration there.
  private func describeSound() throws(LibAVError) {
    guard let number = filters.keys.first else { return }
    while waiting.count < 2000, let next = try read() {
      waiting.append(next)
      guard next.track == number, let configuration = changedConfiguration else { continue }
      var stream = tracks[number].stream
      stream.configuration = configuration
      tracks[number] = Track(stream: stream, isPicture: false, arrivingTick: tracks[number].arrivingTick)
      return
    }
    throw LibAVError(
      operation: "connecting", subject: name, cause: .badData, reason: "the sound of the stream is missing")
  }
}

extension StreamInput.Transport {
  /// Whether FFmpeg reports that the server has closed the connection as an error. It does not tell whether the stream
  /// has ended.
  fileprivate var endsWithError: Bool { self == .rtmp || self == .srt }

  fileprivate var format: String {
    switch self {
    case .rtsp: "rtsp"
    case .rtmp: "flv"
    case .srt: "mpegts"
    case .hls: "hls"
    }
  }

  /// FFmpeg may use these protocols and formats only.
  fileprivate var options: [(String, String)] {
    let inner = "rtsp,rtp,flv,live_flv,mpegts,hls,aac,mp3,ac3,eac3"
    let protocols =
      switch self {
      case .rtsp: "rtsp,rtp,udp,tcp"
      case .rtmp: "rtmp,tcp"
      case .srt: "srt"
      // Their names alone: each request is made by `PieceReader`.
      case .hls: "http"
      }
    let own: [(String, String)] =
      switch self {
      case .rtsp: [("rtsp_flags", "prefer_tcp")]
      case .hls: [("http_persistent", "0"), ("http_multiple", "0")]
      case .rtmp, .srt: []
      }
    return [("format_whitelist", inner + ",mov,mp4,m4a,3gp,3g2,mj2"), ("protocol_whitelist", protocols)] + own
  }
}

/// Ends a call of FFmpeg that waits for too long.
private final class Watch {
  /// In seconds.
  let patience: Int64
  private var end: ContinuousClock.Instant

  init(patience: Int64) {
    self.patience = patience
    end = .now
  }

  func start() { end = .now + .seconds(patience) }

  var isOver: Bool { .now > end }
}
