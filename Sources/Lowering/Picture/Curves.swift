import Basics
import Composition
import Diagnostics
import EditScript

extension LoweringPhase {
  /// The curve of an animated value in its item's own time; `initial` if nothing is written.
  mutating func curve<Value: CanonicalValue>(
    _ written: Located<Animated<Value>>?, initial: Double, itemLength: RationalTime, rate: FrameRate?,
    number: (Value) -> Double
  ) -> Curve {
    guard let written else { return .constant(initial) }
    let axis = TimeAxis(rate: rate, length: itemLength)
    switch written.value {
    case .constant(let value): return .constant(number(value))
    case .ramps(let ramps): return curve(ramps, on: axis, number: number) ?? .constant(initial)
    case .keyFrames(let frames): return curve(frames, on: axis, number: number) ?? .constant(initial)
    }
  }

  // MARK: Ramps

  private mutating func curve<Value: CanonicalValue>(
    _ ramps: [Located<Ramp<Value>>], on axis: TimeAxis, number: (Value) -> Double
  ) -> Curve? {
    let placed = ramps.compactMap { ramp in
      range(of: ramp, on: axis).map { (ramp: ramp, range: $0) }
    }.sorted { $0.range.start < $1.range.start }
    var keys: [Curve.Key] = []
    for (index, (ramp, range)) in placed.enumerated() {
      if index > 0 { compare(ramp, range, with: placed[index - 1], number: number) }
      let easing = ramp.value.easing
      let steps = ramp.value.values.map(number)
      for (step, value) in steps.enumerated() {
        guard let time = timeOfStep(step, of: steps.count - 1, in: range) else {
          reportOverflow(at: ramp.range)
          return nil
        }
        keys.append(Curve.Key(time: time, value: value, easing: step == steps.count - 1 ? .hold : easing))
      }
    }
    return Curve(keys)
  }

  /// The range of a ramp in its item; nil, with a finding, if it is outside of the item.
  private mutating func range<Value>(of ramp: Located<Ramp<Value>>, on axis: TimeAxis) -> TimeRange? {
    guard let length = axis.length, let whole = TimeRange(start: .zero, end: length) else { return nil }
    guard let written = ramp.value.range else { return whole }
    do throws(TimeProblem) {
      let range = try axis.range(written.value)
      if range.isEmpty {
        report(.rampIsEmpty(at: written.range))
        return nil
      }
      guard whole.contains(range) else {
        report(
          .rampOutsideItem(range, length: length, at: written.range))
        return nil
      }
      return range
    } catch {
      context.report(error, at: written.range)
      return nil
    }
  }

  /// Two ramps of one value must not overlap, and should meet at the same value.
  private mutating func compare<Value: CanonicalValue>(
    _ ramp: Located<Ramp<Value>>, _ range: TimeRange,
    with earlier: (ramp: Located<Ramp<Value>>, range: TimeRange), number: (Value) -> Double
  ) {
    let note = Diagnostic.Note("the other ramp", at: earlier.ramp.range)
    if range.start < earlier.range.end {
      report(
        .rampsOverlap(at: range.start, before: earlier.range.end, ramp.range, note))
    } else if let last = earlier.ramp.value.values.last, let first = ramp.value.values.first,
      number(last) != number(first)
    {
      report(
        .rampPop(from: last.canonicalText, to: first.canonicalText, at: range.start, ramp.range, note))
    }
  }

  // MARK: Key frames

  private mutating func curve<Value: CanonicalValue>(
    _ frames: [Located<KeyFrame<Value>>], on axis: TimeAxis, number: (Value) -> Double
  ) -> Curve? {
    var keys: [Curve.Key] = []
    for frame in frames {
      let written = frame.value.time
      do throws(TimeProblem) {
        let time = try axis.moment(written.value)
        if let length = axis.length, time.isNegative || time > length {
          report(
            .keyFrameOutsideItem(at: time, length: length, written.range))
        } else if let last = keys.last, time <= last.time {
          report(
            .keyFrameOutOfOrder(at: time, after: last.time, written.range))
        } else {
          let easing = frame.value.easing
          keys.append(Curve.Key(time: time, value: number(frame.value.value), easing: easing))
        }
      } catch {
        context.report(error, at: written.range)
      }
    }
    return Curve(keys)
  }
}

/// The time of one of the equal steps of a ramp.
private func timeOfStep(_ step: Int, of count: Int, in range: TimeRange) -> RationalTime? {
  guard count > 0, let duration = try? range.duration(),
    let offset = try? duration.scaled(by: Int64(step), over: Int64(count))
  else { return nil }
  return try? range.start + offset
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func rampIsEmpty(at place: SourceRange) -> Diagnostic {
    Diagnostic(.emptyRange, "the ramp's range is empty", at: place)
  }

  fileprivate static func rampOutsideItem(_ range: TimeRange, length: RationalTime, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .rampOutsideItem,
      "the ramp covers \(range.start) to \(range.end), but its item lasts only from 0s to \(length)",
      at: place, hint: "times in a ramp count from the start of the item")
  }

  fileprivate static func rampsOverlap(
    at start: RationalTime, before end: RationalTime, _ place: SourceRange, _ note: Note
  ) -> Diagnostic {
    Diagnostic(
      .rampsOverlap,
      "the ramp starts at \(start), before the previous one ends at \(end)",
      at: place, notes: [note], hint: "a value can follow only one ramp at a time")
  }

  fileprivate static func rampPop(
    from last: String, to first: String, at start: RationalTime, _ place: SourceRange, _ note: Note
  ) -> Diagnostic {
    Diagnostic(
      .rampPop,
      "the value jumps from `\(last)` to `\(first)` at \(start)",
      at: place, notes: [note],
      hint: "the last value is held between two ramps; start the later ramp with it")
  }

  fileprivate static func keyFrameOutsideItem(
    at time: RationalTime, length: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .rampOutsideItem, "the key frame is at \(time), but its item lasts from 0s to \(length)",
      at: place, hint: "key frame times count from the start of the item")
  }

  fileprivate static func keyFrameOutOfOrder(
    at time: RationalTime, after last: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .rampsOverlap, "the key frame at \(time) is not after the one at \(last)",
      at: place, hint: "write key frames in order of time")
  }
}
