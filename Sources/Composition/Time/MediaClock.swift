package import Basics

/// Which moment of its media an item shows and plays at each moment of its own time.
///
/// Picture and sound ask the same clock, so they cannot drift apart. A clock counts how far into the take a pass has
/// come (its *distance*), forwards from the take's start or backwards from its end, at speeds that change evenly from
/// key to key. Everything is exact; where a fraction does not fit into 64 bits, it is the nearest nanosecond.
package struct MediaClock: Hashable, Sendable, Codable {
  /// The media time where a pass begins: the take's start, or its end for a clock that runs backwards.
  package private(set) var origin: RationalTime
  package let isBackwards: Bool
  /// The speeds over the time of a pass, in rising time; two keys at one time are a jump. Never empty.
  package let keys: [Key]
  /// The loop; nil if the media are played once.
  package let pass: Pass?
  /// How much of the first pass is over when the item begins: negative where it is shown before its take.
  package private(set) var offset: RationalTime

  /// A moment of a pass.
  package struct Key: Hashable, Sendable, Codable {
    package let time: RationalTime
    /// How much of the media has passed by then.
    package let distance: RationalTime
    /// Seconds of media a second, always positive.
    package let speed: RationalTime
  }

  /// One time through a take that is looped.
  package struct Pass: Hashable, Sendable, Codable {
    package let length: RationalTime
    /// How much of the media it plays.
    package let distance: RationalTime

    package init(length: RationalTime, distance: RationalTime) {
      self.length = length
      self.distance = distance
    }
  }

  /// Plays the media as it was recorded, from a moment on.
  package init(start: RationalTime) {
    self.init(from: start, speed: .normalSpeed, isBackwards: false)
  }

  /// One speed from a moment on.
  package init(from origin: RationalTime, speed: RationalTime, isBackwards: Bool, pass: Pass? = nil) {
    self.init(origin, isBackwards, [Key(time: .zero, distance: .zero, speed: speed)], pass, .zero)
  }

  /// Speeds that change; nil without keys, and when they are not positive or their times fall.
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
  /// A second of media a second.
  package static let normalSpeed = RationalTime(seconds: 1)
}

// MARK: - Reading it

extension MediaClock {
  /// The speed everywhere, or nil when it changes.
  package var constantSpeed: RationalTime? {
    keys.allSatisfy { $0.speed == keys[0].speed } ? keys[0].speed : nil
  }

  /// The media time at the item's start, where the media are played as they were recorded.
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

  /// How much media has passed since the first pass began, all passes counted.
  package func distance(at time: RationalTime) throws(TimeOverflow) -> RationalTime {
    let (number, moment) = try place(of: time)
    let before = try pass?.distance.scaled(by: number, over: 1) ?? .zero
    return try before + distance(inPassAt: moment)
  }

  /// The pass that a moment of the item is in, and its elapsed part.
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
  /// The distance on the way to the next key, between which the speed changes evenly: its square is in it.
  func distance(
    after passed: RationalTime, towards next: MediaClock.Key
  ) throws(TimeOverflow) -> RationalTime {
    do {
      let part = try passed.divided(by: next.time - time)
      let gained = try (next.speed - speed).times(part).scaled(by: 1, over: 2)
      return try distance + passed.times(speed + gained)
    } catch {
      // Basic arithmetic of doubles gives the same everywhere.
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

// MARK: - Other parts of it

extension MediaClock {
  /// The same, again and again.
  package func repeated(_ pass: Pass) -> MediaClock {
    MediaClock(origin, isBackwards, keys, pass, offset)
  }

  /// The clock of an item that begins later by so much of its own time.
  package func shifted(by time: RationalTime) throws(TimeOverflow) -> MediaClock {
    var clock = self
    if let speed = constantSpeed, pass == nil {
      // Of one speed only the moment counts: equal parts of media have equal clocks.
      let moved = try (offset + time).times(speed)
      let start = isBackwards ? try origin - moved : try origin + moved
      return MediaClock(from: start, speed: speed, isBackwards: isBackwards)
    }
    clock.offset = try offset + time
    if pass != nil { clock.offset = try place(of: time).moment }
    return clock
  }

  /// A clock that is the same in this range of the item's time, without the speeds that do not matter there.
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
