import Basics
import XMLTree

extension XMEMLReader {
  /// Reads the speed filter: one speed, or a graph of source frames over clip frames.
  mutating func readSpeed(
    _ filter: XMLElement, _ effect: XMLElement, _ values: [String: String], _ rate: FrameRate,
    isEnabled: Bool, _ clip: inout InterchangeClip
  ) throws(InterchangeProblem) {
    guard isEnabled else { return mapAll(filter) }
    let graph = effect.all("parameter").first { $0.first("parameterid")?.trimmedText == "graphdict" }
    if values["variablespeed"] == "1", let graph, let map = try timeMap(of: graph, rate) {
      mapAll(filter)
      return try play(map, graph, filter, &clip)
    }
    guard let percent = values["speed"].flatMap(nearNumber), percent != .zero else { return }
    mapAll(filter)
    if values["variablespeed"] == "1" {
      ledger.approximate(
        filter.index, "the changing speed is imported as a constant speed, because its graph has no points")
    }
    let isReverse = values["reverse"]?.uppercased() == "TRUE"
    let (start, duration) = (clip.start, clip.duration ?? .zero)
    (clip.speed, clip.start) = try exactly(at: InputPlace(filter)) { () throws(TimeOverflow) in
      let factor = try percent.scaled(by: isReverse ? -1 : 1, over: 100)
      let speed = PlaybackSpeed.factor(factor)
      // The in point counts at the clip's speed.
      let forwards = try factor.isNegative ? -factor : factor
      let from = try start.times(forwards)
      return (speed, factor.isNegative ? try from - speed.consumed(in: duration) : from)
    }
  }

  /// The points of a graph; nil if fewer than two. Of several at one frame, the last one counts.
  private mutating func timeMap(
    of graph: XMLElement, _ rate: FrameRate
  ) throws(InterchangeProblem) -> InterchangeTimeMap? {
    var points: [RationalTime: InterchangeTimeMap.Point] = [:]
    for frame in graph.all("keyframe") {
      let (time, source) = (try frames(frame, "when", rate), try frames(frame, "value", rate))
      points[time] = InterchangeTimeMap.Point(time: time, source: source)
    }
    return InterchangeTimeMap(points.values.sorted { $0.time < $1.time })
  }

  /// Plays the map from the clip's in point, which counts in the time of the graph.
  private mutating func play(
    _ map: InterchangeTimeMap, _ graph: XMLElement, _ filter: XMLElement, _ clip: inout InterchangeClip
  ) throws(InterchangeProblem) {
    let (item, length) = (clip, clip.duration ?? .zero)
    let changes = try exactly(at: InputPlace(filter)) { () throws(TimeOverflow) in
      try map.shifted(by: -item.start)
    }
    let isTooMuch = try exactly(at: InputPlace(filter)) { () throws(TimeOverflow) in
      try changes.turnsTooOften(lasting: length)
    }
    clip = try exactly(at: InputPlace(filter)) { () throws(TimeOverflow) in
      var clip = item
      clip.start = try changes.source(at: .zero)
      clip.speed = try changes.meanSpeed(lasting: length)
      let ways = try changes.ways(lasting: length)
      clip.motion.speed = !isTooMuch && ways.count > 1 ? changes : nil
      return clip
    }
    if isTooMuch { return ledger.approximate(filter.index, InterchangeTimeMap.differenceOfOneSpeed) }
    let isStraight = graph.first("interpolation")?.first("name")?.trimmedText.lowercased() == "linear"
    let difference = changes.differenceOfRoundedCorners(lasting: length, at: timeline.canvas.rate) { _ in
      isStraight ? nil : (nil, nil)
    }
    if let difference { ledger.approximate(filter.index, difference) }
  }
}
