package import Basics

/// A packet as it has arrived, with times in its track's arriving ticks.
package struct StreamPacket: Hashable, Sendable {
  package var track: Int
  package var bytes: [UInt8]
  package var presentation: Int64?
  package var decode: Int64?
  /// Zero if the stream does not state it.
  package var duration: Int64
  package var isKey: Bool
  package var isDamaged: Bool

  package init(
    track: Int, bytes: [UInt8], presentation: Int64?, decode: Int64?, duration: Int64, isKey: Bool,
    isDamaged: Bool = false
  ) {
    self.track = track
    self.bytes = bytes
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
    self.isKey = isKey
    self.isDamaged = isDamaged
  }
}

/// Puts packets that arrive on the clock of a film, which begins with the first picture that can be decoded.
///
/// A jump of the sender's clock is taken out. Each packet lasts until the next one of its track, so it is returned when
/// that has arrived.
package struct StreamAlignment: Sendable {
  /// What became of the stream.
  package struct Counts: Hashable, Sendable {
    /// Jumps of the sender's clock.
    package var jumps: Int64 = 0
    /// Packets that arrived incomplete.
    package var damaged: Int64 = 0
    /// Packets without a time, or whose time was over.
    package var dropped: Int64 = 0
    /// The longest time between two pictures that follow each other.
    package var longestGap = RationalTime.zero

    package init() {}
  }

  package private(set) var counts = Counts()
  private var tracks: [Track]
  /// What the sender's clock showed at the film's start; nil before the first picture that can be decoded.
  private var zero: RationalTime?
  /// Sounds that arrived before it.
  private var waiting: [StreamPacket] = []
  private var lastJump = RationalTime.zero
  /// Where a film continues after its connection was lost.
  package struct Continuation: Hashable, Sendable {
    /// The end of each track in the film.
    package var ends: [RationalTime]
    /// The place in the film of what arrives now, by this machine's clock.
    package var expected: RationalTime
    /// What the sender's clock showed at the film's start; nil if a sender starts a new clock for each connection.
    package var zero: RationalTime?

    package init(ends: [RationalTime], expected: RationalTime, zero: RationalTime?) {
      self.ends = ends
      self.expected = expected
      self.zero = zero
    }

    /// The end of a track; zero for one that the film does not have.
    fileprivate func end(of track: Int) -> RationalTime { ends.indices.contains(track) ? ends[track] : .zero }

    /// The film's start on the sender's clock, which shows a time at the first picture of a track; nil if the film has
    /// that picture already.
    fileprivate func start(_ time: RationalTime, of track: Int) throws(TimeOverflow) -> RationalTime? {
      if let zero {
        let place = try time - zero
        // A playlist can begin with what is in the film already.
        if try place + Self.tolerance >= .zero, try place - expected < Self.mostDistance {
          return try place + Self.tolerance < end(of: track) ? nil : zero
        }
      }
      return try time - max(expected, end(of: track))
    }

    /// Times are rounded.
    fileprivate static let tolerance = RationalTime(1, 100) ?? .zero
    /// If the sender's clock has gone on, it is not further.
    private static let mostDistance = RationalTime(seconds: 60)
  }

  /// Nil for a film that begins. It counts until the first picture that can be decoded.
  package var continuation: Continuation?

  /// What the sender's clock showed at the film's start; nil before the first picture that can be decoded.
  package var start: RationalTime? { zero }

  private struct Track {
    let isPicture: Bool
    let arrivingTick: RationalTime
    let tick: RationalTime
    /// In ticks; zero if packets vary.
    let packetLength: Int64
    /// What is subtracted from arriving times, to take out jumps.
    var correction = RationalTime.zero
    /// How many jumps that contains.
    var jumps: Int64 = 0
    var held: EncodedPacket?
    var lastDuration: Int64 = 1
  }

  /// A longer pause is a jump of the sender's clock.
  private static let longestPause = RationalTime(seconds: 10)
  private static let mostWaiting = 5000

  package init(_ tracks: [StreamInput.Track]) {
    self.tracks = tracks.map { track in
      var length: Int64 = 0
      if case .audio(let audio) = track.stream.content { length = Int64(audio.frameLength) }
      return Track(
        isPicture: track.isPicture, arrivingTick: track.arrivingTick, tick: track.stream.tick,
        packetLength: length)
    }
  }

  /// Takes a packet; returns those whose duration is known now, with the numbers of their tracks.
  package mutating func add(_ packet: StreamPacket) throws(TimeOverflow) -> [(
    track: Int, packet: EncodedPacket
  )] {
    if packet.isDamaged { counts.damaged += 1 }
    guard zero != nil else { return try start(with: packet) }
    return try place(packet).map { [$0] } ?? []
  }

  /// Returns the last packets.
  package mutating func finish() -> [(track: Int, packet: EncodedPacket)] {
    tracks.indices.compactMap { number in
      guard var packet = tracks[number].held else { return nil }
      tracks[number].held = nil
      packet.duration = tracks[number].lastDuration
      return (number, packet)
    }
  }

  private mutating func start(
    with packet: StreamPacket
  ) throws(TimeOverflow) -> [(track: Int, packet: EncodedPacket)] {
    let begins = tracks[packet.track].isPicture ? packet.isKey : !tracks.contains(where: \.isPicture)
    guard begins, let tick = packet.decode ?? packet.presentation else {
      if !tracks[packet.track].isPicture, waiting.count < Self.mostWaiting { waiting.append(packet) }
      return []
    }
    let time = try tracks[packet.track].arrivingTick.scaled(by: tick, over: 1)
    if let continuation {
      guard let start = try continuation.start(time, of: packet.track) else { return [] }
      zero = start
    } else {
      zero = time
    }
    var placed = try place(packet).map { [$0] } ?? []
    let earlier = waiting
    waiting = []
    for packet in earlier { placed += try place(packet).map { [$0] } ?? [] }
    return placed
  }

  /// Holds the packet, and returns the one before.
  private mutating func place(
    _ packet: StreamPacket
  ) throws(TimeOverflow) -> (track: Int, packet: EncodedPacket)? {
    let number = packet.track
    let track = tracks[number]
    guard let zero, let presentation = packet.presentation ?? packet.decode,
      let decode = packet.decode ?? packet.presentation, decode <= presentation
    else {
      counts.dropped += 1
      return nil
    }
    var time = try track.arrivingTick.scaled(by: decode, over: 1) - zero - track.correction
    if let held = track.held {
      let expected = try track.tick.scaled(by: held.decode + track.lastDuration, over: 1)
      let distance = try time - expected
      let size = try abs(distance)
      if size >= Self.longestPause {
        // The tracks of a stream jump together, and stay together, but not at the same packet.
        let isSame =
          track.jumps < counts.jumps ? try abs(lastJump - distance) < RationalTime(seconds: 1) : false
        if !isSame {
          counts.jumps += 1
          lastJump = distance
        }
        tracks[number].correction = try track.correction + lastJump
        tracks[number].jumps = counts.jumps
        time = try time - lastJump
      }
    }
    var ticks = try time.ticks(of: track.tick)
    if let continuation, track.held == nil {
      let end = continuation.end(of: number)
      guard try time + Continuation.tolerance >= end else { return nil }
      ticks = max(ticks, try end.ticks(of: track.tick))
    }
    guard ticks >= 0 else { return nil }
    let shift = try track.arrivingTick.scaled(by: presentation - decode, over: 1).ticks(of: track.tick)
    if let held = track.held {
      // Times of sound are rounded in some protocols; its samples follow each other.
      let following = held.decode + track.packetLength
      if track.packetLength > 0, abs(ticks - following) <= track.packetLength { ticks = following }
      guard ticks > held.decode else {
        counts.dropped += 1
        return nil
      }
    }
    let stated = try track.arrivingTick.scaled(by: packet.duration, over: 1).ticks(of: track.tick)
    tracks[number].held = EncodedPacket(
      bytes: packet.bytes, presentation: ticks + max(0, shift), decode: ticks, duration: max(1, stated),
      isKey: packet.isKey)
    guard var before = track.held else {
      tracks[number].lastDuration = track.packetLength > 0 ? track.packetLength : max(1, stated)
      return nil
    }
    before.duration = ticks - before.decode
    tracks[number].lastDuration = before.duration
    if track.isPicture {
      counts.longestGap = max(counts.longestGap, try track.tick.scaled(by: before.duration, over: 1))
    }
    return (number, before)
  }
}

private func abs(_ time: RationalTime) throws(TimeOverflow) -> RationalTime {
  time.isNegative ? try -time : time
}

extension RationalTime {
  /// The nearest number of ticks.
  fileprivate func ticks(of tick: RationalTime) throws(TimeOverflow) -> Int64 {
    guard
      let ticks = roundHalfUp(
        Int128(value) * Int128(tick.timescale), over: Int128(timescale) * Int128(tick.value))
    else { throw TimeOverflow() }
    return ticks.value
  }
}
