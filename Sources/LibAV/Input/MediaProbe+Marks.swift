import Basics
internal import CFFmpeg
package import Composition
import ContentDigest

extension MediaProbe {
  /// Marks the packets of all pictures and sounds of a file; nothing is decoded. `facts` are those of the same file.
  package static func marks(
    ofFileAt path: String, facts: MediaFacts, limits: MediaLimits = .standard
  ) throws(LibAVError) -> [PacketMarks] {
    let file = try MediaFile(path: path, limits: limits)
    var tracks: [Int: TrackMarking] = [:]
    for track in facts.video {
      tracks[track.streamIndex] = TrackMarking(
        track.streamIndex, track.isAttachedPicture ? .cover : .picture, in: file, origin: facts.origin)
    }
    for track in facts.audio {
      tracks[track.streamIndex] = TrackMarking(track.streamIndex, .sound, in: file, origin: facts.origin)
    }
    file.readOnly(streams: Set(tracks.keys))
    let packet = try Packet()
    var packetCount = 0
    while try file.read(into: packet) {
      packetCount += 1
      guard packetCount <= limits.packets else {
        throw LibAVError(
          operation: "counting packets", subject: path, cause: .limit,
          reason: "more than \(limits.packets) packets")
      }
      try tracks[packet.streamIndex]?.add(packet)
    }
    var marks: [PacketMarks] = []
    for index in tracks.keys.sorted() {
      try tracks[index]?.keepDamagedPictures(of: file)
      if let track = try tracks[index]?.marks() { marks.append(track) }
    }
    return marks
  }
}

/// The packets of one track.
private struct TrackMarking {
  private let kind: PacketMarks.Kind
  private let streamIndex: Int
  private let codec: AVCodecID
  private let clock: StreamClock
  private let rounding: Int64
  private let isTransportStream: Bool
  private var units: PictureUnits?
  private var blocks: PlainBlocks?
  /// The bytes of pictures that only serve the next one.
  private var hidden: [UInt8] = []
  private var times: [Int64] = []
  private var digests = MarkDigests()
  private var isKey: [Bool] = []
  private var damaged: [Int64] = []

  init?(_ index: Int, _ kind: PacketMarks.Kind, in file: MediaFile, origin: RationalTime) {
    guard let stream = file.stream(index), let parameters = stream.pointee.codecpar?.pointee,
      let clock = StreamClock(stream.pointee.time_base, origin: kind == .cover ? .zero : origin)
    else { return nil }
    self.kind = kind
    self.clock = clock
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
  }

  mutating func add(_ packet: Packet) throws(LibAVError) {
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
    if let whole = blocks?.add(bytes, at: time) { return try append(whole) }
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
    times.append(time)
    digests.append(digest)
    if kind == .picture { isKey.append(packet.isKey) }
  }

  /// A packet without a time comes with the one before.
  private func time(of packet: Packet) throws(LibAVError) -> Int64 {
    guard kind != .cover, let tick = packet.presentation ?? packet.decoding else { return times.last ?? 0 }
    do throws(TimeOverflow) { return try clock.nanoseconds(tick) } catch { throw outOfRange }
  }

  private mutating func append(_ blocks: [PlainBlocks.Block]) throws(LibAVError) {
    for block in blocks {
      times.append(block.time)
      digests.append(try digestBytes { $0.update(block.bytes) })
    }
  }

  /// Replaces the pictures of a damaged transport stream by those that keep their places.
  mutating func keepDamagedPictures(of file: MediaFile) throws(LibAVError) {
    guard isTransportStream, kind == .picture, units != nil, let stream = file.stream(streamIndex)?.pointee,
      let parameters = stream.codecpar?.pointee, let units = PictureUnits(parameters),
      let found = try TransportPictures(of: stream, in: file, units, knownCount: times.count)
    else { return }
    do throws(TimeOverflow) {
      // FFmpeg counts on where the 33 bits of a time begin again.
      let first = try clock.lastTick(notAfter: .zero) - clock.ticks(inSeconds: 60)
      func nanoseconds(_ tick: Int64) throws(TimeOverflow) -> Int64 {
        try clock.nanoseconds(first + (tick - first) & (1 << 33 - 1))
      }
      times = []
      for picture in found.pictures { times.append(try nanoseconds(picture.presentation)) }
      for tick in found.untimed { damaged.append(try nanoseconds(tick)) }
    } catch { throw outOfRange }
    digests = MarkDigests()
    for picture in found.pictures { digests.append(picture.digest) }
    isKey = found.pictures.map(\.isKey)
    self.units = found.units
  }

  private var outOfRange: LibAVError {
    LibAVError(
      operation: "marking packets", subject: "track \(streamIndex)", cause: .badData,
      reason: "a timestamp is out of range")
  }

  /// Sorted by time.
  mutating func marks() throws(LibAVError) -> PacketMarks {
    if let last = blocks?.finish() { try append(last) }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    var sorted = MarkDigests()
    for index in order { sorted.append(digests[index]) }
    var setup = ""
    if let units {
      let sets = units.sets.sorted { $0.lexicographicallyPrecedes($1) }
      setup = try digestBytes { stream in for set in sets { stream.update(set) } }
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return PacketMarks(
      kind: kind, streamIndex: streamIndex, times: order.map { times[$0] }, digests: sorted,
      keys: isKey.isEmpty ? [] : order.indices.filter { isKey[order[$0]] }, rounding: rounding, setup: setup,
      damaged: damaged.sorted())
  }
}

/// The SHA-256 of what is added.
func digestBytes(_ add: (inout DigestStream) -> Void) throws(LibAVError) -> ArraySlice<UInt8> {
  do throws(DigestFailure) {
    var stream = try DigestStream()
    add(&stream)
    return try stream.digestBytes()
  } catch {
    throw LibAVError(operation: "marking packets", subject: "SHA-256", cause: .other, reason: "\(error)")
  }
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
