import Basics
internal import CFFmpeg
package import Composition

extension MediaProbe {
  /// Returns how the pictures and the sound of a file are coded, packet by packet; nothing is decoded.
  ///
  /// `facts` are those of the same file.
  package static func codedMedia(
    ofFileAt path: String, facts: MediaFacts, limits: MediaLimits = .standard
  ) throws(LibAVError) -> CodedMedia {
    let file = try MediaFile(path: path, limits: limits)
    var pictures = facts.video.filter { !$0.isStill && !$0.isAttachedPicture }.compactMap {
      PictureScan($0, in: file, facts)
    }
    var sounds = facts.audio.compactMap { SoundScan($0, in: file, facts) }
    file.readOnly(streams: Set(pictures.map(\.track.streamIndex) + sounds.map(\.track.streamIndex)))
    let packet = try Packet()
    var packetCount = 0
    while try file.read(into: packet) {
      packetCount += 1
      guard packetCount <= limits.packets else {
        throw LibAVError(
          operation: "counting packets", subject: path, cause: .limit,
          reason: "more than \(limits.packets) packets")
      }
      if let index = pictures.firstIndex(where: { $0.track.streamIndex == packet.streamIndex }) {
        pictures[index].count(packet)
      } else if let index = sounds.firstIndex(where: { $0.track.streamIndex == packet.streamIndex }) {
        sounds[index].count(packet)
      }
    }
    return CodedMedia(pictures: pictures.map(\.coded), sounds: sounds.map(\.coded))
  }
}

/// Containers that store whole packets, time each picture, and store the decoder configuration once.
private let keptContainers: Set = ["mov", "matroska"]

/// The packets of one video stream, in decoding order.
private struct PictureScan {
  let track: VideoTrackFacts
  private let parameters: AVCodecParameters
  private let configuration: String
  private let sets: ParameterSets?
  private let grid: FrameTimeGrid?
  private let tick: RationalTime?
  private let origin: RationalTime
  private var obstacle: String?
  /// The presentation times in ticks; nil for a picture that is decoded but not shown.
  private var ticks: [Int64?] = []
  private var looks: [ParameterSets.Look] = []

  init?(_ track: VideoTrackFacts, in file: MediaFile, _ facts: MediaFacts) {
    guard let stream = file.stream(track.streamIndex), let parameters = stream.pointee.codecpar?.pointee
    else {
      return nil
    }
    self.track = track
    self.parameters = parameters
    configuration = configurationText(stream, parameters)
    sets = ParameterSets(parameters)
    grid = FrameTimeGrid(track, stream.pointee.time_base, origin: facts.origin)
    tick = RationalTime(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
    origin = facts.origin
    if !keptContainers.contains(file.container) {
      obstacle =
        "is a '\(file.container)' file, which is not copied; mp4, mov and mkv files are"
    } else if sets == nil, [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(parameters.codec_id) {
      obstacle = "has no codec configuration for its pictures in its header"
    } else if track.hasDecodingTimes {
      obstacle = "has decoding times but no presentation times"
    } else if tick == nil {
      obstacle = "has pictures without times"
    }
  }

  mutating func count(_ packet: Packet) {
    let isShown = !packet.isDiscarded && !packet.isHiddenPicture(parameters.codec_id)
    let shown = isShown ? packet.presentation.flatMap { isCounted($0) ? $0 : nil } : nil
    ticks.append(shown)
    if packet.isCorrupt { obstacle = obstacle ?? "has damaged packets" }
    if packet.hasNewConfiguration { obstacle = obstacle ?? "changes its encoding midway" }
    guard let sets else { return looks.append(ParameterSets.Look(canBegin: packet.isKey)) }
    guard var look = sets.look(at: packet) else {
      obstacle = obstacle ?? "has damaged packets"
      return looks.append(ParameterSets.Look())
    }
    if look.changesSets { obstacle = obstacle ?? "changes its encoding midway" }
    look.canBegin = look.canBegin && packet.isKey
    looks.append(look)
  }

  /// Pictures before the first one that can be decoded do not count.
  private func isCounted(_ tick: Int64) -> Bool {
    guard let time = try? self.tick?.scaled(by: tick, over: 1) else { return false }
    return (try? time - origin).map { $0 >= track.mediaRange.start } ?? false
  }

  /// The picture numbers in decoding order; nil if they contradict the facts.
  private var numbers: [Int64?]? {
    let sorted = ticks.compactMap(\.self).sorted()
    guard Int64(sorted.count) == track.frameCount, zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      return nil
    }
    if let grid {
      guard sorted.enumerated().allSatisfy({ grid.number(ofTick: $1) == Int64($0) }) else { return nil }
      return ticks.map { $0.flatMap(grid.number(ofTick:)) }
    }
    let ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, Int64($0)) })
    return ticks.map { $0.flatMap { ranks[$0] } }
  }

  private var times: PictureTimes? {
    guard grid == nil, let tick else { return nil }
    let sorted = ticks.compactMap(\.self).sorted()
    let end = (try? (track.mediaRange.end + origin).divided(by: tick))?.rounded(toUnits: 1)?.value
    return PictureTimes(
      ticks: sorted, end: max(end ?? 0, (sorted.last ?? 0) + 1), tick: tick, origin: origin)
  }

  var coded: CodedPictures {
    var coded = CodedPictures(
      track: track, configuration: configuration, record: parameters.configurationBytes, times: times,
      obstacle: obstacle)
    guard obstacle == nil, let numbers else {
      coded.obstacle = obstacle ?? "has gaps between its pictures, or several with the same time"
      return coded
    }
    let shown = numbers.compactMap(\.self)
    let shownLooks = zip(numbers, looks).compactMap { $0 == nil ? nil : $1 }
    coded.reorderDelay = Int(clamping: shown.enumerated().map { Int64($0.offset) - $0.element }.max() ?? 0)
    // From back to front: the earliest of all pictures that are decoded from here on.
    var earliest: [Int64] = Array(repeating: .max, count: shown.count + 1)
    for index in shown.indices.reversed() { earliest[index] = min(shown[index], earliest[index + 1]) }
    var latest: Int64 = -1
    var rank = 0
    for number in numbers {
      guard let number else {
        coded.hidden.append(Int64(rank))
        continue
      }
      let isSplit = latest < earliest[rank]
      if isSplit, rank > 0 { coded.ends.append(Int64(rank)) }
      if isSplit, shownLooks[rank].canBegin {
        let behindLeading = shownLooks[(rank + 1)...].firstIndex { !$0.isLeading } ?? shown.count
        if number == earliest[rank] {
          coded.starts.append(number)
        } else if earliest[behindLeading] > number {
          coded.openStarts.append(number)
        }
      }
      latest = max(latest, number)
      rank += 1
    }
    coded.ends.append(track.frameCount)
    return coded
  }
}

/// Numbers pictures by their times.
struct FrameTimeGrid {
  private let clock: StreamClock
  private let rate: FrameRate
  private let start: RationalTime

  /// Nil if the pictures have no constant rate.
  init?(_ track: VideoTrackFacts, _ timeBase: AVRational, origin: RationalTime) {
    guard let rate = track.rate, !track.hasVariableRate, let clock = StreamClock(timeBase, origin: origin)
    else { return nil }
    self.rate = rate
    self.clock = clock
    start = track.mediaRange.start
  }

  /// Counts from 0 for the first picture shown.
  func number(ofTick tick: Int64) -> Int64? {
    guard let time = try? clock.mediaTime(tick) - start else { return nil }
    return rate.frame(at: time)?.value
  }

  /// A tick within a picture, for seeking.
  func tick(in picture: Int64) -> Int64? {
    guard let time = try? start + rate.middle(ofFrame: picture) else { return nil }
    return try? clock.lastTick(notAfter: time)
  }
}

/// By how many samples a packet's time can differ from its place: containers that count in milliseconds round.
/// A larger difference is a gap or an overlap.
func roundedTimes(at sampleRate: Int) -> UInt64 { UInt64(sampleRate / 400 + 2) }

extension AVCodecParameters {
  /// The samples in each packet but the last, for codecs of which FFmpeg does not always report them; nil if they
  /// vary, and for other codecs.
  fileprivate var statedPacketLength: Int64? {
    if codec_id == AV_CODEC_ID_AC3 { return 1536 }
    guard let extradata else { return nil }
    func number(_ places: Range<Int>) -> Int64 { places.reduce(0) { $0 << 8 | Int64(extradata[$1]) } }
    switch codec_id {
    case AV_CODEC_ID_FLAC where extradata_size >= 4:
      return number(0..<2) == number(2..<4) ? number(0..<2) : nil
    case AV_CODEC_ID_ALAC where extradata_size >= 36: return number(12..<16)
    default: return nil
    }
  }

  /// The samples at 48 kHz that a decoder of this Opus stream discards at the start; nil for other codecs.
  fileprivate var opusPreSkip: Int64? {
    guard codec_id == AV_CODEC_ID_OPUS, extradata_size >= 12, let extradata else { return nil }
    return Int64(extradata[10]) | Int64(extradata[11]) << 8
  }
}

/// The packets of one audio stream.
private struct SoundScan {
  let track: AudioTrackFacts
  private let clock: StreamClock
  /// Zero for Opus until its first packet.
  private var packetLength: Int64
  private let isPlain: Bool
  /// The exact start of the first packet, for a codec that states how many samples come before the first one
  /// that is heard.
  private let statedFirst: Int64?
  private var obstacle: String?
  private var first: Int64?
  private var expected: Int64 = 0

  init?(_ track: AudioTrackFacts, in file: MediaFile, _ facts: MediaFacts) {
    guard let stream = file.stream(track.streamIndex), let parameters = stream.pointee.codecpar?.pointee,
      let clock = StreamClock(stream.pointee.time_base, origin: facts.origin)
    else { return nil }
    self.track = track
    self.clock = clock
    isPlain = av_get_bits_per_sample(parameters.codec_id) > 0
    statedFirst = parameters.opusPreSkip.flatMap { skipped in
      track.mediaRange.start.rounded(toUnits: Int64(track.sampleRate)).map { $0.value - skipped }
    }
    packetLength =
      isPlain ? 1 : parameters.statedPacketLength ?? Int64(max(0, parameters.frame_size))
    if !keptContainers.contains(file.container), !(isPlain && file.container == "wav") {
      obstacle =
        "is in a '\(file.container)' file, which is not copied; mp4, mov and mkv files are"
    } else if packetLength == 0, parameters.codec_id != AV_CODEC_ID_OPUS {
      obstacle = "has packets of no known length"
    } else if parameters.codec_id == AV_CODEC_ID_AAC, parameters.extradata_size < 2 {
      obstacle = "has no codec configuration in its header"
    }
  }

  mutating func count(_ packet: Packet) {
    guard obstacle == nil else { return }
    if packet.isCorrupt { obstacle = "has damaged packets" }
    if packet.hasNewConfiguration { obstacle = "changes its encoding midway" }
    guard let tick = packet.presentation, let position = position(of: tick) else {
      obstacle = "has packets without times"
      return
    }
    if packetLength == 0 {
      packetLength = packet.opusLength
      if packetLength == 0 { obstacle = "has packets of no known length" }
    }
    let slack = roundedTimes(at: track.sampleRate)
    if first == nil {
      let stated = statedFirst.flatMap { ($0 - position).magnitude <= slack ? $0 : nil }
      first = stated ?? position
      expected = first ?? position
    }
    guard (position - expected).magnitude <= slack else {
      obstacle = "has gaps"
      return
    }
    expected += isPlain ? plainLength(packet) : packetLength
  }

  private func plainLength(_ packet: Packet) -> Int64 {
    let bits = Int64(
      av_get_bits_per_sample(avcodec_descriptor_get_by_name(track.codec)?.pointee.id ?? AV_CODEC_ID_NONE))
    return Int64(packet.pointer.pointee.size) * 8 / max(1, bits * Int64(max(1, track.channelCount)))
  }

  private func position(of tick: Int64) -> Int64? {
    (try? clock.mediaTime(tick))?.rounded(toUnits: Int64(track.sampleRate))?.value
  }

  var coded: CodedSound {
    CodedSound(
      streamIndex: track.streamIndex, codec: track.codec, sampleRate: track.sampleRate,
      packetLength: max(1, packetLength), first: first ?? 0, end: expected, obstacle: obstacle)
  }
}

extension Packet {
  /// The samples at 48 kHz in a packet of Opus (RFC 6716, 3.1).
  fileprivate var opusLength: Int64 {
    guard let data = pointer.pointee.data, pointer.pointee.size >= 2 else { return 0 }
    let configuration = Int(data[0] >> 3)
    let frame: Int64 =
      switch configuration {
      case 0..<12: [480, 960, 1920, 2880][configuration & 3]
      case 12..<16: [480, 960][configuration & 1]
      default: [120, 240, 480, 960][configuration & 3]
      }
    let frames: [Int64] = [1, 2, 2, Int64(data[1] & 63)]
    return frame * frames[Int(data[0] & 3)]
  }

  /// Whether the packet changes the stream's configuration.
  var hasNewConfiguration: Bool {
    var size = 0
    return av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, &size) != nil
  }
}

/// All properties that must be equal for streams to follow each other in one track, as a short text.
private func configurationText(
  _ stream: UnsafeMutablePointer<AVStream>, _ parameters: AVCodecParameters
) -> String {
  let form = CopiedForm(stream, parameters)
  // FFmpeg's values that depend on nothing but the coding.
  let color = ColorCodes(parameters)
  let numbers = [
    Int64(form.profile), Int64(form.level), Int64(form.format), Int64(form.tag), Int64(form.fieldOrder),
    Int64(form.chromaLocation), Int64(form.bitsPerCodedSample), Int64(form.bitsPerRawSample),
    Int64(color.primaries.rawValue), Int64(color.transfer.rawValue), Int64(color.matrix.rawValue),
    Int64(color.range.rawValue), Int64(parameters.width), Int64(parameters.height),
  ]
  let sides = form.sideData.flatMap { [UInt8(truncatingIfNeeded: $0.type)] + $0.bytes }
  // Distinguishes settings in messages and plans; joining compares the bytes themselves.
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in parameters.configurationBytes + [0xff] + sides {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  return (numbers.map(String.init) + [String(hash, radix: 16)]).joined(separator: " ")
}
