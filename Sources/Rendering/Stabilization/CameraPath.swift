import Basics
import LibAV

/// The motion of a camera from picture to picture, measured on demand and cached.
final class CameraPath {
  private let reader: VideoReader
  private let brightness: (VideoFrame) throws(LibAVError) -> BrightnessLevels
  /// By presentation time.
  private var steps: [RationalTime: Step] = [:]
  private var earlier: [RationalTime: RationalTime] = [:]
  private var first: RationalTime?
  /// The picture that was measured last.
  private var last: (frame: VideoFrame, levels: BrightnessLevels)?

  private struct Step {
    /// Nil at the end.
    let next: RationalTime?
    /// Nil at a cut.
    let motion: CameraMotion?
  }

  init(
    _ reader: VideoReader, brightness: @escaping (VideoFrame) throws(LibAVError) -> BrightnessLevels
  ) {
    self.reader = reader
    self.brightness = brightness
  }

  /// Returns how to move the picture that begins at `time` to match a smoothed camera path: a line fitted to
  /// the positions up to `smoothing` before and after.
  func correction(at time: RationalTime, smoothing: RationalTime) throws(LibAVError) -> CameraMotion {
    let reach = smoothing.inSeconds
    var line = WeightedLine()
    line.add(CameraMotion(), at: 0, weight: 1)
    var place = CameraMotion()
    var moment = time
    while let step = try step(at: moment), let next = step.next, let motion = step.motion {
      guard let distance = try? next - time, distance < smoothing else { break }
      place = place + motion
      line.add(place, at: distance.inSeconds, reach: reach)
      moment = next
    }
    place = CameraMotion()
    moment = time
    while let before = try picture(before: moment), let motion = try step(at: before)?.motion {
      guard let distance = try? time - before, distance < smoothing else { break }
      place = place - motion
      line.add(place, at: -distance.inSeconds, reach: reach)
      moment = before
    }
    return line.middle
  }

  private func step(at time: RationalTime) throws(LibAVError) -> Step? {
    if let known = steps[time] { return known }
    let (frame, next) = try reader.pictureAndNext(shownAt: time)
    guard let nextTime = next?.presentationTime, let next, nextTime > time else {
      let end = Step(next: nil, motion: nil)
      steps[time] = end
      return end
    }
    let step = Step(next: nextTime, motion: CameraMotion(from: try levels(frame), to: try levels(next)))
    steps[time] = step
    earlier[nextTime] = time
    return step
  }

  /// Starts reading a second earlier, because files are only read forwards.
  private func picture(before time: RationalTime) throws(LibAVError) -> RationalTime? {
    if let known = earlier[time] { return known }
    guard time != first, let start = try? time - RationalTime(seconds: 1) else { return nil }
    guard var moment = try reader.pictureAndNext(shownAt: start).picture.presentationTime else { return nil }
    if moment >= time { first = time }
    while moment < time, let next = try step(at: moment)?.next { moment = next }
    return earlier[time]
  }

  private func levels(_ frame: VideoFrame) throws(LibAVError) -> BrightnessLevels {
    if let last, last.frame === frame { return last.levels }
    let levels = try brightness(frame)
    last = (frame, levels)
    return levels
  }
}

/// A line fitted to positions over time, in which near ones count more.
private struct WeightedLine {
  private var count = 0.0
  private var times = 0.0
  private var squares = 0.0
  private var places = CameraMotion()
  private var products = CameraMotion()

  mutating func add(_ place: CameraMotion, at time: Double, reach: Double) {
    let share = time / reach
    let rest = 1 - share * share
    add(place, at: time, weight: rest * rest)
  }

  mutating func add(_ place: CameraMotion, at time: Double, weight: Double) {
    count += weight
    times += weight * time
    squares += weight * time * time
    places = places + place.times(weight)
    products = products + place.times(weight * time)
  }

  /// The value of the line at time 0.
  var middle: CameraMotion {
    let spread = count * squares - times * times
    guard spread > 0 else { return CameraMotion() }
    return (places.times(squares) - products.times(times)).times(1 / spread)
  }
}
