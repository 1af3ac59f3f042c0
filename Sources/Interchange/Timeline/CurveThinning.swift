import Basics
import Composition

/// Chooses the fewest key frames whose curve stays within a tolerance of another program's curve.
///
/// Key frames have times and values of that curve: those of its key frames, and frames in between where it
/// changes in a way that scripts do not know. Each interval is straight, has a named easing, or a
/// `cubic-bezier` that is found by search.
struct CurveThinning {
  struct Key: Hashable {
    let time: RationalTime
    let values: [Double]
    /// The interpolation to the next key.
    var easing: Easing
  }

  /// A place where the curves are compared.
  fileprivate struct Point {
    let seconds: Double
    let values: [Double]
    let bounds: [(low: Double, high: Double)]
    /// Nil if no key frame may be here.
    let time: RationalTime?
    /// The interpolation to the next key of the curve; nil between two of its keys.
    let easing: InterchangeEasing?

    var isOwn: Bool { easing != nil }
  }

  private struct Edge {
    let end: Int
    let easing: Easing
    /// Of several ways with as many key frames, the one with the smallest sum is chosen.
    let complexity: Int
  }

  /// How many keys are compared each with each other.
  private static let few = 24

  private let tolerance: CurveTolerance
  private let frame: RationalTime?
  private var points: [Point] = []
  private var edges: [Int: [Edge]] = [:]
  /// How many timing curves may still be searched; each takes about a tenth of a millisecond.
  private(set) var searches: Int

  init(_ tolerance: CurveTolerance, frame: RationalTime?, searches: Int) {
    self.tolerance = tolerance
    self.frame = frame
    self.searches = searches
  }

  mutating func keys(of curve: InterchangeCurve) throws(TimeOverflow) -> [Key] {
    let all = curve.keys
    guard all.count > 1 else {
      return all.map { Key(time: $0.time, values: $0.values, easing: .linear) }
    }
    // The time is quadratic in the number of keys, so long curves are thinned in parts.
    let size = all.count > 1 << 14 ? 512 : 2048
    var found: [Key] = []
    for start in stride(from: 0, to: all.count - 1, by: size) {
      let part = all[start...min(start + size, all.count - 1)]
      points = []
      edges = [:]
      try addPoints(part)
      let straight = fewest()
      addEdges(between: corners(straight))
      let chosen = edges.isEmpty ? straight : fewest()
      if !found.isEmpty { found.removeLast() }
      found += chosen.compactMap { index, easing in
        points[index].time.map { Key(time: $0, values: points[index].values, easing: easing) }
      }
    }
    return found
  }

  // MARK: The places to compare

  private mutating func addPoints(_ keys: ArraySlice<InterchangeCurve.Key>) throws(TimeOverflow) {
    guard let start = keys.first?.time else { return }
    let most = max(1, 8192 / keys.count)
    for (from, to) in zip(keys, keys.dropFirst()) {
      let first = try (from.time - start).inSeconds
      let length = try (to.time - from.time).inSeconds
      add(Point(from.values, first, tolerance, time: from.time, easing: from.easing))
      let count = min(most, places(from, to))
      guard count > 1 else { continue }
      var inner: [(part: Double, time: RationalTime?)] = (1..<count).map { (Double($0) / Double(count), nil) }
      for time in try frames(from.time, to.time, most: count) {
        inner.append((try (time - from.time).inSeconds / length, time))
      }
      for place in inner.sorted(by: { ($0.part, $0.time == nil ? 1 : 0) < ($1.part, $1.time == nil ? 1 : 0) })
      {
        let values = InterchangeCurve.values(from, to, at: place.part)
        add(Point(values, first + length * place.part, tolerance, time: place.time, easing: nil))
      }
    }
    if let last = keys.last {
      add(
        Point(last.values, try (last.time - start).inSeconds, tolerance, time: last.time, easing: last.easing)
      )
    }
  }

  private mutating func add(_ point: Point) {
    if let last = points.last, point.seconds <= last.seconds {
      guard point.isOwn, !last.isOwn else { return }
      points.removeLast()
    }
    points.append(point)
  }

  /// How many parts of an interval are close to straight.
  private func places(_ from: InterchangeCurve.Key, _ to: InterchangeCurve.Key) -> Int {
    switch from.easing {
    case .linear: return 1
    case .easeIn, .easeOut, .easeInOut: return from.values == to.values ? 1 : 24
    case .decibels:
      let levels = (from.values + to.values).map(decibelsOfFactor)
      guard let quietest = levels.min(), let loudest = levels.max(), loudest > inaudibleDecibels else {
        return 1
      }
      // A line of factors over 0.6 dB is within 0.006 dB.
      return Int(((loudest - quietest) / 0.6).rounded(.up))
    }
  }

  /// At most about `most` frames between two times, evenly spread. Milliseconds if lines from frame to frame would be
  /// too long.
  private func frames(
    _ start: RationalTime, _ end: RationalTime, most: Int
  ) throws(TimeOverflow) -> [RationalTime] {
    let units = [frame, RationalTime(1, 100), RationalTime(1, 1000)].compactMap(\.self).filter { $0 > .zero }
    let length = try (end - start).inSeconds
    guard let unit = units.first(where: { length / $0.inSeconds > Double(most) / 4 }) ?? units.last else {
      return []
    }
    let number = { (time: RationalTime) in (time.inSeconds / unit.inSeconds).rounded(.down) }
    let (first, last) = (number(start) + 1, number(end))
    guard last >= first, first.magnitude < 1e15, last.magnitude < 1e15 else { return [] }
    var times: [RationalTime] = []
    let step = max(1, Int64((last - first + 1) / Double(most)))
    for count in stride(from: Int64(first), through: Int64(last), by: Int(step)) {
      let time = try unit.scaled(by: count, over: 1)
      if start < time, time < end { times.append(time) }
    }
    return times
  }

  // MARK: The fewest key frames

  /// The points with key frames, and the easing from each.
  private func fewest() -> [(index: Int, easing: Easing)] {
    struct Arrival {
      var cost = Int.max
      var from = 0
      var easing = Easing.linear
    }
    var arrivals = [Arrival](repeating: Arrival(), count: points.count)
    arrivals[0].cost = 0
    func arrive(_ end: Int, _ start: Int, _ easing: Easing, _ complexity: Int) {
      // A key frame that the other program has is better than one of another time.
      let cost = arrivals[start].cost + 1 << 16 + complexity + (points[end].isOwn ? 0 : 16)
      if cost < arrivals[end].cost { arrivals[end] = Arrival(cost: cost, from: start, easing: easing) }
    }
    for start in points.indices where arrivals[start].cost < .max {
      for edge in edges[start] ?? [] { arrive(edge.end, start, edge.easing, edge.complexity) }
      forEachStraight(from: start) { arrive($0, start, .linear, 0) }
    }
    var chosen: [(index: Int, easing: Easing)] = [(points.count - 1, .linear)]
    while let last = chosen.last, last.index > 0 {
      let arrival = arrivals[last.index]
      chosen.append((arrival.from, arrival.easing))
    }
    return chosen.reversed()
  }

  /// The points that a straight line from `start` reaches within the bounds of all points in between, and the next
  /// point that may have a key frame.
  private func forEachStraight(from start: Int, _ reach: (Int) -> Void) {
    let origin = points[start]
    var slopes = origin.values.map { _ in (low: -Double.infinity, high: Double.infinity) }
    var isFirst = true
    for end in points.indices.dropFirst(start + 1) {
      let point = points[end]
      let passed = point.seconds - origin.seconds
      if point.time != nil {
        let isWithin = slopes.indices.allSatisfy { number in
          let slope = (point.values[number] - origin.values[number]) / passed
          return slopes[number].low <= slope && slope <= slopes[number].high
        }
        if isWithin || isFirst { reach(end) }
        isFirst = false
      }
      for number in slopes.indices {
        let bounds = point.bounds[number]
        slopes[number].low = max(slopes[number].low, (bounds.low - origin.values[number]) / passed)
        slopes[number].high = min(slopes[number].high, (bounds.high - origin.values[number]) / passed)
        if slopes[number].low > slopes[number].high, !isFirst { return }
      }
    }
  }

  // MARK: Eased intervals

  /// The keys between which an easing may replace others: all of a few keys; of many, those where the curve
  /// stops, starts or turns, and those of `straight`.
  private func corners(_ straight: [(index: Int, easing: Easing)]) -> [Int] {
    let own = points.indices.filter { points[$0].isOwn }
    guard own.count > Self.few else { return own }
    var found: Set<Int> = [own[0], own[own.count - 1]]
    if straight.count <= Self.few { found.formUnion(straight.map(\.index).filter { points[$0].isOwn }) }
    for (place, index) in own.enumerated().dropFirst().dropLast() {
      let (before, here, after) = (points[own[place - 1]], points[index], points[own[place + 1]])
      let (passed, next) = (here.seconds - before.seconds, after.seconds - here.seconds)
      let isFlat = (before.values == here.values, here.values == after.values)
      let turns = here.values.indices.contains { number in
        (here.values[number] - before.values[number]) * (after.values[number] - here.values[number]) < 0
      }
      if isFlat.0 != isFlat.1 || turns || max(passed, next) > 1.9 * min(passed, next)
        || [before, here].contains(where: {
          $0.easing?.isSlowAtFirst == true || $0.easing?.isSlowAtLast == true
        })
      {
        found.insert(index)
      }
    }
    return found.sorted()
  }

  private mutating func addEdges(between corners: [Int]) {
    for start in corners {
      if let easing = points[start].easing.flatMap({ Easing($0) }), easing != .linear,
        let end = points.indices.dropFirst(start + 1).first(where: { points[$0].isOwn })
      {
        edges[start, default: []].append(Edge(end: end, easing: easing, complexity: 0))
      }
    }
    // Near corners first: searches are limited.
    for distance in 1...(corners.count <= Self.few ? Self.few : 12) {
      for (start, end) in zip(corners, corners.dropFirst(distance)) {
        let own = points[start...end].count(where: \.isOwn)
        if own == 2 {
          addLevelEdges(start, end)
        } else if own >= 5, isSampled(start, end), turns(start, end) < 2, let edge = easing(start, end) {
          edges[start, default: []].append(edge)
        }
      }
    }
  }

  /// How often the number that changes most reverses between two points, apart from changes within the tolerance.
  private func turns(_ start: Int, _ end: Int) -> Int {
    guard let number = widest(start, end) else { return 0 }
    var (turns, direction, extreme) = (0, 0.0, points[start].values[number])
    for point in points[start...end] {
      let value = point.values[number]
      let change = value - extreme
      if change * direction > 0 {
        extreme = value
      } else if value + (point.bounds[number].high - point.bounds[number].low) / 2 < extreme
        || value - (point.bounds[number].high - point.bounds[number].low) / 2 > extreme
      {
        if direction != 0 { turns += 1 }
        direction = change
        extreme = value
      }
    }
    return turns
  }

  /// The number with the largest change from one point to another; nil if none changes.
  private func widest(_ start: Int, _ end: Int) -> Int? {
    let changes = points[start].values.indices.map { abs(points[end].values[$0] - points[start].values[$0]) }
    guard let most = changes.max(), most > 0 else { return nil }
    return changes.firstIndex(of: most)
  }

  /// Whether all keys between two points are as close to each other as those that another program computes from an
  /// easing. A few keys that were set by hand are not replaced.
  private func isSampled(_ start: Int, _ end: Int) -> Bool {
    let own = (start...end).filter { points[$0].isOwn }
    let gaps = zip(own, own.dropFirst()).map { points[$1].seconds - points[$0].seconds }
    guard let widest = gaps.max(), let narrowest = gaps.min() else { return false }
    return widest <= 0.2 || own.count >= 8 && widest <= 1.1 * narrowest
  }

  /// Adds the easings of an interval of levels: of all of it, or of up to four parts of its audible range.
  private mutating func addLevelEdges(_ start: Int, _ end: Int) {
    guard points[start].easing == .decibels, end > start + 1 else { return }
    let isAudible = { (point: Point) in point.bounds.contains { $0.low > 0 } }
    let candidates = (start...end).filter { points[$0].time != nil }
    guard let first = candidates.firstIndex(where: { isAudible(points[$0]) }),
      let last = candidates.lastIndex(where: { isAudible(points[$0]) })
    else { return }
    // The range ends at the first silent points.
    let range = candidates[max(first - 1, 0)...min(last + 1, candidates.count - 1)]
    for count in 1...4 {
      let ends = (0...count).map { range.startIndex + (range.count - 1) * $0 / count }
      let parts = zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { (start: range[$0], end: range[$1]) }
      var found: [Int: Edge] = [:]
      for part in parts where part.end > part.start + 1 && !isNear(.linear, part.start, part.end) {
        guard let easing = easing(part.start, part.end) else { break }
        found[part.start] = easing
      }
      for (index, edge) in found { edges[index, default: []].append(edge) }
      let isDone = parts.allSatisfy { part in
        found[part.start] != nil || part.end == part.start + 1 || isNear(.linear, part.start, part.end)
      }
      if isDone { return }
    }
  }

  /// One easing for all points between two.
  private mutating func easing(_ start: Int, _ end: Int) -> Edge? {
    guard !isNear(.linear, start, end) else { return nil }
    for (number, easing) in Easing.usual.enumerated() where isNear(easing, start, end) {
      return Edge(end: end, easing: easing, complexity: 1 + number)
    }
    guard searches > 0, let fit = fit(start, end) else { return nil }
    searches -= 1
    return fit.easings().first { isNear($0, start, end) }.map { Edge(end: end, easing: $0, complexity: 8) }
  }

  /// Nil for values that are the same at both ends.
  private func fit(_ start: Int, _ end: Int) -> BezierFit? {
    let (from, to) = (points[start], points[end])
    guard let number = widest(start, end) else { return nil }
    let change = to.values[number] - from.values[number]
    let whole = to.seconds - from.seconds
    let place = { (part: Double) in
      let seconds = from.seconds + part * whole
      let next = points[start...end].partitioningIndex { $0.seconds > seconds }
      return min(max(next, start + 1), end)
    }
    return BezierFit { part in
      let next = place(part)
      let (before, after) = (points[next - 1], points[next])
      let share = (from.seconds + part * whole - before.seconds) / (after.seconds - before.seconds)
      let value = before.values[number] + (after.values[number] - before.values[number]) * share
      return (value - from.values[number]) / change
    } weight: { part in
      let bounds = points[place(part)].bounds[number]
      return 2 * abs(change) / max(bounds.high - bounds.low, 1e-12)
    }
  }

  /// Whether an easing from one point to another is within the bounds of all in between.
  private func isNear(_ easing: Easing, _ start: Int, _ end: Int) -> Bool {
    let (from, to) = (points[start], points[end])
    let whole = to.seconds - from.seconds
    func isWithin(_ seconds: Double, _ bounds: [(low: Double, high: Double)]) -> Bool {
      let progress = easing.progress(at: (seconds - from.seconds) / whole)
      return bounds.indices.allSatisfy { number in
        let value = from.values[number] + (to.values[number] - from.values[number]) * progress
        return bounds[number].low <= value && value <= bounds[number].high
      }
    }
    // Few points are far from each other, so that places between them count as well.
    let steps = end - start < 64 ? 4 : 1
    for index in start..<end {
      let (point, next) = (points[index], points[index + 1])
      if index > start, !isWithin(point.seconds, point.bounds) { return false }
      for step in 1..<max(steps, 2) where steps > 1 {
        let part = Double(step) / Double(steps)
        let values = zip(point.values, next.values).map { $0 + ($1 - $0) * part }
        let seconds = point.seconds + (next.seconds - point.seconds) * part
        if !isWithin(seconds, tolerance.bounds(of: values)) { return false }
      }
    }
    return true
  }
}

extension CurveThinning.Point {
  init(
    _ values: [Double], _ seconds: Double, _ tolerance: CurveTolerance, time: RationalTime?,
    easing: InterchangeEasing?
  ) {
    self.init(
      seconds: seconds, values: values, bounds: tolerance.bounds(of: values), time: time, easing: easing)
  }
}

extension Easing {
  /// The easings with a name, as CSS defines them.
  fileprivate static let usual: [Easing] = [.easeInOut, .easeIn, .easeOut, .ease]

  /// Nil for an interpolation that scripts do not have.
  fileprivate init?(_ easing: InterchangeEasing) {
    switch easing {
    case .linear: self = .linear
    case .easeIn: self = .easeIn
    case .easeOut: self = .easeOut
    case .easeInOut: self = .easeInOut
    case .decibels: return nil
    }
  }

  /// The easing as scripts write it; nil for a linear one.
  var written: String? {
    switch self {
    case .linear: nil
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .easeInOut: "ease-in-out"
    case .ease: "ease"
    case .hold: "hold"
    case .shaped: text
    case .cubicBezier(let x1, let y1, let x2, let y2):
      "cubic-bezier("
        + [x1, y1, x2, y2].map { writtenNumber($0) ?? "0" }.joined(separator: ",") + ")"
    case .spring(let stiffness, let damping):
      "spring(\(writtenNumber(stiffness) ?? "0"),\(writtenNumber(damping) ?? "0"))"
    }
  }
}
