import Basics
import Composition
import Diagnostics
import EditScript

/// The lengths of an item's fades, and their shape.
struct FadeLengths {
  var shape = FadeCurve.linear
  var fadeIn = RationalTime.zero
  var fadeOut = RationalTime.zero
}

extension LoweringPhase {
  /// The fades that `fade` sets; nil if it sets none, or none that is possible.
  mutating func fadeLengths(of item: Item, in length: RationalTime, rate: FrameRate?) -> FadeLengths? {
    guard let written = item.fade else { return nil }
    var fade = FadeLengths()
    fade.shape = written.value.curve?.value ?? .linear
    for (way, path) in [(written.value.fadeIn, \FadeLengths.fadeIn), (written.value.fadeOut, \.fadeOut)] {
      guard let way else { continue }
      guard let time = wayLength(way, rate: rate) else { return nil }
      guard time <= length else {
        report(
          .fadeIsTooLong(time, length: length, at: way.range))
        return nil
      }
      fade[keyPath: path] = time
    }
    guard let both = try? fade.fadeIn + fade.fadeOut else {
      reportOverflow(at: written.range)
      return nil
    }
    guard both <= length else {
      report(
        .fadesOverlap(length: length, at: written.range))
      return nil
    }
    return fade
  }

}

extension PictureBuilding {
  /// An item's opacity multiplied by its fades; nil after a finding.
  mutating func faded(
    _ opacity: Curve, as placed: TimedItem, _ fade: FadeLengths?, length: RationalTime, rate: FrameRate
  ) -> Curve? {
    guard let fade else { return opacity }
    let start = placed.timelineRange?.start ?? .zero
    let faded = try? FadedCurve(opacity, fade, length: length, start: start, rate: rate).product()
    guard let faded else {
      reportOverflow(at: placed.item.fade?.range ?? placed.item.kindRange)
      return nil
    }
    return faded
  }
}

extension SoundBuilding {
  /// Adds an item's fades to its sound, which a transition may make shorter than its picture.
  mutating func addFades(
    ofItemAt index: Int, to sound: inout Sound, lasting length: RationalTime, rate: FrameRate?
  ) {
    // The same mistakes in the picture's fades were reported already.
    if seen[index].picture != nil, seen[index].fades == nil { return }
    guard let fade = fadeLengths(of: items[index].heardItem, in: length, rate: rate) else { return }
    if fade.fadeIn > .zero { sound.fadesIn.append(SoundFade(length: fade.fadeIn, shape: fade.shape)) }
    if fade.fadeOut > .zero { sound.fadesOut.append(SoundFade(length: fade.fadeOut, shape: fade.shape)) }
  }
}

/// A curve multiplied by the fades at its item's ends.
///
/// Pictures use the values at the starts of frames, so a product that is not linear has a key at each of them
/// and is exact wherever it is visible.
private struct FadedCurve {
  private let curve: Curve
  private let fade: FadeLengths
  private let length: RationalTime
  private let start: RationalTime
  private let rate: FrameRate
  private let outStart: RationalTime

  init(
    _ curve: Curve, _ fade: FadeLengths, length: RationalTime, start: RationalTime, rate: FrameRate
  ) throws(TimeOverflow) {
    self.curve = curve
    self.fade = fade
    self.length = length
    self.start = start
    self.rate = rate
    outStart = try length - fade.fadeOut
  }

  func product() throws(TimeOverflow) -> Curve {
    var keys: [Curve.Key] = []
    if fade.fadeIn > .zero { keys += try way(from: .zero, to: fade.fadeIn) }
    keys += try middle()
    if fade.fadeOut > .zero { keys += try way(from: outStart, to: length) }
    return Curve(keys) ?? curve
  }

  /// The keys of one fade, including its ends.
  private func way(from first: RationalTime, to last: RationalTime) throws(TimeOverflow) -> [Curve.Key] {
    let isStraight = fade.shape == .linear && isSteady(from: first, to: last)
    let times = isStraight ? [] : try frames(from: first, to: last)
    let ends = [Curve.Key(time: first, value: product(at: first))]
    let between = times.map { Curve.Key(time: $0, value: product(at: $0)) }
    return ends + between + [Curve.Key(time: last, value: product(before: last), easing: .hold)]
  }

  /// The curve between the fades: its own keys, cut at the fades.
  private func middle() throws(TimeOverflow) -> [Curve.Key] {
    let own = curve.keys.filter { fade.fadeIn <= $0.time && $0.time <= outStart }
    guard curve.constantValue == nil, fade.fadeIn < outStart else { return own }
    let earlier = curve.keys.last { $0.time < fade.fadeIn }
    let steps =
      (earlier.map { [Curve.Key(time: fade.fadeIn, value: curve.value(at: fade.fadeIn), easing: $0.easing)] }
        ?? [])
      + own
    var keys: [Curve.Key] = []
    for (index, step) in steps.enumerated() {
      let next = index + 1 < steps.count ? steps[index + 1].time : outStart
      // An easing that a fade cuts off is replaced by its values at the frames.
      let isCut = (index == 0 && earlier != nil) || (index == steps.count - 1 && curve.keys.last != step)
      guard isCut, step.easing != .hold, step.easing != .linear else {
        keys.append(step)
        continue
      }
      keys.append(Curve.Key(time: step.time, value: step.value))
      for time in try frames(from: step.time, to: next) {
        keys.append(Curve.Key(time: time, value: curve.value(at: time)))
      }
    }
    return keys
  }

  private func isSteady(from first: RationalTime, to last: RationalTime) -> Bool {
    TimeRange(start: first, end: last).map { curve.restricted(to: $0).constantValue != nil } ?? false
  }

  private func product(at time: RationalTime) -> Double { curve.value(at: time) * factor(at: time) }

  private func product(before time: RationalTime) -> Double { curve.value(before: time) * factor(at: time) }

  private func factor(at time: RationalTime) -> Double {
    var factor = 1.0
    if fade.fadeIn > .zero, time < fade.fadeIn {
      factor *= fade.shape.value(at: time.inSeconds / fade.fadeIn.inSeconds)
    }
    if fade.fadeOut > .zero, time > outStart, let left = try? length - time {
      factor *= fade.shape.value(at: left.inSeconds / fade.fadeOut.inSeconds)
    }
    return factor
  }

  /// The starts of frames strictly between two moments, in the item's own time.
  private func frames(from first: RationalTime, to last: RationalTime) throws(TimeOverflow) -> [RationalTime]
  {
    guard let begin = rate.frame(at: try start + first), let end = rate.frame(at: try start + last) else {
      throw TimeOverflow()
    }
    var times: [RationalTime] = []
    for frame in begin.value...max(begin.value, end.value) {
      let time = try rate.start(ofFrame: frame) - start
      if first < time, time < last { times.append(time) }
    }
    return times
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func fadeIsTooLong(_ time: RationalTime, length: RationalTime, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .rampOutsideItem, "the fade lasts \(time), longer than its item, which lasts \(length)",
      at: place, hint: "shorten the fade")
  }

  fileprivate static func fadesOverlap(length: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .rampsOverlap,
      "the fades are together longer than the item, which lasts \(length)", at: place,
      hint: "shorten them")
  }
}
