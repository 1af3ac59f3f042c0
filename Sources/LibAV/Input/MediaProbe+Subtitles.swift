import Basics
internal import CFFmpeg
package import Composition

extension MediaProbe {
  /// Reads the text subtitles of a file. `facts` are those of the same file.
  package static func subtitles(
    ofFileAt path: String, facts: MediaFacts, limits: MediaLimits = .standard
  ) throws(LibAVError) -> [CodedSubtitles] {
    let wanted = facts.otherTracks.filter(\.isSubtitleText).map(\.streamIndex)
    if wanted.isEmpty { return [] }
    let file = try MediaFile(path: path, limits: limits)
    var readers: [Int: SubtitleTrackReader] = [:]
    for index in wanted { readers[index] = try SubtitleTrackReader(index, in: file, origin: facts.origin) }
    file.readOnly(streams: Set(wanted))
    let packet = try Packet()
    var packetCount = 0
    while try file.read(into: packet) {
      packetCount += 1
      guard packetCount <= limits.packets else {
        throw LibAVError(
          operation: "reading subtitles", subject: path, cause: .limit,
          reason: "more than \(limits.packets) packets")
      }
      try readers[packet.streamIndex]?.read(packet)
    }
    return wanted.compactMap { readers[$0]?.subtitles }
  }
}

/// Decodes the packets of one track.
private final class SubtitleTrackReader {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let clock: StreamClock
  private let streamIndex: Int
  private var lines: [(start: RationalTime, end: RationalTime?, fields: String)] = []

  private static let mostLines = 200_000

  init?(_ index: Int, in file: MediaFile, origin: RationalTime) throws(LibAVError) {
    guard let stream = file.stream(index), let parameters = stream.pointee.codecpar,
      let clock = StreamClock(stream.pointee.time_base, origin: origin),
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else { return nil }
    self.clock = clock
    streamIndex = index
    let context = try allocated(avcodec_alloc_context3(codec), "reading subtitles", file.path)
    self.context = context
    try check(avcodec_parameters_to_context(context, parameters), "reading subtitles", file.path)
    context.pointee.pkt_timebase = stream.pointee.time_base
    try check(avcodec_open2(context, codec, nil), "reading subtitles", file.path)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  func read(_ packet: Packet) throws(LibAVError) {
    guard let tick = packet.presentation, lines.count < Self.mostLines else { return }
    var subtitle = AVSubtitle()
    var isComplete: Int32 = 0
    let result = avcodec_decode_subtitle2(context, &subtitle, &isComplete, packet.pointer)
    defer { avsubtitle_free(&subtitle) }
    // An unreadable line does not affect the others.
    guard result >= 0, isComplete != 0 else { return }
    do throws(TimeOverflow) {
      let start = try clock.mediaTime(tick)
      let end = packet.duration > 0 ? try clock.mediaTime(tick + packet.duration) : nil
      for index in 0..<Int(subtitle.num_rects) {
        guard let text = subtitle.rects?[index]?.pointee.ass else { continue }
        let fields = String(cString: text).split(
          separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard fields.count == 2,
          fields[1].split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false).last?.isEmpty
            == false
        else { continue }
        lines.append((start, end, String(fields[1])))
      }
    } catch {
      throw LibAVError(
        operation: "reading subtitles", subject: "track \(streamIndex)", cause: .badData,
        reason: "a timestamp is out of range")
    }
  }

  /// A line without a duration lasts until the next one.
  var subtitles: CodedSubtitles {
    let ends = lines.dropFirst().map { Optional($0.start) } + [nil]
    let header = context.pointee.subtitle_header.map {
      String(
        decoding: UnsafeBufferPointer(start: $0, count: Int(context.pointee.subtitle_header_size)),
        as: UTF8.self)
    }
    return CodedSubtitles(
      streamIndex: streamIndex, header: (header ?? "").replacing("\0", with: ""),
      lines: zip(lines, ends).compactMap { line, next in
        (line.end ?? next).flatMap { TimeRange(start: line.start, end: $0) }.map {
          .init(range: $0, fields: line.fields)
        }
      })
  }
}
