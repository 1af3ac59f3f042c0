package import Basics
package import Composition
package import Diagnostics
package import EditScript

/// The frames of a part of the film: of an output's `range`, or of `--range`.
///
/// Times count from the start of the film and must lie inside of it: before the end of its last frame, or before the
/// end of its timeline, which can be up to half a frame later.
package func frames(
  ofPart part: Located<RangeExpression>, in composition: Composition, markers: [ResolvedMarker]
) -> Result<Range<Int64>, PartProblem> {
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
    return .success(first.value..<last)
  } catch {
    let problem =
      error == .unknownRate
      ? Diagnostic.framesWithoutPicture(at: part.range) : error.diagnostic(at: part.range)
    return .failure(PartProblem(problem ?? .isNoPart(at: part.range)))
  }
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
      .partOutsideFilm, "the part from \(part.start) to \(part.end) exceeds the film", at: place,
      hint: "the film lasts from 0s to \(duration)")
  }

  fileprivate static func partHasNoFrame(at place: SourceRange) -> Diagnostic {
    Diagnostic(.emptyRange, "the part contains no frame of the film", at: place)
  }

  /// Frames are counted, and the length is known.
  fileprivate static func isNoMoment(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .timeSyntax, "frames cannot be counted where the frame rate is not constant", at: place,
      hint: "write the time in seconds: `2.5s`")
  }

  fileprivate static func isNoPart(at place: SourceRange) -> Diagnostic {
    Diagnostic(.partOutsideFilm, "this is not a part of the film", at: place)
  }
}
