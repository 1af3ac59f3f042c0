import Basics
import Composition
import Interchange

/// A part of an item that plays its source at one speed.
struct PlayedPiece {
  /// Of the film, on the grid that it is placed on.
  var range: TimeRange
  /// The time of the source at its start.
  var start: RationalTime
  var speed: PlaybackSpeed

  func length() throws(TimeOverflow) -> RationalTime { try range.duration() }

  /// The piece from a moment on; nil if nothing is left.
  func from(_ moment: RationalTime) throws(TimeOverflow) -> PlayedPiece? {
    guard moment > range.start else { return self }
    guard moment < range.end, let rest = TimeRange(start: moment, end: range.end) else { return nil }
    return PlayedPiece(
      range: rest, start: try start + speed.consumed(in: moment - range.start), speed: speed)
  }

  /// The piece up to a moment; nil if nothing is left.
  func until(_ moment: RationalTime) -> PlayedPiece? {
    guard moment < range.end else { return self }
    guard moment > range.start, let rest = TimeRange(start: range.start, end: moment) else { return nil }
    return PlayedPiece(range: rest, start: start, speed: speed)
  }
}

/// What a clock plays, as pieces of one speed, and what is different of it.
struct PlayedPieces {
  private(set) var pieces: [PlayedPiece] = []
  private(set) var differences: [String] = []
  /// Why there are no pieces; nil if there are.
  private(set) var refusal: String?

  private let clock: MediaClock
  /// The exact range of the item, and where it is placed.
  private let exact: TimeRange
  private let placed: TimeRange

  /// `end` is where the source ends; nil if that is not known.
  init(
    _ clock: MediaClock, exact: TimeRange, placed: TimeRange, end: RationalTime?,
    nearestFrame: (RationalTime) throws(TimeOverflow) -> RationalTime
  ) throws(TimeOverflow) {
    self.clock = clock
    self.exact = exact
    self.placed = placed
    if clock.pass == nil {
      try addPiece(placed, until: exact.duration())
    } else if let stretches = try clock.stretches(until: exact.duration(), most: 1000) {
      var cursor = placed.start
      for (index, stretch) in stretches.enumerated() {
        let last = try exact.start + stretch.time.end
        let edge = index + 1 == stretches.count ? placed.end : min(try nearestFrame(last), placed.end)
        guard let range = TimeRange(start: cursor, end: edge), !range.isEmpty else { continue }
        if edge != last, index + 1 < stretches.count {
          differ("the loop begins again on whole frames")
        }
        try addPiece(range, in: stretch.time)
        cursor = edge
      }
    } else {
      refusal = "it is played more than 1000 times in a loop"
    }
    try keepWithin(end)
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
      let last = try clock.mediaTime(before: offset + range.duration())
      try addAverage(range, from: start, to: last)
    }
  }

  /// A piece of a loop, of which only this part of the item's time is one pass.
  private mutating func addPiece(_ range: TimeRange, in pass: TimeRange) throws(TimeOverflow) {
    let first = min(max(try range.start - exact.start, pass.start), pass.end)
    let start = try clock.mediaTime(at: first)
    if let speed = clock.constantSpeed {
      add(range, start, try signed(speed))
    } else {
      try addAverage(range, from: start, to: clock.mediaTime(before: pass.end))
    }
  }

  private func signed(_ speed: RationalTime) throws(TimeOverflow) -> RationalTime {
    clock.isBackwards ? try -speed : speed
  }

  private mutating func add(_ range: TimeRange, _ start: RationalTime, _ speed: RationalTime) {
    pieces.append(
      PlayedPiece(range: range, start: start, speed: speed == .zero ? .frozen : .factor(speed)))
  }

  private mutating func addAverage(
    _ range: TimeRange, from start: RationalTime, to end: RationalTime
  ) throws(TimeOverflow) {
    let length = try range.duration()
    guard length > .zero else { return }
    // Coarse enough that the fraction stays small.
    let ratio = (end.inSeconds - start.inSeconds) / length.inSeconds
    let ten = (ratio * 10000).rounded()
    guard let count = Int64(exactly: ten), let speed = RationalTime(count, 10000) else {
      throw TimeOverflow()
    }
    differ("the speed changes over time; \(shortNumber(ratio))x all the time is written")
    add(range, start, speed)
  }

  /// Moves what begins or ends less than a frame outside of the source into it.
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
      guard shift != .zero else { continue }
      pieces[index].start = try pieces[index].start + shift
      differ(
        "its source begins \(shortNumber(abs(shift.inSeconds)))s \(shift.isNegative ? "earlier" : "later")")
    }
  }
}
