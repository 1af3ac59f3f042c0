package import Basics

/// Maps an item's own time to media time.
///
/// Picture and sound use the same clock, so they cannot drift apart. A clock counts how far a pass has
/// advanced into the take (its *distance*), forwards from the take's start or backwards from its end, at
/// speeds that change linearly from key to key. Results are exact; fractions that do not fit into 64 bits are
/// rounded to the nanosecond.
package struct MediaClock: Hashable, Sendable, Codable {
  /// The media time at which a pass begins: the take's start, or its end for a backwards clock.
  package private(set) var origin: RationalTime
  package let isBackwards: Bool
  /// The speeds over the time of a pass, sorted by time; two keys at one time are a jump. Never empty.
  package let keys: [Key]
  /// The loop; nil if the media are played once.
  package let pass: Pass?
  /// The elapsed part of the first pass when the item begins; negative if the item shows before its take.
  package private(set) var offset: RationalTime

  /// The speed at a moment of a pass.
  package struct Key: Hashable, Sendable, Codable {
    package let time: RationalTime
    /// How much of the media has passed by then.
    package let distance: RationalTime
    /// Seconds of media per second, always positive.
    package let speed: RationalTime
  }

  /// One pass through a looped take.
  package struct Pass: Hashable, Sendable, Codable {
    package let length: RationalTime
    /// How much of the media it plays.
    package let distance: RationalTime

    package init(length: RationalTime, distance: RationalTime) {
      self.length = length
      self.distance = distance
    }
  }

  /// Plays the media at recorded speed, from a moment on.
  package init(start: RationalTime) {
    self.init(from: start, speed: .normalSpeed, isBackwards: false)
  }

  /// Plays the media at one speed, from a moment on.
  package init(from origin: RationalTime, speed: RationalTime, isBackwards: Bool, pass: Pass? = nil) {
    self.init(origin, isBackwards, [Key(time: .zero, distance: .zero, speed: speed)], pass, .zero)
  }

  /// Plays the media at changing speeds; nil without keys, or if speeds are not positive or times decrease.
  package init?(from origin: RationalTime, speeds: SpeedCurve, isBackwards: Bool, pass: Pass? = nil) {
    guard let keys = try? speeds.keys(), !keys.isEmpty else { return nil }
    self.init(origin, isBackwards, keys, pass, .zero)
  }

  private init(
    _ origin: RationalTime, _ isBackwards: Bool, _ keys: [Key], _ pass: Pass?, _ offset: RationalTime
  ) {
    self.origin = origin
    self.isBackwards = isBackwards
    self.keys = keys
    self.pass = pass
    self.offset = offset
  }
}

extension RationalTime {
  /// One second of media per second.
  package static let normalSpeed = RationalTime(seconds: 1)
}

// MARK: - Reading

extension MediaClock {
  /// The speed everywhere; nil if it changes.
  package var constantSpeed: RationalTime? {
    keys.allSatisfy { $0.speed == keys[0].speed } ? keys[0].speed : nil
  }

  /// The media time at the item's start; nil unless the media play once, forwards, at recorded speed.
  package var plainStart: RationalTime? {
    guard !isBackwards, pass == nil, constantSpeed == .normalSpeed else { return nil }
    return try? origin + offset
  }

  /// The media time at a moment of the item's own time.
  package func mediaTime(at time: RationalTime) throws(TimeOverflow) -> RationalTime {
    let moment = try place(of: time).moment
    let distance = try distance(inPassAt: moment)
    return isBackwards ? try origin - distance : try origin + distance
  }

  /// The media time just before a moment: at the start of a pass, the end of the previous one.
  package func mediaTime(before time: RationalTime) throws(TimeOverflow) -> RationalTime {
    let (number, moment) = try place(of: time)
    guard let pass, moment == .zero, number > 0 else { return try mediaTime(at: time) }
    return isBackwards ? try origin - pass.distance : try origin + pass.distance
  }

  /// How much media has played since the first pass began, over all passes.
  package func distance(at time: RationalTime) throws(TimeOverflow) -> RationalTime {
    let (number, moment) = try place(of: time)
    let before = try pass?.distance.scaled(by: number, over: 1) ?? .zero
    return try before + distance(inPassAt: moment)
  }

  /// The pass at a moment of the item, and the elapsed time of that pass.
  private func place(of time: RationalTime) throws(TimeOverflow) -> (number: Int64, moment: RationalTime) {
    let moment = try time + offset
    guard let length = pass?.length, length > .zero else { return (0, moment) }
    // Both products have at most 126 bits.
    let count = floorDivision(
      Int128(moment.value) * Int128(length.timescale),
      by: Int128(moment.timescale) * Int128(length.value))
    guard let number = Int64(exactly: count) else { throw TimeOverflow() }
    return (number, try moment - length.scaled(by: number, over: 1))
  }

  private func distance(inPassAt moment: RationalTime) throws(TimeOverflow) -> RationalTime {
    let next = keys.partitioningIndex { $0.time > moment }
    let key = keys[max(0, next - 1)]
    let passed = try moment - key.time
    guard next > 0, next < keys.count, keys[next].speed != key.speed else {
      return try key.distance + passed.times(key.speed)
    }
    return try key.distance(after: passed, towards: keys[next])
  }
}

extension MediaClock.Key {
  /// The distance on the way to the next key; the speed changes linearly between them.
  func distance(
    after passed: RationalTime, towards next: MediaClock.Key
  ) throws(TimeOverflow) -> RationalTime {
    do {
      let part = try passed.divided(by: next.time - time)
      let gained = try (next.speed - speed).times(part).scaled(by: 1, over: 2)
      return try distance + passed.times(speed + gained)
    } catch {
      // Basic arithmetic on doubles gives the same result on every CPU.
      let seconds = passed.inSeconds
      let whole = next.time.inSeconds - time.inSeconds
      let change = (next.speed.inSeconds - speed.inSeconds) * seconds / whole / 2
      return try RationalTime(
        nearestNanosecond: distance.inSeconds + seconds * (speed.inSeconds + change))
    }
  }
}

extension RationalTime {
  init(nearestNanosecond seconds: Double) throws(TimeOverflow) {
    guard let count = Int64(exactly: (seconds * 1_000_000_000).rounded()),
      let time = RationalTime(count, 1_000_000_000)
    else { throw TimeOverflow() }
    self = time
  }
}

// MARK: - Derived clocks

extension MediaClock {
  /// The same clock, looped.
  package func repeated(_ pass: Pass) -> MediaClock {
    MediaClock(origin, isBackwards, keys, pass, offset)
  }

  /// The clock of an item that begins `time` later, in its own time.
  package func shifted(by time: RationalTime) throws(TimeOverflow) -> MediaClock {
    var clock = self
    if let speed = constantSpeed, pass == nil {
      // At one speed only the media time counts: equal parts of media have equal clocks.
      let moved = try (offset + time).times(speed)
      let start = isBackwards ? try origin - moved : try origin + moved
      return MediaClock(from: start, speed: speed, isBackwards: isBackwards)
    }
    clock.offset = try offset + time
    if pass != nil { clock.offset = try place(of: time).moment }
    return clock
  }

  /// An equal clock for this range of the item's time, without speeds that have no effect there.
  package func restricted(to range: TimeRange) throws(TimeOverflow) -> MediaClock {
    guard pass == nil, constantSpeed == nil else { return self }
    let start = try range.start + offset
    let end = try range.end + offset
    let first = max(0, keys.partitioningIndex { $0.time > start } - 1)
    let last = min(keys.count - 1, keys.partitioningIndex { $0.time >= end })
    let shown = keys[first...max(first, last)]
    if let speed = shown.first?.speed, shown.allSatisfy({ $0.speed == speed }) {
      let from = try mediaTime(at: range.start)
      let steady = MediaClock(from: from, speed: speed, isBackwards: isBackwards)
      return try steady.shifted(by: .zero - range.start)
    }
    return MediaClock(origin, isBackwards, Array(shown), nil, offset)
  }
}

extension MediaClock {
  private enum CodingKeys: String, CodingKey {
    case origin, isBackwards, keys, pass, offset
  }

  /// Decodes through the failable initializer, which checks that a clock has a key.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let keys = try members.decode([Key].self, forKey: .keys)
    guard !keys.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .keys, in: members, debugDescription: "a clock needs a speed")
    }
    self.init(
      try members.decode(RationalTime.self, forKey: .origin),
      try members.decode(Bool.self, forKey: .isBackwards), keys,
      try members.decodeIfPresent(Pass.self, forKey: .pass),
      try members.decode(RationalTime.self, forKey: .offset))
  }
}
