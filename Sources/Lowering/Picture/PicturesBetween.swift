import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  /// What shows between two pictures of an item. Reports if no frame of the film is between two pictures.
  mutating func between(
    of item: Item, showing picture: Picture, in range: TimeRange, on canvas: ResolvedCanvas
  ) -> BetweenPictures {
    guard let written = item.between, written.value != .repeated else { return .repeated }
    // A value for all items of a kind only concerns items on which it has an effect.
    let isOwn = item.range.start <= written.range.start && written.range.end <= item.range.end
    if isOwn, let pace = pace(of: picture), pace.meetsPictures(from: range.start, every: canvas.rate) {
      report(.neverBetween(at: written.range))
    }
    return written.value
  }

  /// The times of the pictures of a medium or a film at one speed; nil if they are not regular.
  private func pace(of picture: Picture) -> PicturePace? {
    switch picture {
    case .moving(let medium, let stream, let clock):
      let track = media.references[medium].facts.video.first { $0.streamIndex == stream }
      // Each of the two fields is a picture.
      guard let track, !track.hasVariableRate, track.fieldOrder == .progressive, let rate = track.rate else {
        return nil
      }
      return PicturePace(first: track.mediaRange.start, rate: rate, clock: clock)
    case .film(let film, let clock):
      guard let rate = media.films[film].composition?.canvas.rate else { return nil }
      return PicturePace(first: .zero, rate: rate, clock: clock)
    default: return nil
    }
  }
}

private struct PicturePace {
  let first: RationalTime
  let rate: FrameRate
  let clock: MediaClock

  /// Whether every frame of a film, from a moment on, coincides with a picture.
  func meetsPictures(from start: RationalTime, every frames: FrameRate) -> Bool {
    guard clock.pass == nil, let speed = clock.constantSpeed, frames.frame(at: start)?.wasRounded == false,
      let begin = try? clock.mediaTime(at: .zero), let distance = try? begin - first,
      let step = try? frames.start(ofFrame: 1), let pictures = try? step.times(speed)
    else { return false }
    return rate.frame(at: distance)?.wasRounded == false && rate.frame(at: pictures)?.wasRounded == false
  }
}

extension Diagnostic {
  fileprivate static func neverBetween(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`between` has no effect: every frame of the film shows an original picture of the media",
      at: place, hint: "remove it, or play the media slower: `speed: 0.5x`")
  }
}
