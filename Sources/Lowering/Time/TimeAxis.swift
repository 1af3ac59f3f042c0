import Basics
import EditScript

/// The axis of a time or range: an item, a media file, the timeline.
struct TimeAxis {
  /// Nil if the frame rate of the canvas is unknown.
  let rate: FrameRate?
  /// Nil if it is unknown.
  let length: RationalTime?
  /// The media's own timecode at media time 0, for `tc` in a take.
  var firstTimecode: MediaTimecode?
  /// What the chapters of a take are those of; nil for axes without media.
  var chapters: MediaChapters?

  struct MediaTimecode {
    let frame: Int64
    let rate: FrameRate
  }

  init(rate: FrameRate?, length: RationalTime?) {
    self.rate = rate
    self.length = length
  }
}

/// Why a written time has no place on its axis.
enum TimeProblem: Error, Hashable {
  /// It depends on an unknown length; not an error.
  case unknownLength
  /// It counts frames of a canvas with an unknown rate; not an error.
  case unknownRate
  case overflow
  case unknownName(String)
  /// Only `at` can refer to other items.
  case nameNotAllowed(String)
  /// Markers are times of a film; `known` lists those of this film.
  case unknownMarker(String, known: [String])
  case cycle(String)
  case noMediaTimecode
  /// `known` lists the chapters that there are.
  case noSuchChapter(ChapterReference, known: [String])
  /// Several chapters have the name; the numbers of these.
  case ambiguousChapter(ChapterReference, numbers: [Int])
  /// The item plays another part of its media.
  case chapterIsNotPlayed(ChapterReference)
  case timecode(Timecode, Timecode.Problem)
  case reversed(start: RationalTime, end: RationalTime)
  /// The start is after the end of the axis, which applies because no end is written.
  case startsBehindEnd(start: RationalTime, end: RationalTime)
}

extension TimeProblem {
  init(_: TimeOverflow) { self = .overflow }
}

extension DurationExpression {
  /// The length in seconds at a frame rate, which is only needed for frames.
  func resolved(at rate: FrameRate?) throws(TimeProblem) -> RationalTime {
    var sum = RationalTime.zero
    for term in terms {
      let amount = try term.amount.resolved(at: rate)
      do { sum = try term.isSubtracted ? sum - amount : sum + amount } catch { throw .overflow }
    }
    return sum
  }
}

extension DurationExpression.Amount {
  fileprivate func resolved(at rate: FrameRate?) throws(TimeProblem) -> RationalTime {
    switch self {
    case .seconds(let time): return time
    case .frames(let count):
      guard let rate else { throw .unknownRate }
      do { return try rate.start(ofFrame: count) } catch { throw .overflow }
    case .timecode(let timecode):
      guard let rate else { throw .unknownRate }
      do { return try rate.start(ofFrame: try timecode.frameNumber(at: rate)) } catch {
        throw (error as? Timecode.Problem).map { .timecode(timecode, $0) } ?? .overflow
      }
    }
  }
}

extension TimeAxis {
  /// The time of a moment on this axis; `names` resolves `intro.end`, `markers` resolves `turn`.
  func moment(
    _ expression: TimeExpression,
    names: (String, TimeExpression.Edge) throws(TimeProblem) -> RationalTime = unnamed,
    markers: (String) throws(TimeProblem) -> RationalTime = unmarked,
    chapters: (ChapterReference) throws(TimeProblem) -> RationalTime = unplayed
  ) throws(TimeProblem) -> RationalTime {
    let offset = try expression.offset.resolved(at: rate)
    let base: RationalTime
    switch expression.anchor {
    case .start: base = .zero
    case .end:
      guard let length else { throw .unknownLength }
      base = length
    case .share(let share, let edge):
      guard let length else { throw .unknownLength }
      do {
        let part = try length.scaled(by: share.numerator, over: share.denominator)
        base = edge == .start ? part : try length - part
      } catch { throw .overflow }
    case .item(let name, let edge): base = try names(name, edge)
    case .marker(let name): base = try markers(name)
    case .mediaTimecode(let timecode): base = try mediaTime(of: timecode)
    case .chapter(let reference) where reference.item != nil: base = try chapters(reference)
    case .chapter(let reference): base = try mediaTime(of: reference)
    }
    do { return try base + offset } catch { throw .overflow }
  }

  /// The range on this axis, not yet compared with the axis's own ends.
  func range(
    _ expression: RangeExpression,
    names: (String, TimeExpression.Edge) throws(TimeProblem) -> RationalTime = unnamed,
    markers: (String) throws(TimeProblem) -> RationalTime = unmarked,
    chapters: (ChapterReference) throws(TimeProblem) -> RationalTime = unplayed
  ) throws(TimeProblem) -> TimeRange {
    var start = RationalTime.zero
    let end: RationalTime
    do {
      switch expression {
      case .all: end = try knownLength()
      case .between(let from, let to):
        if let from { start = try moment(from, names: names, markers: markers, chapters: chapters) }
        end =
          if let to { try moment(to, names: names, markers: markers, chapters: chapters) } else {
            try knownLength()
          }
      case .starting(let from, let duration):
        start = try moment(from, names: names, markers: markers, chapters: chapters)
        end = try start + duration.resolved(at: rate)
      case .first(let duration): end = try duration.resolved(at: rate)
      case .last(let duration):
        end = try knownLength()
        start = try end - duration.resolved(at: rate)
      }
    } catch { throw (error as? TimeProblem) ?? .overflow }
    guard let range = TimeRange(start: start, end: end) else {
      if case .between(_, nil) = expression { throw .startsBehindEnd(start: start, end: end) }
      throw .reversed(start: start, end: end)
    }
    return range
  }

  private func knownLength() throws(TimeProblem) -> RationalTime {
    guard let length else { throw .unknownLength }
    return length
  }

  private func mediaTime(of reference: ChapterReference) throws(TimeProblem) -> RationalTime {
    guard let chapters else { throw .noSuchChapter(reference, known: []) }
    let range = try chapters.range(of: reference)
    return reference.edge == .start ? range.start : range.end
  }

  private func mediaTime(of timecode: Timecode) throws(TimeProblem) -> RationalTime {
    guard let firstTimecode else { throw .noMediaTimecode }
    do {
      let frame = try timecode.frameNumber(at: firstTimecode.rate)
      let (passed, overflow) = frame.subtractingReportingOverflow(firstTimecode.frame)
      if overflow { throw TimeProblem.overflow }
      return try firstTimecode.rate.start(ofFrame: passed)
    } catch {
      throw (error as? Timecode.Problem).map { .timecode(timecode, $0) } ?? .overflow
    }
  }
}

/// For axes on which times cannot refer to items.
func unnamed(_ name: String, _: TimeExpression.Edge) throws(TimeProblem) -> RationalTime {
  throw .nameNotAllowed(name)
}

/// For axes without markers.
func unmarked(_ name: String) throws(TimeProblem) -> RationalTime {
  throw .unknownMarker(name, known: [])
}

/// For axes on which times cannot refer to what items play.
func unplayed(_ reference: ChapterReference) throws(TimeProblem) -> RationalTime {
  throw .nameNotAllowed(reference.item ?? "")
}
