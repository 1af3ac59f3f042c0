package import Basics
internal import CFFmpeg

/// The pictures around a moment of media.
package struct SurroundingPictures {
  /// The picture on screen.
  package let before: VideoFrame
  /// The next picture; nil if there is none, if either is damaged, or at the start of a picture.
  package let after: VideoFrame?
  /// How far the moment is from the first to the second, in 32768ths; 0 without a second one.
  package let weight: Int32

  /// The whole distance.
  package static let fullWeight: Int32 = 32768
}

/// Two consecutive pictures.
struct PicturePair {
  let before: VideoFrame
  let after: VideoFrame
  /// When each of them is first shown.
  let start: Int64
  let next: Int64
}

extension VideoReader {
  /// Returns the pictures around a moment, whether or not a take contains the next one. If the policy makes
  /// damage an error, damage of either picture is one.
  ///
  /// `goingBack` is for moments that mostly fall.
  package func pictures(
    around mediaTime: RationalTime, goingBack: Bool
  ) throws(LibAVError) -> SurroundingPictures {
    let (before, pair) = try pictureAndPair(shownAt: mediaTime, goingBack)
    guard let pair else { return SurroundingPictures(before: before, after: nil, weight: 0) }
    do { return try surrounding(mediaTime, pair) } catch { throw libAVError(error, mediaTime) }
  }

  /// Returns the picture on screen at a moment, and the next one; nil if there is none, or if either is
  /// damaged.
  package func pictureAndNext(
    shownAt mediaTime: RationalTime
  ) throws(LibAVError) -> (picture: VideoFrame, next: VideoFrame?) {
    let (picture, pair) = try pictureAndPair(shownAt: mediaTime, false)
    return (picture, pair?.after)
  }

  private func pictureAndPair(
    shownAt mediaTime: RationalTime, _ goingBack: Bool
  ) throws(LibAVError) -> (VideoFrame, PicturePair?) {
    let tick: Int64
    do { tick = try source.clock.lastTick(notAfter: mediaTime) } catch { throw libAVError(error, mediaTime) }
    if let pair, pair.start <= tick, tick < pair.next { return (pair.before, pair) }
    let known = pair
    pair = nil
    showsStandIn = false
    let before = goingBack ? try frame(goingBackTo: mediaTime) : try frame(notAfter: tick)
    guard !showsStandIn, let (start, next) = bounds(at: tick), start <= tick,
      let after = try picture(startingAt: next, known, goingBack)
    else { return (before, nil) }
    let read = PicturePair(before: before, after: after, start: start, next: next)
    pair = read
    return (before, read)
  }

  /// When the picture on screen at a tick is first shown, and when the next one is; nil if there is no next
  /// one, or if something was lost before it.
  private func bounds(at tick: Int64) -> (start: Int64, next: Int64)? {
    var (shown, before, after) = (current, previous, upcoming)
    if let run = backwardRun, let place = run.place(of: tick) {
      shown = run.pictures[place]
      before = place > 0 ? run.pictures[place - 1] : nil
      after = place + 1 < run.pictures.count ? run.pictures[place + 1] : run.next
    }
    guard let shown else { return nil }
    if let after, damage(of: shown, before: after, at: after.tick - 1) != nil { return nil }
    guard fieldRule.order(of: shown.frame) != nil else { return after.map { (shown.tick, $0.tick) } }
    let second = secondHalf(of: shown, after: before, before: after)
    if tick >= second { return after.map { (second, $0.tick) } }
    return (shown.tick, second)
  }

  /// Returns the picture that is first shown at a tick; nil if another one replaces it.
  private func picture(
    startingAt tick: Int64, _ known: PicturePair?, _ goingBack: Bool
  ) throws(LibAVError) -> VideoFrame? {
    // When going back, it was on screen last.
    if let known, known.start == tick { return known.before }
    if goingBack, let run = backwardRun, let place = run.pictures.lastIndex(where: { $0.tick == tick }) {
      let picture = run.pictures[place]
      let following = place + 1 < run.pictures.count ? run.pictures[place + 1] : run.next
      if fieldRule.order(of: picture.frame) == nil, damage(of: picture, before: following, at: tick) == nil {
        return picture.frame
      }
    }
    let frame = try frame(notAfter: tick)
    return showsStandIn ? nil : frame
  }

  private func surrounding(
    _ mediaTime: RationalTime, _ pair: PicturePair
  ) throws(TimeOverflow) -> SurroundingPictures {
    let full = SurroundingPictures.fullWeight
    let way = try source.clock.way(of: mediaTime, from: pair.start, to: pair.next, parts: full)
    if way == 0 { return SurroundingPictures(before: pair.before, after: nil, weight: 0) }
    if way == full { return SurroundingPictures(before: pair.after, after: nil, weight: 0) }
    return SurroundingPictures(before: pair.before, after: pair.after, weight: way)
  }
}

extension StreamClock {
  /// How far a time is on the way from one tick to a later one, rounded to so many parts.
  ///
  /// Times of pictures are rounded to ticks. Where a picture lasts several, a time less than a tick away from one is its
  /// own: 29.97 frames per second in milliseconds are on their frames.
  fileprivate func way(
    of mediaTime: RationalTime, from start: Int64, to end: Int64, parts: Int32
  ) throws(TimeOverflow) -> Int32 {
    let time = try mediaTime + origin
    // 63 + 31 bits above, 63 + 31 below, and 15 for the parts.
    let top = Int128(time.value) * Int128(denominator)
    let bottom = Int128(time.timescale) * Int128(numerator)
    let ticks = floorDivision(top, by: bottom)
    let rest = top - ticks * bottom
    let (passed, length) = (ticks - Int128(start), Int128(end) - Int128(start))
    guard passed >= 0 else { return 0 }
    guard passed < length else { return parts }
    if length >= 8 {
      if passed == 0 { return 0 }
      if passed == length - 1, rest > 0 { return parts }
    }
    let way = passed * Int128(parts) + rest * Int128(parts) / bottom
    return Int32(truncatingIfNeeded: (way + length / 2) / length)
  }
}
