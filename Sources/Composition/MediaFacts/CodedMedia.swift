package import Basics

/// The coding of a file's streams, as far as copying packets requires.
///
/// Read only if an output copies: it requires every packet of the file. Locks and caches do not store it.
package struct CodedMedia: Hashable, Sendable, Codable {
  package var pictures: [CodedPictures]
  package var sounds: [CodedSound]

  package init(pictures: [CodedPictures] = [], sounds: [CodedSound] = []) {
    self.pictures = pictures
    self.sounds = sounds
  }
}

/// A coded video stream. Pictures are counted from 0 in presentation order.
package struct CodedPictures: Hashable, Sendable, Codable {
  /// The stream as the file itself describes it, without the script's corrections.
  package var track: VideoTrackFacts
  /// Equal for streams that one decoder can play one after the other without being reconfigured.
  package var configuration: String
  /// The decoder configuration in the file: an avcC or hvcC record, for H.264 or HEVC.
  package var record: [UInt8]
  /// The pictures at which decoding can start: nothing later refers to or shows an earlier one. Rising.
  package var starts: [Int64]
  /// The pictures at which decoding can start if pictures that are decoded after them but shown before them
  /// are dropped; no other picture refers to those. Rising.
  package var openStarts: [Int64]
  /// The pictures before which the stream can end: everything shown earlier is also decoded earlier. Rising.
  package var ends: [Int64]
  /// For each packet that is decoded but never shown, the number of pictures decoded before it.
  package var hidden: [Int64]
  /// The reorder depth, in pictures.
  package var reorderDelay: Int
  /// The start of each picture at a variable rate; nil at the constant rate of the track.
  package var times: PictureTimes?
  /// Why no picture of it can be copied; nil if there is no obstacle.
  package var obstacle: String?

  package init(
    track: VideoTrackFacts, configuration: String = "", record: [UInt8] = [], starts: [Int64] = [],
    openStarts: [Int64] = [], ends: [Int64] = [],
    hidden: [Int64] = [], reorderDelay: Int = 0, times: PictureTimes? = nil,
    obstacle: String? = nil
  ) {
    self.times = times
    self.track = track
    self.configuration = configuration
    self.record = record
    self.starts = starts
    self.openStarts = openStarts
    self.ends = ends
    self.hidden = hidden
    self.reorderDelay = reorderDelay
    self.obstacle = obstacle
  }

  /// The start of a picture, in media time.
  package func start(ofPicture number: Int64) throws(TimeOverflow) -> RationalTime {
    if let times { return try times.start(ofPicture: number) }
    guard let rate = track.rate else { throw TimeOverflow() }
    return try track.mediaRange.start + rate.start(ofFrame: number)
  }

  /// The picture on screen at a media time: the last one that starts strictly before it.
  ///
  /// Negative before the first picture; nil if it is unknown.
  package func picture(at mediaTime: RationalTime) -> Int64? {
    if let times { return times.picture(at: mediaTime) }
    guard let rate = track.rate, let passed = try? mediaTime - track.mediaRange.start else { return nil }
    let scaled = Int128(passed.value) * Int128(rate.frames)
    let unit = Int128(passed.timescale) * Int128(rate.seconds)
    let floor = scaled >= 0 ? scaled / unit : -((-scaled + unit - 1) / unit)
    return Int64(exactly: floor * unit == scaled ? floor - 1 : floor)
  }
}

/// The starts of pictures at a variable rate.
package struct PictureTimes: Hashable, Sendable, Codable {
  /// In ticks of the file's own clock, rising.
  package var ticks: [Int64]
  /// The end of the last picture.
  package var end: Int64
  /// Seconds in a tick.
  package var tick: RationalTime
  /// The file's own timestamp of media time 0.
  package var origin: RationalTime

  package init(ticks: [Int64], end: Int64, tick: RationalTime, origin: RationalTime) {
    self.ticks = ticks
    self.end = end
    self.tick = tick
    self.origin = origin
  }

  /// The start of a picture in media time; for the number after the last picture, the end of that picture.
  package func start(ofPicture number: Int64) throws(TimeOverflow) -> RationalTime {
    guard number >= 0, number <= ticks.count else { throw TimeOverflow() }
    return try mediaTime(number < ticks.count ? ticks[Int(number)] : end)
  }

  /// The last picture that starts strictly before a moment of the media; -1 before the first.
  func picture(at mediaTime: RationalTime) -> Int64? {
    let next = try? ticks.partitioningIndex { tick throws(TimeOverflow) in
      try self.mediaTime(tick) >= mediaTime
    }
    return next.map { Int64($0) - 1 }
  }

  /// The tick nearest to a moment of the media.
  package func tick(at mediaTime: RationalTime) -> Int64? {
    guard let time = try? mediaTime + origin, let unit = try? time.divided(by: tick) else { return nil }
    return unit.rounded(toUnits: 1)?.value
  }

  private func mediaTime(_ count: Int64) throws(TimeOverflow) -> RationalTime {
    try tick.scaled(by: count, over: 1) - origin
  }
}

/// A coded audio stream. Positions are samples of its own rate, counted from media time 0.
package struct CodedSound: Hashable, Sendable, Codable {
  package var streamIndex: Int
  package var codec: String
  package var sampleRate: Int
  /// Samples in a packet; 1 where packets can be cut at every sample.
  package var packetLength: Int64
  /// The start of the first packet, audible or not, and the end of the last one.
  package var first: Int64
  package var end: Int64
  /// Why no packet of it can be copied; nil if there is no obstacle.
  package var obstacle: String?

  package init(
    streamIndex: Int, codec: String, sampleRate: Int, packetLength: Int64, first: Int64, end: Int64,
    obstacle: String? = nil
  ) {
    self.streamIndex = streamIndex
    self.codec = codec
    self.sampleRate = sampleRate
    self.packetLength = packetLength
    self.first = first
    self.end = end
    self.obstacle = obstacle
  }

  /// The number of packets before the first audible one that a decoder needs to reproduce it.
  package var preroll: Int64 {
    switch codec {
    // Half of each packet overlaps the previous one; with spectral band replication, a little more.
    case "aac": 2
    case "ac3", "eac3": 2
    // A packet can use up to 511 bytes of the packets before it, which can be as short as 24 bytes.
    case "mp3": 23
    default: 0
    }
  }

  /// The position at which copying must begin so that the sample at `position` decodes unchanged.
  package func packetStart(for position: Int64) -> Int64 {
    let length = max(1, packetLength)
    let packet = max(0, (position - first) / length - preroll)
    return first + packet * length
  }
}

/// How much longer the first and the last of some pictures are shown than in their file.
///
/// In frames of a constant rate, or else in ticks of the file.
package struct HeldPictures: Hashable, Sendable, Codable {
  /// Before the first picture begins in its file.
  package var before: Int64
  package var after: Int64

  /// Nil if both are 0.
  package init?(before: Int64, after: Int64) {
    guard before > 0 || after > 0 else { return nil }
    self.before = before
    self.after = after
  }
}
