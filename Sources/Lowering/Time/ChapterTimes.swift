import Basics
import Composition
import EditScript

// Chapters of media as times: `take: chapter("Arrival")`, `at: beach.chapter("Arrival") + 1s`.

/// The chapters of a media file.
struct MediaChapters {
  /// Nil if the file is unknown, which has a finding.
  let facts: MediaFacts?

  /// When a chapter begins and ends in the media; it ends with the media at the latest.
  func range(of reference: ChapterReference) throws(TimeProblem) -> TimeRange {
    guard let facts else { throw .unknownLength }
    let all = facts.chapters
    let found =
      switch reference.chapter {
      case .named(let name): all.indices.filter { all[$0].name == name }
      case .numbered(let number): all.indices.filter { $0 + 1 == number }
      }
    guard let first = found.first else {
      throw .noSuchChapter(
        reference, known: all.enumerated().map { number, chapter in chapter.name ?? "\(number + 1)" })
    }
    guard found.count == 1 else { throw .ambiguousChapter(reference, numbers: found.map { $0 + 1 }) }
    let range = all[first].range
    guard let end = facts.extent.finite, range.end > end else { return range }
    return TimeRange(start: min(range.start, end), end: end) ?? range
  }
}

extension FilmMedia {
  /// When the first of these items that plays a chapter begins or ends to do so, in the film.
  func time(
    of reference: ChapterReference, playedBy items: some Sequence<TimedItem>
  ) throws(TimeProblem) -> RationalTime {
    var problem = TimeProblem.unknownLength
    for item in items {
      // An item without a place, or with unknown media, has a finding.
      guard let range = item.timelineRange, let length = item.length else { continue }
      guard item.source.film == nil, item.item.playsRecording else {
        problem = .noSuchChapter(reference, known: [])
        continue
      }
      guard let medium = item.source.medium, let playing = item.playing else { continue }
      let chapter = try MediaChapters(facts: references[medium].facts).range(of: reference)
      problem = .chapterIsNotPlayed(reference)
      guard !item.isFrozen else { continue }
      do throws(TimeOverflow) {
        for stretch in try playing.clock.stretches(until: length, most: Self.mostPasses) ?? [] {
          guard let times = try stretch.times(of: chapter) else { continue }
          return try range.start + (reference.edge == .start ? times.shown.start : times.shown.end)
        }
      } catch { throw .overflow }
    }
    throw problem
  }

  /// How often an item may play.
  static let mostPasses = 10_000
}

extension Item {
  /// Whether it is a clip, whose media can have chapters.
  fileprivate var playsRecording: Bool { if case .clip = kind { true } else { false } }
}
