import Basics
internal import CFFmpeg
package import Composition
package import ContentDigest

/// Marks the packets of all pictures and sounds of a file, part by part; nothing is decoded.
package final class PacketMarking {
  private let file: MediaFile
  private let packet: Packet
  private let tracks: [TrackMarking]
  private var packetCount = 0
  package private(set) var isAtEnd = false

  private static let packetsInPart = 8192

  /// `facts` are those of the same file. Each mark has this many bytes of a digest.
  package init(
    ofFileAt path: String, facts: MediaFacts, markLength: Int, limits: MediaLimits = .standard
  ) throws(LibAVError) {
    file = try MediaFile(path: path, limits: limits)
    packet = try Packet()
    var tracks: [TrackMarking] = []
    for track in facts.video {
      let kind: PacketMarks.Kind = track.isAttachedPicture ? .cover : .picture
      if let track = try TrackMarking(track.streamIndex, kind, markLength, in: file, origin: facts.origin) {
        tracks.append(track)
      }
    }
    for track in facts.audio {
      if let track = try TrackMarking(track.streamIndex, .sound, markLength, in: file, origin: facts.origin) {
        tracks.append(track)
      }
    }
    self.tracks = tracks.sorted { $0.streamIndex < $1.streamIndex }
    file.readOnly(streams: Set(tracks.map(\.streamIndex)))
  }

  /// The next packets of all tracks, in the order of their streams.
  package func readPart() throws(LibAVError) -> [MarkedPart] {
    let end = packetCount + Self.packetsInPart
    while packetCount < end {
      guard try file.read(into: packet) else {
        isAtEnd = true
        break
      }
      packetCount += 1
      guard packetCount <= file.limits.packets else {
        throw LibAVError(
          operation: "counting packets", subject: file.path, cause: .limit,
          reason: "more than \(file.limits.packets) packets")
      }
      try tracks.first { $0.streamIndex == packet.streamIndex }?.add(packet)
    }
    var parts: [MarkedPart] = []
    for track in tracks { parts.append(isAtEnd ? try track.lastPart(of: file) : track.takePart()) }
    return parts
  }
}

/// The next packets of a track.
package struct MarkedPart: Sendable {
  /// In the order of their times; only the last part has `setup` and `damaged`.
  package let marks: PacketMarks
  /// Of all whole digests of the track; nil before the last part.
  package let digest: ContentDigest?
  /// Whether the packets take the place of those of all parts before.
  package let replacesAll: Bool
}

/// The packets of one track.
private final class TrackMarking {
  let streamIndex: Int
  private let kind: PacketMarks.Kind
  private let codec: AVCodecID
  private let clock: StreamClock
  private let rounding: Int64
  private let isTransportStream: Bool
  private let markLength: Int
  private var units: PictureUnits?
  private var blocks: PlainBlocks?
  /// The bytes of pictures that only serve the next one.
  private var hidden: [UInt8] = []
  private var count = 0
  private var lastTime: Int64 = 0
  /// The last packets in the order of their times: later ones can come before them.
  private var waiting: [Marked] = []
  private var part: PacketMarks
  private var whole: DigestStream?

  private struct Marked {
    let time: Int64
    let digest: ArraySlice<UInt8>
    let isKey: Bool
  }

  /// More than the pictures that any codec reorders.
  private static let mostWaiting = 32

  init?(
    _ index: Int, _ kind: PacketMarks.Kind, _ markLength: Int, in file: MediaFile, origin: RationalTime
  ) throws(LibAVError) {
    guard let stream = file.stream(index), let parameters = stream.pointee.codecpar?.pointee,
      let clock = StreamClock(stream.pointee.time_base, origin: kind == .cover ? .zero : origin)
    else { return nil }
    self.kind = kind
    self.clock = clock
    self.markLength = markLength
    streamIndex = index
    codec = parameters.codec_id
    isTransportStream = file.container == "mpegts"
    switch file.container {
    case "matroska": rounding = clock.nanosecondsPerTick
    case "mpegts": rounding = 2 * clock.nanosecondsPerTick
    default: rounding = 1
    }
    units = kind == .picture ? PictureUnits(parameters) : nil
    if kind == .sound { blocks = PlainBlocks(parameters) }
    part = PacketMarks(kind: kind, streamIndex: index, length: markLength, rounding: rounding)
    do throws(DigestFailure) { whole = try DigestStream() } catch { throw markingFailed(error) }
  }

  func add(_ packet: Packet) throws(LibAVError) {
    // Other containers store the packets before the start of a sound, too.
    guard !packet.isDiscarded || kind == .sound, let data = packet.pointer.pointee.data, packet.byteCount > 0
    else {
      return
    }
    let bytes = UnsafeBufferPointer(start: data, count: packet.byteCount)
    if kind == .picture, packet.isHiddenPicture(codec) {
      hidden.append(contentsOf: bytes)
      return
    }
    let time = try time(of: packet)
    if let whole = blocks?.add(bytes, at: time) { return try add(whole) }
    let (hidden, codec, isTransportStream) = (hidden, codec, isTransportStream)
    var units = units
    let digest = try digestBytes { stream in
      stream.update(hidden)
      if units?.forEachSlice(of: bytes, { stream.update($0) }) != true {
        stream.update(UnsafeRawBufferPointer(bytes.withoutContainersHeader(codec, isTransportStream)))
      }
    }
    self.units = units
    self.hidden = []
    add(Marked(time: time, digest: digest, isKey: kind == .picture && packet.isKey))
  }

  /// A packet without a time comes with the one before.
  private func time(of packet: Packet) throws(LibAVError) -> Int64 {
    guard kind != .cover, let tick = packet.presentation ?? packet.decoding else { return lastTime }
    do throws(TimeOverflow) { return try clock.nanoseconds(tick) } catch { throw outOfRange }
  }

  private func add(_ blocks: [PlainBlocks.Block]) throws(LibAVError) {
    for block in blocks {
      add(Marked(time: block.time, digest: try digestBytes { $0.update(block.bytes) }, isKey: false))
    }
  }

  private func add(_ packet: Marked) {
    lastTime = packet.time
    count += 1
    var place = waiting.count
    while place > 0, waiting[place - 1].time > packet.time { place -= 1 }
    waiting.insert(packet, at: place)
    if waiting.count > Self.mostWaiting { pass(waiting.removeFirst()) }
  }

  private func pass(_ packet: Marked) {
    whole?.update(Array(packet.digest))
    if packet.isKey { part.keys.append(part.count) }
    part.times.append(packet.time)
    part.digests.append(packet.digest.prefix(markLength))
  }

  /// The packets since the last part.
  func takePart() -> MarkedPart {
    defer { part = emptyPart }
    return MarkedPart(marks: part, digest: nil, replacesAll: false)
  }

  private var emptyPart: PacketMarks {
    PacketMarks(kind: kind, streamIndex: streamIndex, length: markLength, rounding: rounding)
  }

  /// The rest of the packets.
  func lastPart(of file: MediaFile) throws(LibAVError) -> MarkedPart {
    if let last = blocks?.finish() { try add(last) }
    let keptPictures = try keepDamagedPictures(of: file)
    let replacesAll = try keepDamagedSounds(of: file) || keptPictures
    for packet in waiting { pass(packet) }
    waiting = []
    let sets = (units?.sets ?? []).sorted { $0.lexicographicallyPrecedes($1) }
    if units != nil {
      part.setup = try digestBytes { stream in for set in sets { stream.update(set) } }
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    do throws(DigestFailure) {
      guard let digest = try whole.take()?.finalize() else { throw DigestFailure() }
      return MarkedPart(marks: part, digest: digest, replacesAll: replacesAll)
    } catch { throw markingFailed(error) }
  }

  /// Replaces the pictures of a damaged transport stream by those that keep their places; false if there is no need.
  private func keepDamagedPictures(of file: MediaFile) throws(LibAVError) -> Bool {
    guard isTransportStream, kind == .picture, units != nil, let stream = file.stream(streamIndex)?.pointee,
      let parameters = stream.codecpar?.pointee, let units = PictureUnits(parameters),
      let found = try TransportPictures(of: stream, in: file, units, knownCount: count)
    else { return false }
    self.units = found.units
    try replaceAll { (nanoseconds) throws(TimeOverflow) in
      for picture in found.pictures {
        waiting.append(
          Marked(
            time: try nanoseconds(picture.presentation), digest: picture.digest, isKey: picture.isKey))
      }
      for tick in found.untimed { part.damaged.append(try nanoseconds(tick)) }
    }
    return true
  }

  /// The same for frames of AAC.
  private func keepDamagedSounds(of file: MediaFile) throws(LibAVError) -> Bool {
    guard isTransportStream, kind == .sound, codec == AV_CODEC_ID_AAC,
      let stream = file.stream(streamIndex)?.pointee, let found = try TransportSounds(of: stream, in: file)
    else { return false }
    try replaceAll { (nanoseconds) throws(TimeOverflow) in
      for frame in found.frames {
        waiting.append(Marked(time: try nanoseconds(frame.presentation), digest: frame.digest, isKey: false))
      }
    }
    return true
  }

  /// Replaces all packets by those that `add` gives; it gets what turns the last 33 bits of a time into nanoseconds.
  private func replaceAll(
    _ add: ((Int64) throws(TimeOverflow) -> Int64) throws(TimeOverflow) -> Void
  ) throws(LibAVError) {
    part = emptyPart
    waiting = []
    do throws(TimeOverflow) {
      // FFmpeg counts on where the 33 bits of a time begin again.
      let first = try clock.lastTick(notAfter: .zero) - clock.ticks(inSeconds: 60)
      try add { (tick) throws(TimeOverflow) in
        try self.clock.nanoseconds(first + (tick - first) & (1 << 33 - 1))
      }
    } catch { throw outOfRange }
    waiting.sort { $0.time < $1.time }
    part.damaged.sort()
    do throws(DigestFailure) { whole = try DigestStream() } catch { throw markingFailed(error) }
  }

  private var outOfRange: LibAVError {
    LibAVError(
      operation: "marking packets", subject: "track \(streamIndex)", cause: .badData,
      reason: "a timestamp is out of range")
  }
}

/// The SHA-256 of what is added.
func digestBytes(_ add: (inout DigestStream) -> Void) throws(LibAVError) -> ArraySlice<UInt8> {
  do throws(DigestFailure) {
    var stream = try DigestStream()
    add(&stream)
    return try stream.digestBytes()
  } catch { throw markingFailed(error) }
}

private func markingFailed(_ error: DigestFailure) -> LibAVError {
  LibAVError(operation: "marking packets", subject: "SHA-256", cause: .other, reason: "\(error)")
}

/// Divides sound without compression into blocks of equal length, whatever packets a container makes of it.
private struct PlainBlocks {
  private let bytesPerSample: Int
  private let sampleRate: Int64
  private var waiting: [UInt8] = []
  /// The time of the first waiting byte, and how many samples came since the time that it counts from.
  private var start: Int64 = 0
  private var samples: Int64 = 0

  private static let samplesPerBlock = 1024

  /// Nil for other codecs.
  init?(_ parameters: AVCodecParameters) {
    let bits = Int(av_get_bits_per_sample(parameters.codec_id))
    let channels = Int(parameters.ch_layout.nb_channels)
    guard bits > 0, bits.isMultiple(of: 8), channels > 0, channels <= 64, parameters.sample_rate > 0 else {
      return nil
    }
    bytesPerSample = bits / 8 * channels
    sampleRate = Int64(parameters.sample_rate)
  }

  private var nextTime: Int64 { start + samples * 1_000_000_000 / sampleRate }

  struct Block {
    let time: Int64
    let bytes: [UInt8]
  }

  /// Returns the blocks that are whole now.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, at time: Int64) -> [Block] {
    var blocks: [Block] = []
    let expected = nextTime + Int64(waiting.count / bytesPerSample) * 1_000_000_000 / sampleRate
    // A gap; smaller differences are rounding.
    if waiting.isEmpty && samples == 0 || (time - expected).magnitude > 3_000_000 {
      blocks = finish()
      (start, samples) = (time, 0)
    }
    waiting.append(contentsOf: bytes)
    let length = Self.samplesPerBlock * bytesPerSample
    var place = 0
    while waiting.count - place >= length {
      blocks.append(Block(time: nextTime, bytes: Array(waiting[place..<place + length])))
      place += length
      samples += Int64(Self.samplesPerBlock)
    }
    waiting.removeFirst(place)
    return blocks
  }

  /// Returns the last block, which may be shorter.
  mutating func finish() -> [Block] {
    guard !waiting.isEmpty else { return [] }
    let last = Block(time: nextTime, bytes: waiting)
    samples += Int64(waiting.count / bytesPerSample)
    waiting = []
    return [last]
  }
}

extension StreamClock {
  /// Rounded up.
  fileprivate var nanosecondsPerTick: Int64 {
    Int64(clamping: (Int128(numerator) * 1_000_000_000 + Int128(denominator) - 1) / Int128(denominator))
  }

  fileprivate func nanoseconds(_ tick: Int64) throws(TimeOverflow) -> Int64 {
    guard let rounded = try mediaTime(tick).rounded(toUnits: 1_000_000_000) else { throw TimeOverflow() }
    return rounded.value
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Without the header of ADTS that AAC has in transport streams, and the temporal delimiter of AV1.
  fileprivate func withoutContainersHeader(
    _ codec: AVCodecID, _ isTransportStream: Bool
  ) -> UnsafeBufferPointer<UInt8> {
    var length = 0
    if codec == AV_CODEC_ID_AAC, isTransportStream, count > 9, self[0] == 0xFF, self[1] & 0xF0 == 0xF0 {
      length = self[1] & 1 == 1 ? 7 : 9
    } else if codec == AV_CODEC_ID_AV1, count > 2, self[0] == 0x12, self[1] == 0 {
      length = 2
    }
    return UnsafeBufferPointer(rebasing: self[length...])
  }
}
