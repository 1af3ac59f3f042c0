package import Composition

/// An item of a lane.
package struct TimelineEntry: Hashable, Sendable {
  /// The kind of an entry, which decides its look.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case clip
    case image
    case words
    /// A colour, a gradient, bars, a shape.
    case drawn
    /// Another timeline.
    case film
    case gap
    case sound
    case cue
  }

  package var kind: Kind
  /// The item's name, or its content.
  package var title: String
  /// More details, if there is space.
  package var detail: String
  /// All details, for hovering.
  package var tooltip: String
  package var start: Double
  package var end: Double
  /// The opacity over its time; nil if the entry has no picture.
  package var opacity: TimelineCurve?
  /// The gain over its time; nil if the entry is silent.
  package var volume: TimelineCurve?
  /// The colours of a drawn item.
  package var swatch: [SceneColor] = []
  package var picture: EntryPicture?
  package var change: TimelineChange?
  /// Whether its time is unknown.
  package var isUncertain = false

  package init(
    kind: Kind, title: String, detail: String = "", tooltip: String = "", start: Double, end: Double
  ) {
    self.kind = kind
    self.title = title
    self.detail = detail
    self.tooltip = tooltip
    self.start = start
    self.end = end
  }
}

/// The pictures that represent an item.
package struct EntryPicture: Hashable, Sendable {
  /// The id of the first picture in a scene.
  package var first: Int
  /// The id of the last picture; nil if the picture never changes.
  package var last: Int?
  /// Width over height.
  package var aspect: Double

  package init(first: Int, last: Int?, aspect: Double) {
    self.first = first
    self.last = last
    self.aspect = aspect
  }
}

/// A piecewise linear value over time; never empty.
package struct TimelineCurve: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var time: Double
    package var value: Double

    package init(time: Double, value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// In rising order of time; two at the same time for a jump.
  package var points: [Point]

  package init(_ points: [Point]) {
    self.points = points.isEmpty ? [Point(time: 0, value: 1)] : points
  }

  package var largest: Double { points.map(\.value).max() ?? 0 }

  var isConstant: Bool { points.allSatisfy { $0.value == points[0].value } }

  /// Whether it is 1 everywhere.
  package var isPlain: Bool { points.allSatisfy { $0.value == 1 } }

  /// The points from one time to another, including both.
  func points(from start: Double, to end: Double) -> [Point] {
    let inner = points.filter { $0.time > start && $0.time < end }
    return [Point(time: start, value: value(at: start, isEnd: false))] + inner
      + [Point(time: end, value: value(at: end, isEnd: true))]
  }

  /// At a jump, returns the later value, except at the end.
  private func value(at time: Double, isEnd: Bool) -> Double {
    let next = points.firstIndex { isEnd ? $0.time >= time : $0.time > time } ?? points.count
    guard next < points.count else { return points[points.count - 1].value }
    guard next > 0 else { return points[0].value }
    let (from, to) = (points[next - 1], points[next])
    let length = to.time - from.time
    return length > 0 ? from.value + (to.value - from.value) * (time - from.time) / length : to.value
  }
}

/// The result of a comparison for an item.
package enum TimelineChange: Hashable, Sendable, CaseIterable {
  case added
  case removed
  case moved
  case changed

  /// The mark in reports.
  var mark: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .moved: "›"
    case .changed: "~"
    }
  }
}
