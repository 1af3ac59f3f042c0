import Composition
import LibAV

/// Interpolates pictures for one layer. Each result depends only on the two pictures and the weight; the
/// analysis of a pair is cached until another pair is needed.
final class BetweenPainter {
  private let kind: BetweenPictures
  private let layer: Int
  private let canvas: Canvas
  private let pool: FramePool
  private var pair: Pair?

  init(_ kind: BetweenPictures, layer: Int, on canvas: Canvas, pool: FramePool) {
    (self.kind, self.layer, self.canvas, self.pool) = (kind, layer, canvas, pool)
  }

  /// `weight` is above 0 and below 32768, which would be the second picture.
  func picture(
    _ before: SourcePicture, _ after: SourcePicture, weight: Int32
  ) throws(LibAVError) -> SourcePicture {
    let pair = try pair(before, after)
    // Across a cut, a mix would show neither scene. The first picture stays for its whole duration, so a take
    // that ends with it shows nothing of the next scene.
    guard let motion = pair.motion else { return before }
    var picture = pair.before.source
    switch motion {
    case .unknown:
      picture.frame = try picture.frame.mixed(
        with: pair.after.source.frame, pair.before.layout, weight: weight, pool: pool)
    case .known(let forwards, let backwards):
      let field = MotionProjection.field(
        forwards, backwards, pair.before.brightness.levels[0], pair.after.brightness.levels[0], at: weight)
      picture.frame = try pair.before.compensated(to: pair.after, field, weight: weight, pool: pool)
    }
    return picture
  }

  private struct Pair {
    /// The pictures as passed in, before conversion.
    let frames: (VideoFrame, VideoFrame)
    let before: MixablePicture
    let after: MixablePicture
    /// Nil at a cut.
    let motion: Motion?
  }

  private enum Motion {
    case unknown
    case known(MotionField, MotionField)
  }

  private func pair(_ before: SourcePicture, _ after: SourcePicture) throws(LibAVError) -> Pair {
    if let pair, pair.frames.0 === before.frame, pair.frames.1 === after.frame { return pair }
    let first = try mixable(before)
    let second = try mixable(after)
    let (a, b) = (first.brightness, second.brightness)
    var motion: Motion?
    if first.canMeet(second), !SceneChange.lies(between: a, b) {
      motion =
        kind == .motion
        ? .known(MotionSearch.motion(from: a, to: b), MotionSearch.motion(from: b, to: a)) : .unknown
    }
    let made = Pair(frames: (before.frame, after.frame), before: first, after: second, motion: motion)
    pair = made
    return made
  }

  /// Played forwards, the second picture becomes the first of the next pair; played backwards, the first
  /// becomes the second.
  private func mixable(_ source: SourcePicture) throws(LibAVError) -> MixablePicture {
    if let pair {
      if pair.frames.1 === source.frame { return pair.after }
      if pair.frames.0 === source.frame { return pair.before }
    }
    return try MixablePicture(source, layer: layer, on: canvas, pool: pool)
  }
}
