package import Basics

/// The source time over a clip's time, where its speed changes: line segments between points.
package struct InterchangeTimeMap: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    /// From the start of the clip; points may be outside of the played part.
    package var time: RationalTime
    /// In the source's own time.
    package var source: RationalTime

    package init(time: RationalTime, source: RationalTime) {
      self.time = time
      self.source = source
    }
  }

  /// A part of the clip with constant speed.
  struct Way: Hashable {
    let start: Point
    let end: Point
    let speed: RationalTime
  }

  /// At least two, in strictly rising order of time.
  package private(set) var points: [Point]

  /// Nil if there are fewer than two points, or their times do not rise strictly.
  package init?(_ points: [Point]) {
    guard points.count > 1, zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
      return nil
    }
    self.points = points
  }

  /// The source time. The first and the last segment continue beyond their points.
  package func source(at time: RationalTime) throws(TimeOverflow) -> RationalTime {
    let next = points.partitioningIndex { $0.time > time }
    let index = min(max(next, 1), points.count - 1)
    let (from, to) = (points[index - 1], points[index])
    if time == from.time { return from.source }
    return try from.source + (time - from.time).times(speed(from, to))
  }

  private func speed(_ from: Point, _ to: Point) throws(TimeOverflow) -> RationalTime {
    try (to.source - from.source).divided(by: to.time - from.time)
  }

  /// The constant speed that plays as much of the source in `length`, from the start of the clip.
  func meanSpeed(lasting length: RationalTime) throws(TimeOverflow) -> PlaybackSpeed {
    let mean = try (source(at: length) - source(at: .zero)).divided(by: length)
    return mean == .zero ? .frozen : .factor(mean)
  }

  /// The same map, shifted by `time` in the clip and by `source` in the source.
  package func shifted(
    by time: RationalTime, source: RationalTime = .zero
  ) throws(TimeOverflow) -> InterchangeTimeMap {
    var moved = self
    for index in points.indices {
      moved.points[index].time = try points[index].time + time
      moved.points[index].source = try points[index].source + source
    }
    return moved
  }

  /// The same map with points at both ends of a clip of this length, so that none of it is extrapolated.
  func reaching(_ length: RationalTime) throws(TimeOverflow) -> InterchangeTimeMap {
    var reaching = self
    if let first = points.first, first.time > .zero {
      reaching.points.insert(Point(time: .zero, source: try source(at: .zero)), at: 0)
    }
    if let last = points.last, last.time < length {
      reaching.points.append(Point(time: length, source: try source(at: length)))
    }
    return reaching
  }

  /// The maximum number of clips that replace a clip that stops or reverses. Each has its part of all changes
  /// over time, so the work is their number times that of the key frames.
  static let mostPieces = 200

  /// Whether a clip of this length stops or reverses, and has too many speeds.
  func turnsTooOften(lasting length: RationalTime) throws(TimeOverflow) -> Bool {
    let ways = try ways(lasting: length)
    return ways.count > Self.mostPieces && !ways.runOneWay
  }

  /// The parts of constant speed in a clip of this length; adjacent parts of the same speed are merged.
  func ways(lasting length: RationalTime) throws(TimeOverflow) -> [Way] {
    guard length > .zero else { return [] }
    let inside = points.filter { .zero < $0.time && $0.time < length }
    let ends = [
      Point(time: .zero, source: try source(at: .zero)), Point(time: length, source: try source(at: length)),
    ]
    var ways: [Way] = []
    let all = ends[..<1] + inside + ends[1...]
    for (from, to) in zip(all, all.dropFirst()) {
      let speed = try speed(from, to)
      if let last = ways.last, last.speed == speed {
        ways[ways.count - 1] = Way(start: last.start, end: to, speed: speed)
      } else {
        ways.append(Way(start: from, end: to, speed: speed))
      }
    }
    return ways
  }
}

extension [InterchangeTimeMap.Way] {
  /// Whether all play forwards, or all backwards.
  fileprivate var runOneWay: Bool {
    allSatisfy { $0.speed > .zero } || allSatisfy { $0.speed.isNegative }
  }
}

extension InterchangeClip {
  /// The source time at a time of the clip, which may be before its start or after its end.
  func source(at time: RationalTime) throws(TimeOverflow) -> RationalTime {
    if let map = motion.speed { return try map.source(at: time) }
    return try start + speed.consumed(in: time)
  }

  /// Starts the clip earlier by `offset`, at the corresponding time of its source.
  mutating func begin(earlierBy offset: RationalTime) throws(TimeOverflow) {
    start = try source(at: -offset)
    try delayMotion(by: offset)
  }

  /// The clip as consecutive clips that each play their source in one direction.
  ///
  /// A script can express changing speed in one item only if it does not reverse, stop, or leave its source.
  func piecesOfOneDirection(
    sourceLength: RationalTime?
  ) throws(TimeOverflow) -> [(offset: RationalTime, clip: InterchangeClip)] {
    guard let map = motion.speed, let length = duration else { return [(.zero, self)] }
    let ways = try map.ways(lasting: length)
    let isWithin = ways.allSatisfy { way in
      sourceLength.map { way.start.source <= $0 && way.end.source <= $0 } ?? true
    }
    if ways.count > 1, ways.runOneWay, isWithin || ways.count > InterchangeTimeMap.mostPieces {
      return [(.zero, self)]
    }
    var whole = self
    whole.motion.speed = nil
    if let first = ways.first, let last = ways.last, ways.count > 1 {
      let lastLength = try length - last.start.time
      if fadeIn ?? .zero > first.end.time || fadeOut ?? .zero > lastLength {
        try whole.bringFadesIntoCurves(lasting: length)
      }
    }
    var pieces: [(offset: RationalTime, clip: InterchangeClip)] = []
    for (index, way) in ways.enumerated() {
      var piece = whole
      piece.start = way.start.source
      piece.duration = try way.end.time - way.start.time
      piece.speed = way.speed == .zero ? .frozen : .factor(way.speed)
      try piece.delayMotion(by: -way.start.time)
      if index > 0 { (piece.fadeIn, piece.remarks) = (nil, []) }
      if index + 1 < ways.count { piece.fadeOut = nil }
      pieces.append((way.start.time, piece))
    }
    return pieces
  }

  /// Converts fades to curves, which continue across cuts of the clip.
  private mutating func bringFadesIntoCurves(lasting length: RationalTime) throws(TimeOverflow) {
    let fades = InterchangeFades(fadeIn: fadeIn, fadeOut: fadeOut)
    let opacity = motion.opacity ?? InterchangeCurve(constant: [self.opacity ?? 1])
    let volume = motion.volume ?? InterchangeCurve(constant: [(self.volume ?? .factor(1)).factor])
    motion.opacity = try opacity.multiplied(by: fades, lasting: length)
    motion.volume = try volume.multiplied(by: fades, lasting: length)
    (fadeIn, fadeOut) = (nil, nil)
  }
}
