import Basics
import Composition
import Diagnostics
import EditScript

/// Finds what the clips of `angles` play: `take` counts on the clock of the event, and each recording is somewhere
/// on it.
struct AngleTakes: LoweringPhase {
  var context: LoweringContext
  private var matched: MatchedFilm
  /// For times in frames.
  private let rate: FrameRate?

  init(_ matched: MatchedFilm, on canvas: FilmCanvas, context: LoweringContext) {
    self.context = context
    self.matched = matched
    rate = canvas.rate
  }

  mutating func run() -> MatchedFilm {
    for first in matched.items.indices where matched.items[first].item.anglePart?.number == 0 {
      guard let whole = matched.items[first].item.anglePart?.whole else { continue }
      let parts = first..<first + whole.partCount
      let outer = context.findings.beginAttempt()
      do throws(TimeOverflow) { try setTakes(ofItemsAt: parts, of: whole) } catch {
        reportOverflow(at: whole.take?.range ?? whole.kindRange)
      }
      guard !context.findings.endAttempt(outer) else { continue }
      // Without a time, nothing else is reported about them.
      for index in parts { change(index) { $0.hasUnreadTime = true } }
    }
    return matched
  }

  private mutating func change(_ index: Int, _ body: (inout Item) -> Void) {
    var item = matched.items[index].item
    body(&item)
    matched.items[index].written = matched.items[index].written.with(item)
  }

  private mutating func setTakes(ofItemsAt parts: Range<Int>, of whole: Item) throws(TimeOverflow) {
    guard checkSpeeds(of: whole), !whole.hasUnreadTime, let take = take(of: whole, parts),
      let times = try switchTimes(of: whole, lasting: take.duration())
    else {
      for index in parts { change(index) { $0.hasUnreadTime = true } }
      return
    }
    for (index, time) in zip(parts, times) {
      let next = index + 1 < parts.upperBound ? times[index + 1 - parts.lowerBound] : try take.duration()
      try setTake(
        ofItemAt: index, from: take.start + time, to: take.start + next,
        at: whole.show.map { _ in matched.items[index].item.kindRange } ?? whole.take?.range)
    }
    guard var sound = matched.items[parts.lowerBound].angleSound else { return }
    let place = RecordingPlace(declaration(of: sound.angle)?.sync)
    let start = try place.mediaTime(at: take.start)
    let end = try place.mediaTime(at: take.end)
    guard
      covers(
        sound.angle, sound.source, start, end, place,
        at: whole.sound?.range ?? whole.take?.range ?? whole.kindRange, isHeard: true)
    else { return }
    sound.clock = MediaClock(from: start, speed: place.speed, isBackwards: false)
    sound.length = try take.duration()
    sound.last = parts.upperBound - 1
    matched.items[parts.lowerBound].angleSound = sound
  }

  /// Whether all recordings run forwards.
  private mutating func checkSpeeds(of whole: Item) -> Bool {
    let wrong = (whole.angles?.angles ?? []).compactMap { declaration(of: $0)?.sync.speed }
      .first { $0.value.numerator < 0 }
    guard let wrong else { return true }
    report(.recordingRunsBackwards(at: wrong.range))
    return false
  }

  // MARK: Times on the clock

  /// On the clock. Without an end, it is where the first of the recordings ends.
  private mutating func take(of whole: Item, _ parts: Range<Int>) -> TimeRange? {
    let place = whole.take?.range ?? whole.kindRange
    do throws(TimeProblem) {
      let range = try TimeAxis(rate: rate, length: commonEnd(of: whole, parts)).range(
        whole.take?.value ?? .all)
      if range.isEmpty {
        report(.angleTakeIsEmpty(at: range.start, place))
        return nil
      }
      return range
    } catch {
      switch error {
      case .noMediaTimecode: report(.clockHasNoTimecode(at: place))
      case .startsBehindEnd(let start, let end): report(.startsBehindAngles(start, end, at: place))
      default:
        context.report(error, at: place)
        if error == .unknownLength, matched.items[parts].allSatisfy({ $0.source != .unknown }) {
          report(.angleEndsAreUnknown(at: place))
        }
      }
      return nil
    }
  }

  /// Where the first of the recordings that are shown or heard ends; nil if unknown.
  private func commonEnd(of whole: Item, _ parts: Range<Int>) -> RationalTime? {
    var ends: [RationalTime] = []
    let shown = matched.items[parts].compactMap { item in item.item.anglePart.map { ($0.angle, item.source) }
    }
    let heard = matched.items[parts.lowerBound].angleSound.map { [($0.angle, $0.source)] } ?? []
    for (angle, source) in shown + heard {
      guard let length = matched.media.axis(of: source, rate: rate).length,
        let end = try? RecordingPlace(declaration(of: angle)?.sync).time(at: length)
      else { return nil }
      ends.append(end)
    }
    return ends.min()
  }

  /// When each clip begins in the item; nil after a finding.
  private mutating func switchTimes(of whole: Item, lasting length: RationalTime) -> [RationalTime]? {
    guard let switches = whole.show?.value.switches else { return [.zero] }
    let axis = TimeAxis(rate: rate, length: length)
    var times: [RationalTime] = []
    for shown in switches {
      let place = shown.time.range
      do throws(TimeProblem) {
        let time = try axis.moment(shown.time.value)
        if let last = times.last {
          if time <= last {
            report(.switchOutOfOrder(at: time, after: last, place))
            return nil
          }
        } else if time != .zero {
          report(.nothingShownFirst(until: time, shown.angle.value, place))
          return nil
        }
        if time >= length {
          report(.switchOutsideItem(at: time, length: length, place))
          return nil
        }
        times.append(time)
      } catch {
        context.report(error, at: place)
        return nil
      }
    }
    return times
  }

  // MARK: Times in the recordings

  private mutating func setTake(
    ofItemAt index: Int, from start: RationalTime, to end: RationalTime, at place: SourceRange?
  ) throws(TimeOverflow) {
    guard let angle = matched.items[index].item.anglePart?.angle else { return }
    let range = place ?? matched.items[index].item.kindRange
    let recording = RecordingPlace(declaration(of: angle)?.sync)
    let (first, last) = try (recording.mediaTime(at: start), recording.mediaTime(at: end))
    guard covers(angle, matched.items[index].source, first, last, recording, at: range, isHeard: false) else {
      return
    }
    let ends = [first, last].map { time in
      TimeExpression(.start, offset: DurationExpression([.init(.seconds(time))]))
    }
    change(index) { item in
      item.take = Located(.between(ends[0], ends[1]), at: range)
      guard recording.speed != .normalSpeed else { return }
      let speed = Speed(numerator: recording.speed.value, denominator: recording.speed.timescale)
      item.speed = Located(.constant(speed), at: range)
    }
  }

  /// Whether a recording runs while it is shown or heard; reports it otherwise.
  private mutating func covers(
    _ angle: CameraAngle, _ source: MatchedSource, _ start: RationalTime, _ end: RationalTime,
    _ recording: RecordingPlace, at place: SourceRange, isHeard: Bool
  ) -> Bool {
    let length = matched.media.axis(of: source, rate: rate).length
    guard start.isNegative || length.map({ end > $0 }) == true else { return true }
    report(
      .angleDoesNotRun(
        angle, start.isNegative ? recording.at : length.flatMap { try? recording.time(at: $0) },
        isTooEarly: start.isNegative, isHeard: isHeard, at: place))
    return false
  }

  private func declaration(of angle: CameraAngle) -> MediaDeclaration? {
    script.media.first { $0.name.value == angle.media.value }
  }
}

/// Where a recording is on the clock of its event.
private struct RecordingPlace {
  let at: RationalTime
  let speed: RationalTime

  /// Without values, it is the clock.
  init(_ sync: MediaSync?) {
    at = sync?.at?.value.time ?? .zero
    speed = sync?.speed.flatMap { RationalTime($0.value.numerator, $0.value.denominator) } ?? .normalSpeed
  }

  func mediaTime(at time: RationalTime) throws(TimeOverflow) -> RationalTime { try (time - at).times(speed) }

  func time(at mediaTime: RationalTime) throws(TimeOverflow) -> RationalTime {
    try at + mediaTime.divided(by: speed)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func recordingRunsBackwards(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .speedOutOfRange, "a recording runs forwards, so `speed` is above 0", at: place,
      hint: "write the speed that `editc sync` prints, such as `1.000145x`")
  }

  fileprivate static func angleTakeIsEmpty(at start: RationalTime, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the take is empty: it starts and ends at \(start)", at: place,
      hint: "the end of a range is exclusive")
  }

  fileprivate static func clockHasNoTimecode(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noSuchTimecode, "the take counts on the clock of several recordings, which has no timecode", at: place,
      hint: "write the time from the start of the recording that is the clock")
  }

  fileprivate static func startsBehindAngles(
    _ start: RationalTime, _ end: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the take starts at \(start) of the clock, but the first recording ends at \(end)",
      at: place, hint: "write the end too, and show only angles that still run")
  }

  fileprivate static func angleEndsAreUnknown(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the length of a recording is unknown until the whole file is read", at: place,
      hint: "write both ends of the take from the start: `take: 0s..10s`")
  }

  fileprivate static func nothingShownFirst(
    until time: RationalTime, _ angle: String, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .missingKey, "no angle is shown before \(time)", at: place,
      hint: "times count from the start of the item: begin with `0s: \(angle)`")
  }

  fileprivate static func switchOutOfOrder(
    at time: RationalTime, after last: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .rampsOverlap, "the switch at \(time) is not after the one at \(last)", at: place,
      hint: "write switches in order of time")
  }

  fileprivate static func switchOutsideItem(
    at time: RationalTime, length: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .rampOutsideItem, "the switch is at \(time), but its item lasts from 0s to \(length)", at: place,
      hint: "times count from the start of the item, not of the recordings")
  }

  fileprivate static func angleDoesNotRun(
    _ angle: CameraAngle, _ limit: RationalTime?, isTooEarly: Bool, isHeard: Bool, at place: SourceRange
  ) -> Diagnostic {
    let moment = limit.map { " at \($0) of the clock (\($0.clockReading))" } ?? ""
    let name = angle.name.value
    return Diagnostic(
      .takeOutsideMedia,
      "the angle '\(name)' \(isTooEarly ? "begins" : "ends")\(moment), but is \(isHeard ? "heard" : "shown") "
        + (isTooEarly ? "before" : "after it"),
      at: place,
      notes: [Diagnostic.Note("the recording", at: angle.media.range)],
      hint: isHeard
        ? "hear another angle, or take a part that '\(name)' has"
        : "show another angle there, or take a part that '\(name)' has")
  }
}
