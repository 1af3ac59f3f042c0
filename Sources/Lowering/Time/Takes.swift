package import Basics
package import Composition
import Diagnostics
package import EditScript

/// The part of media that a `take` names, as it is written; without one, all of it. Nil if it is unknown.
///
/// - Parameter rate: That of the canvas, which frames in a take count; nil if it is unknown.
package func part(of facts: MediaFacts, takenBy take: RangeExpression?, rate: FrameRate?) -> TimeRange? {
  try? TimeAxis(of: facts, rate: rate).range(take ?? .all)
}

extension TimeAxis {
  /// The axis for times in media; without facts, their length is unknown.
  fileprivate init(of facts: MediaFacts?, rate: FrameRate?) {
    self.init(rate: rate, length: facts?.extent.finite)
    firstTimecode = facts?.mainVideo?.firstTimecode
    chapters = MediaChapters(facts: facts)
  }
}

extension Placement {
  /// The part of its media that an item plays once; nil if it is unknown.
  mutating func takeRange(ofItemAt index: Int, rate: FrameRate?) -> TimeRange? {
    let item = items[index].item
    let axis = mediaAxis(ofItemAt: index, rate: rate)
    let take = item.take
    do throws(TimeProblem) {
      let range = try axis.range(take?.value ?? .all)
      return check(range, of: item, end: axis.length) ? range : nil
    } catch {
      let place = take?.range ?? item.kindRange
      // Missing media have a finding, and may have a timecode.
      if error == .noMediaTimecode, items[index].source.medium == nil { return nil }
      if case .startsBehindEnd(let start, let end) = error {
        report(.takeStartsAfterMedia(at: start, end, place))
        return nil
      }
      context.report(error, at: place)
      if error == .unknownLength { reportUnknownLength(ofMediaOf: index, at: place) }
      return nil
    }
  }

  /// The axis for times in an item's media.
  func mediaAxis(ofItemAt index: Int, rate: FrameRate?) -> TimeAxis {
    media.axis(of: items[index].source, rate: rate)
  }

  /// Reports an unknown length; unknown media or films have their own findings.
  mutating func reportUnknownLength(
    ofMediaOf index: Int, at place: SourceRange,
    hint: String = "write both ends of the take from the start: `take: 0s..10s`"
  ) {
    guard let medium = items[index].source.medium else { return }
    reportUnknownLength(of: media.references[medium].spelling, at: place, hint: hint)
  }

  /// Whether the media have such a part.
  private mutating func check(_ range: TimeRange, of item: Item, end: RationalTime?) -> Bool {
    let place = item.take?.range ?? item.kindRange
    if range.isEmpty {
      report(
        .takeIsEmpty(at: range.start, place))
      return false
    }
    if range.start.isNegative {
      report(
        .takeStartsBeforeMedia(at: range.start, place))
      return false
    }
    guard let end, range.end > end else { return true }
    guard let over = try? range.end - end else {
      reportOverflow(at: place)
      return false
    }
    report(
      .takeEndsAfterMedia(at: range.end, by: over, end, place))
    return false
  }

  /// The written length of an item in seconds; reports mistakes.
  mutating func duration(
    _ written: Located<DurationExpression>?, ofItemAt index: Int, rate: FrameRate?
  ) -> RationalTime? {
    guard let written, let length = duration(written, rate: rate) else { return nil }
    items[index].writtenLength = WrittenLength(length: length, place: written.range)
    return length
  }
}

extension FilmMedia {
  /// The axis for times in what an item plays.
  func axis(of source: MatchedSource, rate: FrameRate?) -> TimeAxis {
    if let film = source.film { return TimeAxis(rate: rate, length: films[film].duration) }
    return TimeAxis(of: source.medium.map { references[$0].facts }, rate: rate)
  }
}

extension LoweringPhase {
  mutating func reportUnknownLength(of file: String, at place: SourceRange, hint: String) {
    report(
      .lengthIsNotKnown(of: file, at: place, hint: hint))
  }
}

extension VideoTrackFacts {
  /// The timecode of the track's first frame, and its number; nil if it has none that can be read.
  var startTimecode: (timecode: Timecode, number: Int64)? {
    guard let timecode, let rate,
      case let fields = timecode.split(whereSeparator: { ":;.".contains($0) }).compactMap({ Int64($0) }),
      fields.count == 4
    else { return nil }
    let parsed = Timecode(
      hours: fields[0], minutes: fields[1], seconds: fields[2], frames: fields[3],
      isDropFrame: timecode.contains(";"))
    return (try? parsed.frameNumber(at: rate)).map { (parsed, $0) }
  }

  /// The timecode at media time 0.
  fileprivate var firstTimecode: TimeAxis.MediaTimecode? {
    guard let frame = startTimecode?.number, let rate, let start = rate.frame(at: mediaRange.start)?.value
    else { return nil }
    // The track may begin after media time 0, if the sound comes first.
    let (first, overflow) = frame.subtractingReportingOverflow(start)
    return overflow ? nil : TimeAxis.MediaTimecode(frame: first, rate: rate)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func lengthIsNotKnown(of file: String, at place: SourceRange, hint: String) -> Diagnostic
  {
    Diagnostic(
      .takeOutsideMedia, "the length of '\(file)' is unknown until the whole file is read", at: place,
      hint: hint)
  }

  fileprivate static func takeIsEmpty(at start: RationalTime, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the take is empty: it starts and ends at \(start)", at: place,
      hint: "the end of a range is exclusive")
  }

  fileprivate static func takeStartsBeforeMedia(at start: RationalTime, _ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the take starts at \(start), before the media", at: place,
      hint: "the media starts at 0s")
  }

  fileprivate static func takeStartsAfterMedia(
    at start: RationalTime, _ end: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia, "the take starts at \(start), after the end of the media", at: place,
      hint: "the media lasts from 0s to \(end) (\(end.clockReading))")
  }

  fileprivate static func takeEndsAfterMedia(
    at takeEnd: RationalTime, by over: RationalTime, _ end: RationalTime, _ place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .takeOutsideMedia,
      "the take ends at \(takeEnd), \(over) past the end of the media", at: place,
      hint: "the media lasts from 0s to \(end) (\(end.clockReading))")
  }
}
