import Basics
internal import CFFmpeg
import Composition

/// One audio stream as its packets and its first decoded samples describe it, in the file's own clock.
struct FoundAudio {
  let streamIndex: Int
  let range: TimeRange
  private let sampleRate: Int
  private let sampleCount: Int64
  private let channelCount: Int
  private let channelLayout: String
  private let codec: String
  private let profile: String?
  private let isDefault: Bool
  private let language: String?
  private let uses: [TrackUse]
  /// An oddity of its samples.
  let remark: String?

  var start: RationalTime { range.start }

  init(
    _ file: MediaFile, _ stream: UnsafeMutablePointer<AVStream>, _ index: Int, _ scan: PacketScan.Stream
  ) throws(LibAVError) {
    let source = try SoundSource(
      file: try file.reopened(), streamIndex: index, channelCount: 1)
    guard let first = try source.next(), let parameters = stream.pointee.codecpar?.pointee else {
      throw LibAVError(
        operation: "decoding", subject: file.path, cause: .badData,
        reason: "no sound can be decoded (\(source.lastFailure ?? "it holds none"))")
    }
    // Loss at the start belongs to the track; a reader reports it.
    let firstPosition = min(first.position, source.lostStart ?? first.position)
    var decodedEnd = first.end
    var gaps: [Int64] = []
    for _ in 0..<4 {
      guard let piece = try source.next() else { break }
      gaps.append(piece.position - decodedEnd)
      decodedEnd = piece.end
    }
    // FFmpeg decodes one block of E-AC-3 packets that contain six.
    remark =
      gaps.count == 4 && gaps.allSatisfy { $0 > first.count / 2 && $0 == gaps[0] }
      ? "FFmpeg decodes \(first.count) of the \(first.count + gaps[0]) samples of each packet of stream"
        + " \(index); the others are silence" : nil
    do {
      let startTick = source.runStartTick
      let start =
        firstPosition < first.position
        ? RationalTime(firstPosition, Int64(source.rate))
        : try startTick.map { tick throws(TimeOverflow) in try source.clock.fileTime(tick) }
      let heard: HeardSamples
      if source.placement.allowsSeeking {
        var counted = try HeardSamples(scan, source, from: firstPosition, atLeast: decodedEnd)
        try counted.correctEnd(source)
        heard = counted
      } else {
        heard = try HeardSamples(decoding: source, after: firstPosition, to: decodedEnd)
      }
      sampleCount = heard.count
      let length = try RationalTime(wide: Int128(heard.end - firstPosition), over: Int128(source.rate))
      range = try TimeRange(start: start ?? .zero, duration: length) ?? .zero
    } catch let error as LibAVError {
      throw error
    } catch {
      throw LibAVError(
        operation: "probing", subject: file.path, cause: .badData, reason: "a timestamp is out of range")
    }
    streamIndex = index
    sampleRate = source.rate
    channelCount = source.channelsInFile
    channelLayout = source.channelLayout
    codec = codecName(parameters.codec_id)
    profile = avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
    isDefault = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
    language = spokenLanguage(stream)
    let words = usesOfTrack(stream.pointee.disposition)
    uses = TrackUse.allCases.filter { words.contains($0.rawValue) }
  }

  func facts(origin: RationalTime) throws(TimeOverflow) -> AudioTrackFacts {
    AudioTrackFacts(
      streamIndex: streamIndex, codec: codec, profile: profile, sampleRate: sampleRate,
      channelCount: channelCount, channelLayout: channelLayout,
      mediaRange: try range.shifted(by: -origin), sampleCount: sampleCount, isDefault: isDefault,
      language: language, uses: uses)
  }
}

/// The number of audible samples of a stream, and the end of the last one.
private struct HeardSamples {
  private(set) var count: Int64 = 0
  private(set) var end: Int64

  /// Counts the packets' samples, placed as the reader of the sound places them.
  init(
    _ scan: PacketScan.Stream, _ source: SoundSource, from start: Int64, atLeast decodedEnd: Int64
  ) throws(TimeOverflow) {
    var placement = SoundPlacement(
      clock: source.clock, rate: source.rate, container: source.file.container,
      countsBytes: source.countsBytes)
    end = start
    for (index, tick) in scan.ticks.enumerated() {
      let length = packetLength(scan.durations[index], source)
      let first = try placement.place(tick: tick, count: length)
      let skip = scan.skips[index] ?? (0, 0)
      let heardStart = max(first + skip.start, end)
      let heardEnd = first + length - skip.end
      guard heardEnd > heardStart else { continue }
      count += heardEnd - heardStart
      end = heardEnd
    }
    if end < decodedEnd {
      count += decodedEnd - end
      end = decodedEnd
    }
  }

  /// Corrects the end by decoding the last packets: only that accounts for padding, tags and cut frames.
  mutating func correctEnd(_ source: SoundSource) throws(LibAVError) {
    let second = Int64(source.rate)
    guard source.canSeek, source.seek(to: end - second, lead: second) else { return }
    var decodedEnd: Int64?
    while let piece = try source.next() { decodedEnd = piece.end }
    // Damaged packets at the end belong to the track.
    if source.damages.contains(where: { $0.samples.upperBound == .max }) { return }
    guard let decodedEnd, (decodedEnd - end).magnitude < UInt64(second) else { return }
    count = max(0, count + decodedEnd - end)
    end = decodedEnd
  }

  /// Counts by decoding, for packets that do not state their exact lengths.
  init(decoding source: SoundSource, after start: Int64, to decodedEnd: Int64) throws(LibAVError) {
    count = decodedEnd - start
    end = decodedEnd
    while let piece = try source.next() {
      count += piece.count
      end = piece.end
    }
  }
}

/// The number of samples that a packet decodes to.
private func packetLength(_ duration: Int64, _ source: SoundSource) -> Int64 {
  let clock = source.clock
  let stated =
    roundHalfUp(
      Int128(duration) * Int128(clock.numerator) * Int128(source.rate), over: Int128(clock.denominator))?
    .value ?? 0
  guard stated < 1 << 40 else { return 0 }
  guard let frame = source.placement.gridLength else { return stated }
  // Ticks round a packet's length; a packet of about one frame is exactly one frame long.
  let isOneFrame = stated == 0 || source.file.container == "avi" || 2 * abs(stated - frame) < frame
  return isOneFrame ? frame : stated
}
