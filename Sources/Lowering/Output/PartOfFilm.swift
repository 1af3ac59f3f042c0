package import Basics
package import Composition
package import Diagnostics
package import EditScript

/// A part of the film: the `range` of an output, or `--range`.
package struct FilmPart: Hashable, Sendable {
  package let frames: Range<Int64>
  /// The written times.
  package let written: TimeRange
  /// Whether a written time is between two frames, so that the part begins or ends at the nearer one.
  package let isRounded: Bool

  /// The actual range of a part that begins or ends between two frames; nil if it is as written.
  package func rounding(at rate: FrameRate) -> String? {
    guard isRounded, let start = try? rate.start(ofFrame: frames.lowerBound),
      let end = try? rate.start(ofFrame: frames.upperBound)
    else { return nil }
    let (first, last) = (frames.lowerBound, frames.upperBound - 1)
    let made =
      first == last ? "frame \(first)" : "frames \(first) to \(last) (\(counted(frames.count, "frame")))"
    return "\(written.start)..\(written.end) starts or ends between two frames at"
      + " \(rate.spellingForPeople) frames per second; it covers \(made), which is \(start)..\(end)"
  }
}

/// The frames of a part of the film.
package func frames(
  ofPart part: Located<RangeExpression>, in composition: Composition, markers: [ResolvedMarker]
) -> Result<Range<Int64>, PartProblem> {
  Lowering.part(part, of: composition, markers: markers).map(\.frames)
}

/// Resolves a part of the film. Its times count from the start of the film and must be inside of it: before
/// the end of its last frame, or before the end of its timeline, which can be up to half a frame later.
package func part(
  _ part: Located<RangeExpression>, of composition: Composition, markers: [ResolvedMarker]
) -> Result<FilmPart, PartProblem> {
  let rate = composition.canvas.rate
  let length = composition.length
  let axis = TimeAxis(rate: composition.canvas.hasPicture ? rate : nil, length: length)
  do throws(TimeProblem) {
    let range = try axis.range(part.value, markers: markers.time)
    guard !range.start.isNegative, range.end <= max(length, composition.duration) else {
      return .failure(
        PartProblem(.partLeavesFilm(range, of: length, at: part.range)))
    }
    guard let first = rate.frame(at: range.start), let end = rate.frame(at: range.end),
      case let last = min(end.value, composition.frameCount), first.value < last
    else {
      return .failure(PartProblem(.partHasNoFrame(at: part.range)))
    }
    // The end of the film can be off the grid, and sound is cut at samples.
    let isRounded =
      composition.canvas.hasPicture && (first.wasRounded || (end.wasRounded && range.end < length))
    return .success(FilmPart(frames: first.value..<last, written: range, isRounded: isRounded))
  } catch {
    let problem =
      error == .unknownRate
      ? Diagnostic.framesWithoutPicture(at: part.range) : error.diagnostic(at: part.range)
    return .failure(PartProblem(problem ?? .isNoPart(at: part.range)))
  }
}

/// The frame on screen at a time: the last one that starts at or before it. At the end it is the last frame.
package func frame(
  shownAt time: Located<TimeExpression>, in composition: Composition, markers: [ResolvedMarker]
) -> Result<Int64, PartProblem> {
  guard composition.canvas.hasPicture, composition.frameCount > 0 else {
    return .failure(PartProblem(.filmHasNoPicture(at: time.range)))
  }
  let (rate, length) = (composition.canvas.rate, composition.length)
  do throws(TimeProblem) {
    let moment = try TimeAxis(rate: rate, length: length).moment(time.value, markers: markers.time)
    guard !moment.isNegative, moment <= max(length, composition.duration),
      let frame = frameNumber(at: moment, rate: rate)
    else { return .failure(PartProblem(.momentOutsideFilm(moment, of: length, at: time.range))) }
    return .success(min(frame, composition.frameCount - 1))
  } catch { return .failure(PartProblem(error.diagnostic(at: time.range) ?? .isNoMoment(at: time.range))) }
}

/// The number of the last frame that starts at or before a moment; nil if there is none.
package func frameNumber(at moment: RationalTime, rate: FrameRate) -> Int64? {
  guard let nearest = rate.frame(at: moment)?.value, let start = try? rate.start(ofFrame: nearest) else {
    return nil
  }
  return max(0, start <= moment ? nearest : nearest - 1)
}

/// Why a range is not a part of the film.
package struct PartProblem: Error, Hashable, Sendable {
  package let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }
}

/// The time of an expression on an axis of this length, or why it has none.
package func moment(
  _ expression: TimeExpression, within length: RationalTime, rate: FrameRate?, markers: [ResolvedMarker] = []
) -> Result<RationalTime, PartProblem> {
  let nowhere = SourceRange(0, 0)
  do throws(TimeProblem) {
    return .success(
      try TimeAxis(rate: rate, length: length).moment(expression, markers: markers.time))
  } catch { return .failure(PartProblem(error.diagnostic(at: nowhere) ?? .isNoMoment(at: nowhere))) }
}

extension [ResolvedMarker] {
  fileprivate func time(_ name: String) throws(TimeProblem) -> RationalTime {
    guard let marker = first(where: { $0.name == name }) else {
      throw .unknownMarker(name, known: map(\.name))
    }
    return marker.time
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func partLeavesFilm(
    _ part: TimeRange, of duration: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .partOutsideFilm, "the part from \(part.start) to \(part.end) extends beyond the film", at: place,
      hint: "the film lasts from 0s to \(duration)")
  }

  fileprivate static func momentOutsideFilm(
    _ moment: RationalTime, of duration: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .partOutsideFilm, "the time \(moment) is outside the film", at: place,
      hint: "the film lasts from 0s to \(duration); `end` is its last frame")
  }

  fileprivate static func filmHasNoPicture(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noPicture, "the film has no picture: no output has one", at: place,
      hint: "write the path of a picture")
  }

  fileprivate static func partHasNoFrame(at place: SourceRange) -> Diagnostic {
    Diagnostic(.emptyRange, "the part contains no frame of the film", at: place)
  }

  /// The only problem without a diagnostic here is an unknown rate, because the length is known.
  fileprivate static func isNoMoment(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .timeSyntax, "frames cannot be counted if the frame rate is not constant", at: place,
      hint: "write the time in seconds: `2.5s`")
  }

  fileprivate static func isNoPart(at place: SourceRange) -> Diagnostic {
    Diagnostic(.partOutsideFilm, "this is not a part of the film", at: place)
  }
}
