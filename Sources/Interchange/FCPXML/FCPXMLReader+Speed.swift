import Basics
import XMLTree

/// How the time of a clip leads to the time of its source.
struct FCPXMLTimeMapping {
  let speed: PlaybackSpeed
  /// The time of the source where the clip begins.
  let start: RationalTime
  /// Where the speed changes; nil if it stays. Times count from the start of the clip.
  var changes: CutTimeMap?
}

extension FCPXMLReader {
  /// The time map of a clip.
  mutating func timeMapping(of span: FCPXMLSpan) throws(InterchangeProblem) -> FCPXMLTimeMapping {
    let element = span.element
    if let rate = element.first("conform-rate") {
      ledger.map(rate, reading: ["srcFrameRate", "scaleEnabled"], harmless: ["frameSampling"])
      if rate["scaleEnabled"] != "0" {
        ledger.approximate(rate.index, "frames of another rate are repeated or left out, the speed stays")
      }
    }
    guard let map = element.first("timeMap") else {
      return FCPXMLTimeMapping(speed: .normal, start: span.localStart)
    }
    ledger.map(map, reading: [], harmless: ["frameSampling", "preservesPitch"])
    let points = try timePoints(of: map)
    guard
      let whole = CutTimeMap(points.map { CutTimeMap.Point(time: $0.time, source: $0.value) })
    else {
      throw InterchangeProblem("a time map needs two points, one after the other", at: InputPlace(map))
    }
    let place = InputPlace(map)
    let shifted = try exactly(at: place) { () throws(TimeOverflow) in try whole.shifted(by: -span.localStart)
    }
    let start = try exactly(at: place) { () throws(TimeOverflow) in try shifted.source(at: .zero) }
    // What lasts no time is dropped.
    guard span.duration > .zero else { return FCPXMLTimeMapping(speed: .normal, start: start) }
    let ways = try exactly(at: place) { () throws(TimeOverflow) in try shifted.ways(lasting: span.duration) }
    let mean = try exactly(at: place) { () throws(TimeOverflow) in
      try shifted.meanSpeed(lasting: span.duration)
    }
    if points.count > 2 { tellCorners(points, span, map) }
    return FCPXMLTimeMapping(speed: mean, start: start, changes: ways.count > 1 ? shifted : nil)
  }

  // MARK: Points

  private struct TimePoint {
    let element: XMLElement
    /// Of the clip, as its `start` is.
    let time: RationalTime
    /// Of the source.
    let value: RationalTime
  }

  /// The points in the order of their times. Of those at one time, the last one counts.
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
      ledger.drop(point.element.index, "another point of the time map is at the same time")
      return false
    }.map(\.element)
  }

  /// Says how far the straight ways are from those of Final Cut Pro, which rounds the corners of all points that are not
  /// `linear`. Apple does not publish how, but a rounded corner lies between the corner and the line that cuts it off.
  private mutating func tellCorners(_ points: [TimePoint], _ span: FCPXMLSpan, _ map: XMLElement) {
    var (count, greatest) = (0, 0.0)
    for index in points.indices.dropFirst().dropLast() where points[index].element["interp"] != "linear" {
      let (before, here, after) = (points[index - 1], points[index], points[index + 1])
      let way = { (from: TimePoint, to: TimePoint) in
        (length: to.time.inSeconds - from.time.inSeconds, rise: to.value.inSeconds - from.value.inSeconds)
      }
      let (first, second) = (way(before, here), way(here, after))
      let change = abs(second.rise / second.length - first.rise / first.length)
      let reach = { (attribute: String, length: Double) in
        min(here.element[attribute].flatMap(RationalTime.init(fcpxml:))?.inSeconds ?? length, length)
      }
      let (come, go) = (reach("inTime", first.length), reach("outTime", second.length))
      let (start, end) = (
        span.localStart.inSeconds, span.localStart.inSeconds + span.duration.inSeconds
      )
      guard come > 0, go > 0, change > 0, here.time.inSeconds - come < end,
        here.time.inSeconds + go > start
      else { continue }
      count += 1
      greatest = max(greatest, change * come * go / (come + go))
    }
    guard count > 0 else { return }
    let rate = cut.canvas.rate.map { Double($0.frames) / Double($0.seconds) } ?? 25
    let frames = writtenNumber((greatest * rate * 10).rounded(.up) / 10) ?? "many"
    let corners = count == 1 ? "1 point" : "\(count) points"
    ledger.approximate(
      map.index,
      "the speed changes at once at \(corners), not slowly: beside them at most \(frames) frames of another moment"
    )
  }
}
