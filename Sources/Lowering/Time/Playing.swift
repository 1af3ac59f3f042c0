import Basics
import Composition
import Diagnostics
import EditScript

// How an item plays its media: which part, how fast, how often.

extension Placement {
  /// Returns how long an item plays, and stores its clock: infinite if it fills its place; nil if unknown.
  mutating func playedExtent(ofItemAt index: Int, rate: FrameRate?) -> Extent? {
    let item = items[index].item
    if item.freeze != nil { return frozenExtent(ofItemAt: index, rate: rate) }
    guard let take = takeRange(ofItemAt: index, rate: rate) else { return nil }
    do throws(TimeOverflow) {
      guard let pass = try pass(through: take, ofItemAt: index, rate: rate) else { return nil }
      return try extent(of: pass, ofItemAt: index, rate: rate)
    } catch {
      reportOverflow(at: item.speed?.range ?? item.take?.range ?? item.kindRange)
      return nil
    }
  }

  /// The item's duration in the timeline if no key sets it.
  mutating func playedLength(inTimeline index: Int, rate: FrameRate?) -> RationalTime? {
    guard let extent = playedExtent(ofItemAt: index, rate: rate) else { return nil }
    if let length = extent.finite { return length }
    let item = items[index].item
    if item.freeze != nil { return RationalTime(seconds: 4) }
    report(
      .loopHasNoLength(at: item.loop?.range))
    return nil
  }
}

// MARK: - One pass

extension Placement {
  /// One pass through a take.
  fileprivate struct Pass {
    var clock: MediaClock
    var length: RationalTime
    var distance: RationalTime
  }

  private mutating func pass(
    through take: TimeRange, ofItemAt index: Int, rate: FrameRate?
  ) throws(TimeOverflow) -> Pass? {
    let item = items[index].item
    let distance = try take.duration()
    if let written = item.duration, !isLooped(item) {
      return try fittedPass(through: take, distance, into: written, ofItemAt: index, rate: rate)
    }
    switch item.speed?.value {
    case nil:
      // Where words are cut or a recording is on another clock, the author has no choice of frames.
      if let written = item.take, item.says == nil, item.anglePart == nil {
        items[index].writtenLength = WrittenLength(length: distance, place: written.range)
      }
      return Pass(clock: MediaClock(start: take.start), length: distance, distance: distance)
    case .constant(let speed):
      guard let speed = RationalTime(speed), let place = item.speed?.range else { throw TimeOverflow() }
      return try steadyPass(through: take, distance, speed, at: place)
    case .ramps, .keyFrames:
      return try rampedPass(through: take, distance, ofItemAt: index, rate: rate)
    }
  }

  private func isLooped(_ item: Item) -> Bool { item.loop.map { $0.value != .off } ?? false }

  private mutating func steadyPass(
    through take: TimeRange, _ distance: RationalTime, _ speed: RationalTime, at place: SourceRange
  ) throws(TimeOverflow) -> Pass? {
    let magnitude = speed.isNegative ? try -speed : speed
    guard check(magnitude, at: place) else { return nil }
    let clock = MediaClock(
      from: speed.isNegative ? take.end : take.start, speed: magnitude, isBackwards: speed.isNegative)
    return Pass(clock: clock, length: try distance.divided(by: magnitude), distance: distance)
  }

  /// `for` with `take`: chooses the speed at which the take lasts this long.
  private mutating func fittedPass(
    through take: TimeRange, _ distance: RationalTime, into written: Located<DurationExpression>,
    ofItemAt index: Int, rate: FrameRate?
  ) throws(TimeOverflow) -> Pass? {
    let item = items[index].item
    guard let length = duration(written, ofItemAt: index, rate: rate) else { return nil }
    if let speed = item.speed {
      report(
        .speedAndFor(length, at: speed.range, written.range))
      return nil
    }
    guard item.take != nil else {
      report(
        .forWithoutTake(length, at: written.range))
      return nil
    }
    return try steadyPass(through: take, distance, distance.divided(by: length), at: written.range)
  }

  /// Whether picture and sound can play at this speed.
  private mutating func check(_ speed: RationalTime, at place: SourceRange) -> Bool {
    guard speed > .fastest || speed < .slowest else { return true }
    report(
      .speedIsOutOfRange(speed, at: place))
    return false
  }
}

// MARK: - Speeds that change

extension Placement {
  /// Finds the length at which the whole take plays. Ramps count from the item's ends, so the played media
  /// grow linearly with its length: two lengths that are long enough for every ramp determine the right one.
  private mutating func rampedPass(
    through take: TimeRange, _ distance: RationalTime, ofItemAt index: Int, rate: FrameRate?
  ) throws(TimeOverflow) -> Pass? {
    guard let written = items[index].item.speed else { return nil }
    let (trial, findings) = try settingFindingsAside {
      (phase: inout Placement) throws(TimeOverflow) -> (RationalTime, RationalTime)? in
      guard let played = try phase.distance(written, lasting: .trial, rate: rate),
        let more = try phase.distance(written, lasting: .trial.scaled(by: 2, over: 1), rate: rate)
      else { return nil }
      return (played, more)
    }
    guard let (played, more) = trial else {
      context.findings.report(findings)
      return nil
    }
    let mean = try (more - played).divided(by: .trial)
    let length = try .trial + (distance - played).divided(by: mean)
    guard length > .zero else {
      report(
        .rampsPlayMore(than: distance, at: written.range))
      return nil
    }
    guard let (speeds, isBackwards) = try speeds(written, lasting: length, rate: rate) else { return nil }
    // The computed length plays a different amount if sums had to be rounded.
    guard try speeds.distance(until: length) == distance else { throw TimeOverflow() }
    let origin = isBackwards ? take.end : take.start
    guard let clock = MediaClock(from: origin, speeds: speeds, isBackwards: isBackwards) else {
      throw TimeOverflow()
    }
    return Pass(clock: clock, length: length, distance: distance)
  }

  /// The amount of media that ramps play in an item of this length; nil after a finding.
  private mutating func distance(
    _ written: Located<Animated<Speed>>, lasting length: RationalTime, rate: FrameRate?
  ) throws(TimeOverflow) -> RationalTime? {
    try speeds(written, lasting: length, rate: rate)?.curve.distance(until: length)
  }

  /// The absolute speeds and their common sign; nil after a finding.
  private mutating func speeds(
    _ written: Located<Animated<Speed>>, lasting length: RationalTime, rate: FrameRate?
  ) throws(TimeOverflow) -> (curve: SpeedCurve, isBackwards: Bool)? {
    var exact: [Double: RationalTime] = [:]
    let found = attempt { phase in
      phase.curve(written, initial: 1, itemLength: length, rate: rate) { speed in
        // Ramps use doubles, which map back to the exact speeds of the script.
        let factor = Double(speed.numerator) / Double(speed.denominator)
        if exact[factor] == nil { exact[factor] = RationalTime(speed) }
        return factor
      }
    }
    guard let curve = found else { return nil }
    var speeds = SpeedCurve()
    var easing = Easing.linear
    for key in curve.keys {
      // Every key has a value of the script; a speed without an exact value overflows.
      guard let speed = exact[key.value] else { throw TimeOverflow() }
      try speeds.add(SpeedCurve.Knot(time: key.time, speed: speed), comingBy: easing)
      easing = key.easing
    }
    let isBackwards = speeds.knots.first.map { $0.speed.isNegative } ?? false
    if isBackwards { speeds = try speeds.reversed() }
    guard speeds.isForwards else {
      report(
        .speedChangesDirection(at: written.range))
      return nil
    }
    for knot in speeds.knots { guard check(knot.speed, at: written.range) else { return nil } }
    return (speeds, isBackwards)
  }
}

// MARK: - How often

extension Placement {
  private mutating func extent(
    of pass: Pass, ofItemAt index: Int, rate: FrameRate?
  ) throws(TimeOverflow) -> Extent? {
    let item = items[index].item
    items[index].playing = Playing(clock: pass.clock)
    guard let loop = item.loop, loop.value != .off else { return .finite(pass.length) }
    let looped = MediaClock.Pass(length: pass.length, distance: pass.distance)
    items[index].playing = Playing(clock: pass.clock.repeated(looped))
    if case .times(let count) = loop.value {
      if let written = item.duration {
        report(
          .loopAndFor(count, at: written.range))
        return nil
      }
      return .finite(try pass.length.scaled(by: Int64(count), over: 1))
    }
    guard let written = item.duration else { return .infinite }
    return duration(written, ofItemAt: index, rate: rate).map { .finite($0) }
  }

  /// One picture of the media, for the length that `for` sets.
  private mutating func frozenExtent(ofItemAt index: Int, rate: FrameRate?) -> Extent? {
    let item = items[index].item
    guard let freeze = item.freeze else { return nil }
    let others: [(String, SourceRange?)] = [
      ("take", item.take?.range), ("says", item.says?.range), ("speed", item.speed?.range),
      ("loop", item.loop?.range),
      ("between", item.between?.range), ("pitch", item.pitch?.range), ("volume", item.volume?.range),
      ("loudness", item.loudness?.range), ("channels", item.channels?.range),
      ("audio", item.sound?.value == .on ? item.sound?.range : nil),
    ]
    for (key, place) in others {
      guard let place else { continue }
      report(
        .keyWithFreeze(key, at: place, freeze.range))
    }
    if items[index].list == .audio {
      report(
        .frozenSound(at: freeze.range))
    }
    guard let moment = frozenMoment(freeze, ofItemAt: index, rate: rate) else { return nil }
    items[index].playing = Playing(clock: MediaClock(start: moment), frozenAt: moment)
    guard let written = item.duration else { return .infinite }
    return duration(written, ofItemAt: index, rate: rate).map { .finite($0) }
  }

  private mutating func frozenMoment(
    _ freeze: Located<TimeExpression>, ofItemAt index: Int, rate: FrameRate?
  ) -> RationalTime? {
    let axis = mediaAxis(ofItemAt: index, rate: rate)
    do throws(TimeProblem) {
      let moment = try axis.moment(freeze.value)
      let isOutside = moment.isNegative || axis.length.map { moment > $0 } ?? false
      guard isOutside else { return moment }
      report(
        .frozenTimeOutsideMedia(moment, length: axis.length, at: freeze.range))
    } catch {
      context.report(error, at: freeze.range)
      if error == .unknownLength {
        reportUnknownLength(
          ofMediaOf: index, at: freeze.range, hint: "write the time from the start: `freeze: 10s`")
      }
    }
    return nil
  }
}

extension RationalTime {
  fileprivate static let fastest = RationalTime(seconds: 1000)
  fileprivate static let slowest = RationalTime(1, 1000) ?? .zero
  /// Longer than every ramp: the length of the longest possible film.
  fileprivate static let trial = longestFilm

  /// A speed of the script, in seconds of media per second.
  fileprivate init?(_ speed: Speed) { self.init(speed.numerator, speed.denominator) }

  /// `1.5x`, as scripts write it.
  fileprivate var speedText: String { Speed(numerator: value, denominator: timescale).canonicalText }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func loopHasNoLength(at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .missingKey, "this item loops endlessly, but has no duration", at: place,
      hint: "add `for: 20s`, or write how many times it plays: `loop: 3`")
  }

  fileprivate static func speedAndFor(_ length: RationalTime, at place: SourceRange, _ other: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .lengthGivenTwice, "`for` fits the take into \(length), which already sets the speed", at: place,
      notes: [Diagnostic.Note("the length", at: other)], hint: "keep one of them")
  }

  fileprivate static func forWithoutTake(_ length: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingKey, "`for` fits a take into a duration, but this item has no `take`", at: place,
      hint:
        "write `take: first \(length.spelling)` to play that much of it, or add `take: all` to change its speed"
    )
  }

  fileprivate static func speedIsOutOfRange(_ speed: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .speedOutOfRange,
      "a speed of \(speed.speedText) is \(speed > .fastest ? "above 1000x" : "below 0.001x")", at: place,
      hint: "to hold a picture, write `freeze: TIME`")
  }

  fileprivate static func rampsPlayMore(than distance: RationalTime, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .rampOutsideItem, "the ramps need more media than the take, which has \(distance)",
      at: place, hint: "shorten the ramps, or use more of the media")
  }

  fileprivate static func speedChangesDirection(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .speedOutOfRange, "the speed changes direction, which would play part of the take twice",
      at: place, hint: "write two items, one for each direction")
  }

  fileprivate static func loopAndFor(_ count: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .lengthGivenTwice, "`loop: \(count)` already sets the length of the item", at: place,
      hint: "to play for this long, write `loop: fill`")
  }

  fileprivate static func keyWithFreeze(_ key: String, at place: SourceRange, _ freeze: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .keyWithFreeze, "`\(key)` has no meaning with `freeze`, which holds one picture without sound",
      at: place, notes: [Diagnostic.Note("the frozen time", at: freeze)], hint: "keep one of them")
  }

  fileprivate static func frozenSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyWithFreeze, "a frozen picture is silent: there is nothing to hear", at: place,
      hint: "remove `freeze`, or move the item to `overlays`")
  }

  fileprivate static func frozenTimeOutsideMedia(
    _ moment: RationalTime, length: RationalTime?, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the frozen time \(moment) is outside the media", at: place,
      hint: length.map { "the media lasts from 0s to \($0) (\($0.clockReading))" }
        ?? "the media starts at 0s")
  }
}
