package import Basics

/// How the streams of a file are coded, as far as copying their packets has to know.
///
/// Looked at only when an output copies: it needs every packet of the file, and no lock or cache keeps it.
package struct CodedMedia: Hashable, Sendable, Codable {
  package var pictures: [CodedPictures]
  package var sounds: [CodedSound]

  package init(pictures: [CodedPictures] = [], sounds: [CodedSound] = []) {
    self.pictures = pictures
    self.sounds = sounds
  }
}

/// A coded stream of pictures. Pictures are counted from 0 in the order in which they are shown.
package struct CodedPictures: Hashable, Sendable, Codable {
  /// The stream as the file itself describes it, whatever a script says otherwise.
  package var track: VideoTrackFacts
  /// Equal for streams that one decoder plays one after the other without being told anything in between.
  package var configuration: String
  /// What the file tells decoders before the first picture: an avcC or hvcC record, of H.264 or HEVC.
  package var record: [UInt8]
  /// The pictures where decoding can begin: nothing from there on needs or shows what lies before. Rising.
  package var starts: [Int64]
  /// The pictures where decoding can begin if those are left out that are decoded after them and shown before them: no other
  /// picture needs these. Rising.
  package var openStarts: [Int64]
  /// The pictures before which the stream can end: all that is shown before is decoded before. Rising.
  package var ends: [Int64]
  /// For each packet that is decoded but never shown, the number of pictures decoded before it.
  package var hidden: [Int64]
  /// How many pictures decoding has to run ahead of showing.
  package var reorderDelay: Int
  /// When each picture starts, where they come as they like; nil where they keep the rate of the track.
  package var times: PictureTimes?
  /// Why no picture of it can be copied, or nil.
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

  /// When a picture starts, in media time.
  package func start(ofPicture number: Int64) throws(TimeOverflow) -> RationalTime {
    if let times { return try times.start(ofPicture: number) }
    guard let rate = track.rate else { throw TimeOverflow() }
    return try track.mediaRange.start + rate.start(ofFrame: number)
  }

  /// The picture that is on screen at a moment of the media: the last that starts strictly before it.
  ///
  /// Below zero before the first one; nil where that cannot be said.
  package func picture(at mediaTime: RationalTime) -> Int64? {
    if let times { return times.picture(at: mediaTime) }
    guard let rate = track.rate, let passed = try? mediaTime - track.mediaRange.start else { return nil }
    let scaled = Int128(passed.value) * Int128(rate.frames)
    let unit = Int128(passed.timescale) * Int128(rate.seconds)
    let floor = scaled >= 0 ? scaled / unit : -((-scaled + unit - 1) / unit)
    return Int64(exactly: floor * unit == scaled ? floor - 1 : floor)
  }
}

/// When pictures start that come as they like.
package struct PictureTimes: Hashable, Sendable, Codable {
  /// In ticks of the file's own clock, rising.
  package var ticks: [Int64]
  /// Where the last picture ends.
  package var end: Int64
  /// Seconds in a tick.
  package var tick: RationalTime
  /// The file's own time of media time 0.
  package var origin: RationalTime

  package init(ticks: [Int64], end: Int64, tick: RationalTime, origin: RationalTime) {
    self.ticks = ticks
    self.end = end
    self.tick = tick
    self.origin = origin
  }

  /// In media time; of the number after the last picture, where that one ends.
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

  private func mediaTime(_ count: Int64) throws(TimeOverflow) -> RationalTime {
    try tick.scaled(by: count, over: 1) - origin
  }
}

/// A coded stream of sound. Positions are samples of its own rate, counted from media time 0.
package struct CodedSound: Hashable, Sendable, Codable {
  package var streamIndex: Int
  package var codec: String
  package var sampleRate: Int
  /// Samples in a packet; 1 where packets can be cut at every sample.
  package var packetLength: Int64
  /// Where the first packet begins, heard or not, and where the last one ends.
  package var first: Int64
  package var end: Int64
  /// Why no packet of it can be copied, or nil.
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

  /// Packets before the first one that is heard which a decoder needs to make it what it was.
  package var preroll: Int64 {
    switch codec {
    // Half of each packet overlaps the one before; with spectral band replication, a little more.
    case "aac": 2
    case "ac3", "eac3": 2
    default: 0
    }
  }

  /// Where copying has to begin so that the sample at `position` comes out as it was.
  package func packetStart(for position: Int64) -> Int64 {
    let length = max(1, packetLength)
    let packet = max(0, (position - first) / length - preroll)
    return first + packet * length
  }
}
