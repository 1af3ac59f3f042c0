package import Basics
package import Composition

extension TimelineCurve {
  /// The opacity of a layer, in seconds since the start of its item.
  package init(opacityOf layer: Layer, from range: TimeRange) {
    let samples = CurveSamples(layer.opacity, start: layer.timelineRange.start, item: range)
    self.init(samples.points { min(max($1, 0), 1) })
  }

  /// The gain of a sound including fades, in seconds since the start of its item.
  package init(gainOf sound: Sound, from range: TimeRange) {
    var samples = CurveSamples(sound.gain, start: sound.timelineRange.start, item: range)
    let itemStart = range.start.inSeconds
    let start = sound.timelineRange.start.inSeconds - itemStart
    let end = sound.timelineRange.end.inSeconds - itemStart
    for fade in sound.fadesIn { samples.refine(from: start, to: start + fade.length.inSeconds) }
    for fade in sound.fadesOut { samples.refine(from: end - fade.length.inSeconds, to: end) }
    self.init(
      samples.points { time, gain in
        let ways =
          sound.fadesIn.map { ($0, time - start) } + sound.fadesOut.map { ($0, end - time) }
        return ways.reduce(max(0, gain)) { gain, way in
          let length = way.0.length.inSeconds
          return length > 0 ? gain * way.0.shape.value(at: way.1 / length) : gain
        }
      })
  }
}

/// The times at which to sample a curve so that line segments approximate it.
private struct CurveSamples {
  private let curve: Curve
  /// The start of the curve, in time of the film, and the range of the item.
  private let start: RationalTime
  private let item: TimeRange
  /// In seconds since the start of the item.
  private var times: [Double] = []

  /// More samples would not be visible.
  private static let most = 300

  init(_ curve: Curve, start: RationalTime, item: TimeRange) {
    self.curve = curve
    self.start = start
    self.item = item
    let end = item.end.inSeconds - item.start.inSeconds
    times = [0, end]
    let offset = start.inSeconds - item.start.inSeconds
    let keys = curve.keys
    if keys.count > Self.most {
      refine(from: 0, to: end, steps: Self.most)
      return
    }
    for (key, next) in zip(keys, keys.dropFirst()) {
      let (from, to) = (key.time.inSeconds + offset, next.time.inSeconds + offset)
      if key.easing == .linear || key.easing == .hold {
        times += [from, to]
      } else {
        refine(from: from, to: to)
      }
    }
  }

  mutating func refine(from start: Double, to end: Double, steps: Int = 16) {
    guard end > start else { return }
    times += (0...steps).map { start + (end - start) * Double($0) / Double(steps) }
  }

  /// The values at each time, with the value just before it where the curve jumps.
  func points(_ change: (_ time: Double, _ value: Double) -> Double) -> [TimelineCurve.Point] {
    let end = item.end.inSeconds - item.start.inSeconds
    var points: [TimelineCurve.Point] = []
    for time in Set(times.filter { $0 >= 0 && $0 <= end }).sorted() {
      guard let moment = own(time) else { continue }
      let (before, at) = (change(time, curve.value(before: moment)), change(time, curve.value(at: moment)))
      if before != at, time > 0 { points.append(TimelineCurve.Point(time: time, value: before)) }
      points.append(TimelineCurve.Point(time: time, value: time == end && time > 0 ? before : at))
    }
    return points.isEmpty ? [TimelineCurve.Point(time: 0, value: change(0, curve.value(at: .zero)))] : points
  }

  /// The curve's own time at a time of the item; exact at key frames, so that jumps stay sharp.
  private func own(_ time: Double) -> RationalTime? {
    let offset = start.inSeconds - item.start.inSeconds
    if let key = curve.keys.first(where: { $0.time.inSeconds + offset == time }) { return key.time }
    guard let nanoseconds = Int64(exactly: ((time - offset) * 1_000_000_000).rounded()) else { return nil }
    return RationalTime(nanoseconds, 1_000_000_000)
  }
}
