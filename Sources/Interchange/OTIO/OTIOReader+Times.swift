import Basics

extension OTIOReader {
  // MARK: Markers

  mutating func addMarkers(
    _ node: JSONNode, _ markers: inout [InterchangeMarker], itemStart: RationalTime,
    sourceStart: RationalTime,
    _ duration: RationalTime
  ) throws(InterchangeProblem) {
    for marker in node["markers"]?.elements ?? [] {
      let shift = try exactly(at: marker.place) { () throws(TimeOverflow) in try itemStart - sourceStart }
      guard let read = try self.marker(marker, shift: shift) else { continue }
      let end = try exactly(at: marker.place) { () throws(TimeOverflow) in try itemStart + duration }
      if read.time >= itemStart, read.time < end {
        markers.append(read)
      } else {
        ledger.drop(marker, "the marker is outside the part that is shown", affecting: .neither)
      }
    }
  }

  mutating func marker(_ node: JSONNode, shift: RationalTime) throws(InterchangeProblem) -> InterchangeMarker?
  {
    guard node.schema?.name == "Marker" else {
      ledger.drop(node, "it is not a marker", affecting: .neither)
      return nil
    }
    map(node, reading: ["name", "marked_range", "color", "comment"])
    guard let range = node["marked_range"], range.isObject else {
      ledger.drop(node, "the marker has no time", affecting: .neither)
      return nil
    }
    let marked = try self.range(range)
    let time = try exactly(at: node.place) { () throws(TimeOverflow) in try marked.start + shift }
    if marked.duration > .zero, let rate = rates.max(by: { $0.value < $1.value })?.key,
      let frames = try? marked.duration.times(rate), frames > .one
    {
      ledger.approximate(node, "omitted: the duration of the marker, \(marked.duration)", affecting: .neither)
    }
    let name = node["name"]?.string ?? ""
    let comment = node["comment"]?.string ?? ""
    return InterchangeMarker(
      name: name.isEmpty ? (comment.isEmpty ? "marker" : comment) : name,
      note: name.isEmpty || comment.isEmpty ? node["metadata"]?["editc"]?["note"]?.string : comment,
      time: time, place: node.place)
  }

  // MARK: Times

  mutating func requiredRange(
    _ node: JSONNode
  ) throws(InterchangeProblem) -> (start: RationalTime, duration: RationalTime) {
    guard let range = node["source_range"], range.isObject else {
      throw InterchangeProblem("the item has no `source_range`", at: node.place)
    }
    return try self.range(range)
  }

  mutating func range(
    _ node: JSONNode
  ) throws(InterchangeProblem) -> (start: RationalTime, duration: RationalTime) {
    map(node, reading: ["start_time", "duration"])
    guard let duration = try time(node["duration"]) else {
      throw InterchangeProblem("the range has no `duration`", at: node.place)
    }
    guard !duration.isNegative else {
      throw InterchangeProblem("the duration is negative", at: node["duration"]?.place ?? node.place)
    }
    return (try time(node["start_time"]) ?? .zero, duration)
  }

  mutating func time(_ node: JSONNode?) throws(InterchangeProblem) -> RationalTime? {
    guard let node, !node.isNull else { return nil }
    map(node, reading: ["value", "rate"])
    guard let value = node["value"]?.digits, let rateText = node["rate"]?.digits else {
      throw InterchangeProblem("a time needs the numbers `value` and `rate`", at: node.place)
    }
    guard let number = nearNumber(value) else {
      throw InterchangeProblem("`\(value)` is not a valid number of frames", at: node.place)
    }
    guard let rate = snappedRate(rateText) else {
      throw InterchangeProblem("`\(rateText)` is not a rate: it must be above 0", at: node.place)
    }
    if number != .zero { rates[rate, default: 0] += 1 }
    return try exactly(at: node.place) { () throws(TimeOverflow) in try number.divided(by: rate) }
  }

  /// Maps an object; ignores members that every object of the format has.
}
