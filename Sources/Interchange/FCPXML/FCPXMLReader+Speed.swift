import Basics
import XMLTree

/// How the time of a clip maps to the time of its source.
struct FCPXMLTimeMapping {
  let speed: PlaybackSpeed
  /// The time of the source at the clip's start.
  let start: RationalTime
  /// Speed changes, with times from the start of the clip; nil if the speed is constant.
  var changes: InterchangeTimeMap?
}

extension FCPXMLReader {
  /// The time map of a clip.
  mutating func timeMapping(of span: FCPXMLSpan) throws(InterchangeProblem) -> FCPXMLTimeMapping {
    let element = span.element
    if let rate = element.first("conform-rate") {
      ledger.map(rate, reading: ["srcFrameRate", "scaleEnabled"], harmless: ["frameSampling"])
      if rate["scaleEnabled"] != "0" {
        ledger.approximate(
          rate.index, "frames of a different rate are repeated or dropped; the speed is unchanged")
      }
    }
    guard let map = element.first("timeMap") else {
      return FCPXMLTimeMapping(speed: .normal, start: span.localStart)
    }
    ledger.map(map, reading: [], harmless: ["frameSampling", "preservesPitch"])
    let points = try timePoints(of: map)
    guard
      let whole = InterchangeTimeMap(points.map { InterchangeTimeMap.Point(time: $0.time, source: $0.value) })
    else {
      throw InterchangeProblem("a time map needs two points in order of time", at: InputPlace(map))
    }
    let place = InputPlace(map)
    let shifted = try exactly(at: place) { () throws(TimeOverflow) in try whole.shifted(by: -span.localStart)
    }
    let start = try exactly(at: place) { () throws(TimeOverflow) in try shifted.source(at: .zero) }
    // A clip without duration is dropped.
    guard span.duration > .zero else { return FCPXMLTimeMapping(speed: .normal, start: start) }
    let ways = try exactly(at: place) { () throws(TimeOverflow) in try shifted.ways(lasting: span.duration) }
    let mean = try exactly(at: place) { () throws(TimeOverflow) in
      try shifted.meanSpeed(lasting: span.duration)
    }
    let isTooMuch = try exactly(at: place) { () throws(TimeOverflow) in
      try shifted.turnsTooOften(lasting: span.duration)
    }
    if isTooMuch {
      ledger.approximate(map.index, InterchangeTimeMap.differenceOfOneSpeed)
      return FCPXMLTimeMapping(speed: mean, start: start)
    }
    // Final Cut Pro rounds the corners at all points that are not `linear`.
    let difference = shifted.differenceOfRoundedCorners(lasting: span.duration, at: timeline.canvas.rate) {
      index in
      let element = points[index].element
      guard element["interp"] != "linear" else { return nil }
      let seconds = { (name: String) in element[name].flatMap { RationalTime(fcpxml: $0)?.inSeconds } }
      return (seconds("inTime"), seconds("outTime"))
    }
    if let difference { ledger.approximate(map.index, difference) }
    return FCPXMLTimeMapping(speed: mean, start: start, changes: ways.count > 1 ? shifted : nil)
  }

  // MARK: Points

  private struct TimePoint {
    let element: XMLElement
    /// In the clip's time, like its `start`.
    let time: RationalTime
    /// In the source's time.
    let value: RationalTime
  }

  /// The points in order of time. Of several at the same time, the last one counts.
  private mutating func timePoints(of map: XMLElement) throws(InterchangeProblem) -> [TimePoint] {
    var read: [TimePoint] = []
    for point in map.all("timept") {
      ledger.map(point, reading: ["time", "value", "interp", "inTime", "outTime"])
      guard let moment = try time(point, "time"), let value = try time(point, "value") else {
        throw InterchangeProblem("a point of a time map needs `time` and `value`", at: InputPlace(point))
      }
      read.append(TimePoint(element: point, time: moment, value: value))
    }
    let sorted = read.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    return sorted.enumerated().filter { index, point in
      guard index + 1 < sorted.count, sorted[index + 1].time == point.time else { return true }
      ledger.drop(
        point.element.index, "there is another point of the time map at the same time", affecting: .neither)
      return false
    }.map(\.element)
  }
}
