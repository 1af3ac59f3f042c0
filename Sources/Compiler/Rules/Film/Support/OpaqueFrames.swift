import Basics
import Composition
import Lowering

extension CheckedFilm {
  /// The frames in which the item hides everything below its box.
  func opaqueFrames(of item: ResolvedItem) -> [Range<Int64>] {
    guard let picture = item.picture, picture.isPlain, picture.changes == nil, isOpaque(picture.content),
      let opacity = picture.opacity,
      let frames = item.frames, let start = item.timelineRange?.start, let rate = film.rate
    else { return [] }
    return opacity.fullFrames(in: frames, from: start, rate: rate)
  }

  private func isOpaque(_ picture: Picture) -> Bool {
    switch picture {
    case .color(let color): return color.alpha == 255
    case .bars, .noise: return true
    // A film with its own opaque background covers everything.
    case .film(let index, _), .frozenFilm(let index, _):
      guard let films = film.composition?.films, films.indices.contains(index) else { return false }
      return !films[index].hasAlpha && !films[index].composition.isSeenThrough
    case .gradient(let gradient): return gradient.colors.allSatisfy { $0.alpha == 255 }
    case .shape, .text, .credits, .subtitles: return false
    case .moving(let media, let stream, _), .frozen(let media, let stream, _), .still(let media, let stream):
      guard film.media.indices.contains(media) else { return false }
      let track = film.media[media].reference.facts.video.first { $0.streamIndex == stream }
      return track.map { !$0.hasAlpha } ?? false
    }
  }
}

extension Curve {
  /// The frames at whose start the value is certainly 1: it remains there, instead of passing through.
  func fullFrames(in frames: Range<Int64>, from start: RationalTime, rate: FrameRate) -> [Range<Int64>] {
    var full = FrameSet()
    for index in 0...keys.count {
      let before = index > 0 ? keys[index - 1] : nil
      let after = index < keys.count ? keys[index] : nil
      guard let value = (before ?? after)?.value, value >= 1 else { continue }
      if let before, let after, before.easing != .hold, after.value != before.value { continue }
      let first =
        before.map { rate.firstFrame(startingFrom: $0.time, after: start) } ?? frames.lowerBound
      let end = after.map { rate.firstFrame(startingFrom: $0.time, after: start) } ?? frames.upperBound
      guard let first, let end, first < end else { continue }
      full.insert((first..<end).clamped(to: frames))
    }
    return full.ranges
  }
}

extension FrameRate {
  /// The first frame that starts at or after a moment; nil if its number does not fit.
  fileprivate func firstFrame(startingFrom moment: RationalTime, after start: RationalTime) -> Int64? {
    guard let moment = try? start + moment, let nearest = frame(at: moment)?.value,
      let nearestStart = try? self.start(ofFrame: nearest), nearest < .max
    else { return nil }
    return nearestStart < moment ? nearest + 1 : nearest
  }
}
