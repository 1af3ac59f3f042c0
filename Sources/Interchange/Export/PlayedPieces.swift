import Basics
import Composition

/// A part of an item that plays its source in one direction.
struct PlayedPiece {
  /// In the film, on whole frames.
  var range: TimeRange
  /// The time of the source at its start.
  var start: RationalTime
  /// The mean speed, if it changes.
  var speed: PlaybackSpeed
  /// The source time over time of the film, if the speed changes.
  var changes: InterchangeTimeMap?

  func length() throws(TimeOverflow) -> RationalTime { try range.duration() }

  /// The piece from a time on; nil if nothing remains.
  func from(_ moment: RationalTime) throws(TimeOverflow) -> PlayedPiece? {
    guard moment > range.start else { return self }
    guard moment < range.end, let rest = TimeRange(start: moment, end: range.end) else { return nil }
    var piece = self
    piece.range = rest
    piece.start = try start + speed.consumed(in: moment - range.start)
    return piece
  }

  /// The piece up to a time; nil if nothing remains.
  func until(_ moment: RationalTime) -> PlayedPiece? {
    guard moment < range.end else { return self }
    guard moment > range.start, let rest = TimeRange(start: range.start, end: moment) else { return nil }
    var piece = self
    piece.range = rest
    return piece
  }
}

/// The pieces of one direction that a clock plays, and how they differ from it.
struct PlayedPieces {
  private(set) var pieces: [PlayedPiece] = []
  private(set) var differences: [String] = []
  /// The differences in formats with one speed per clip.
  private(set) var differencesOfOneSpeed: [String] = []
  /// The reason why there are no pieces; nil if there are.
  private(set) var refusal: String?

  private let clock: MediaClock
  /// The exact range of the item, and its range on whole frames.
  private let exact: TimeRange
  private let placed: TimeRange
  private let rate: FrameRate

  /// `end` is the end of the source; nil if unknown.
  init(
    _ clock: MediaClock, exact: TimeRange, placed: TimeRange, end: RationalTime?, rate: FrameRate
  ) throws(TimeOverflow) {
    self.clock = clock
    self.exact = exact
    self.placed = placed
    self.rate = rate
    if clock.pass == nil {
      try addPiece(placed, until: exact.duration())
    } else if let stretches = try clock.stretches(until: exact.duration(), most: 1000) {
      var cursor = placed.start
      for (index, stretch) in stretches.enumerated() {
        let last = try exact.start + stretch.time.end
        let edge = index + 1 == stretches.count ? placed.end : min(try nearestFrame(to: last), placed.end)
        guard let range = TimeRange(start: cursor, end: edge), !range.isEmpty else { continue }
        if edge != last, index + 1 < stretches.count {
          differ("the loop restarts on whole frames")
        }
        try addPiece(range, in: stretch.time)
        cursor = edge
      }
    } else {
      refusal = "it loops more than 1000 times"
    }
    try keepWithin(end)
  }

  private func nearestFrame(to time: RationalTime) throws(TimeOverflow) -> RationalTime {
    guard let frame = rate.frame(at: time) else { throw TimeOverflow() }
    return try rate.start(ofFrame: frame.value)
  }

  private mutating func differ(_ words: String) {
    if !differences.contains(words) { differences.append(words) }
  }

  private mutating func addPiece(_ range: TimeRange, until length: RationalTime) throws(TimeOverflow) {
    let offset = try range.start - exact.start
    let start = try clock.mediaTime(at: offset)
    if let speed = clock.constantSpeed {
      add(range, start, try signed(speed))
    } else {
      let last = try offset + range.duration()
      try addChanging(
        range, from: start, to: clock.mediaTime(before: last), in: TimeRange(start: offset, end: last))
    }
  }

  /// Adds a piece of a loop; `pass` is one pass, in the item's time.
  private mutating func addPiece(_ range: TimeRange, in pass: TimeRange) throws(TimeOverflow) {
    let first = min(max(try range.start - exact.start, pass.start), pass.end)
    let start = try clock.mediaTime(at: first)
    if let speed = clock.constantSpeed {
      add(range, start, try signed(speed))
    } else {
      try addChanging(range, from: start, to: clock.mediaTime(before: pass.end), in: pass)
    }
  }

  private func signed(_ speed: RationalTime) throws(TimeOverflow) -> RationalTime {
    clock.isBackwards ? try -speed : speed
  }

  private mutating func add(_ range: TimeRange, _ start: RationalTime, _ speed: RationalTime) {
    pieces.append(
      PlayedPiece(range: range, start: start, speed: speed == .zero ? .frozen : .factor(speed)))
  }

  /// Adds a piece between two times of the source, at changing speed. `played` is its range in the item's
  /// time.
  private mutating func addChanging(
    _ range: TimeRange, from start: RationalTime, to end: RationalTime, in played: TimeRange?
  ) throws(TimeOverflow) {
    let length = try range.duration()
    guard length > .zero, let played else { return }
    // Coarse enough to keep the fraction small.
    let ratio = (end.inSeconds - start.inSeconds) / length.inSeconds
    let ten = (ratio * 10000).rounded()
    guard let count = Int64(exactly: ten), let speed = RationalTime(count, 10000) else {
      throw TimeOverflow()
    }
    add(range, start, speed)
    let words = "the speed changes over time; a constant \(shortNumber(ratio))x is exported"
    guard let map = try changes(in: range, playing: played) else { return differ(words) }
    pieces[pieces.count - 1].changes = map
    let apart = map.points.map { point in
      let passed = point.time.inSeconds - range.start.inSeconds
      return abs(start.inSeconds + speed.inSeconds * passed - point.source.inSeconds)
    }
    let frames = (apart.max() ?? 0) * Double(rate.frames) / Double(rate.seconds)
    differencesOfOneSpeed.append(
      words + ", up to \(shortNumber(frames.rounded(.up))) frames from what the film plays")
  }

  /// The source time at the start of each frame in which the speed changes, and where it starts to change.
  /// Nil if there are too many frames.
  private func changes(in range: TimeRange, playing played: TimeRange) throws(TimeOverflow)
    -> InterchangeTimeMap?
  {
    guard let first = rate.frame(at: range.start), let end = rate.frame(at: range.end),
      end.value - first.value <= Self.mostFrames, clock.keys.count <= Self.mostFrames
    else { return nil }
    // The start of the pass that the keys belong to.
    var base = try -clock.offset
    if let length = clock.pass?.length, length > .zero {
      let middle = try (played.start + played.end).scaled(by: 1, over: 2)
      while try base + length <= middle { base = try base + length }
    }
    var moments: Set<RationalTime> = [range.start, range.end]
    for (index, key) in clock.keys.enumerated() {
      let moment = try exact.start + base + key.time
      if range.contains(moment) { moments.insert(moment) }
      guard index + 1 < clock.keys.count, clock.keys[index + 1].speed != key.speed else { continue }
      let next = try exact.start + base + clock.keys[index + 1].time
      let (from, to) = (max(moment, range.start), min(next, range.end))
      guard from < to, var frame = rate.frame(at: from)?.value else { continue }
      var time = try rate.start(ofFrame: frame)
      while time < to {
        if time > from { moments.insert(time) }
        frame += 1
        time = try rate.start(ofFrame: frame)
      }
    }
    var points: [InterchangeTimeMap.Point] = []
    for moment in moments.sorted() {
      let passed = try moment - exact.start
      let within = min(max(passed, played.start), played.end)
      var source =
        within == played.end ? try clock.mediaTime(before: within) : try clock.mediaTime(at: within)
      // On whole frames, a pass may start slightly earlier or end slightly later.
      let speed = passed < within ? clock.keys[0].speed : clock.keys[clock.keys.count - 1].speed
      source = try source + (passed - within).times(signed(speed))
      points.append(InterchangeTimeMap.Point(time: moment, source: source))
    }
    return InterchangeTimeMap(points)
  }

  private static let mostFrames = 1 << 16

  /// Shifts pieces that start or end less than a frame outside of the source into it.
  private mutating func keepWithin(_ end: RationalTime?) throws(TimeOverflow) {
    for index in pieces.indices {
      let last = try pieces[index].start + pieces[index].speed.consumed(in: pieces[index].length())
      let low = min(pieces[index].start, last)
      let high = max(pieces[index].start, last)
      var shift = RationalTime.zero
      if low.isNegative {
        shift = try -low
      } else if let end, high > end, exact != placed {
        shift = try max(end - high, -low)
      }
      if let end, exact != placed { try keepChanges(of: index, until: end) }
      guard shift != .zero else { continue }
      pieces[index].start = try pieces[index].start + shift
      pieces[index].changes = try pieces[index].changes?.shifted(by: .zero, source: shift)
      differ(
        "its source starts \(shortNumber(abs(shift.inSeconds)))s \(shift.isNegative ? "earlier" : "later")")
    }
  }

  /// Limits changes to the source, which rounding to whole frames may exceed by less than a frame.
  private mutating func keepChanges(of index: Int, until end: RationalTime) throws(TimeOverflow) {
    guard let changes = pieces[index].changes else { return }
    let points = changes.points.map { point in
      InterchangeTimeMap.Point(time: point.time, source: min(max(point.source, .zero), end))
    }
    pieces[index].changes = InterchangeTimeMap(points)
  }
}
