package import Basics
package import Composition
package import Diagnostics
import EditScript

/// A name for a moment, with its time.
package struct ResolvedMarker: Hashable, Sendable {
  package let name: String
  package let time: RationalTime
  package let isChapter: Bool
  /// The text that sets its time.
  package let place: SourceRange
}

/// The markers of a film after they were resolved.
struct MarkedFilm {
  /// The markers whose times are known, in the order of the script.
  var markers: [ResolvedMarker] = []
  /// Those of markers, and those of the media that the output keeps.
  var chapters: [Chapter] = []
  /// The chapters of the media that the output keeps.
  var keptChapters: [ResolvedMarker] = []
}

/// Determines which markers begin chapters, and reports problems with them.
struct MarkerPlacing: LoweringPhase {
  var context: LoweringContext
  private let times: [RationalTime?]
  private let timelineEnd: RationalTime?
  private let items: [TimedItem]
  private let media: FilmMedia

  init(_ timed: TimedFilm, context: LoweringContext) {
    self.context = context
    (times, timelineEnd) = (timed.markerTimes, timed.timelineEnd)
    (items, media) = (timed.items, timed.media)
  }

  mutating func run() -> MarkedFilm {
    var marked = MarkedFilm()
    for (marker, time) in zip(script.markers, times) {
      guard let time else { continue }
      marked.markers.append(
        ResolvedMarker(
          name: marker.name.value, time: time, isChapter: marker.isChapter?.value ?? false,
          place: marker.at.range))
    }
    checkNames()
    let own = marked.markers.filter(\.isChapter)
    if let keep = output?.keep, output?.keepsChapters == true {
      marked.keptChapters = KeptChapters(items, media).chapters.filter { kept in
        !own.contains { $0.time.isSameMoment(as: kept.start) }
      }.map { ResolvedMarker(name: $0.name, time: $0.start, isChapter: true, place: keep.range) }
      if own.count + marked.keptChapters.count > LanguageLimits.chapters {
        report(.tooManyChapters(own.count + marked.keptChapters.count, at: keep.range))
      }
    }
    marked.chapters = (own + marked.keptChapters).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map { Chapter(name: $0.element.name, start: $0.element.time) }
    checkChapters(marked.markers)
    return marked
  }

  /// Reports names that players cannot show.
  private mutating func checkNames() {
    for marker in script.markers {
      let name = marker.name
      if name.value.allSatisfy(\.isWhitespace) {
        report(
          .markerHasNoName(at: name.range))
      }
      guard marker.isChapter?.value == true else { continue }
      if !name.value.unicodeScalars.allSatisfy(LanguageLimits.mayStandInTags) {
        report(
          .chapterHasControlCharacters(at: name.range))
      }
      if name.value.utf8.count > LanguageLimits.chapterNameBytes {
        report(
          .chapterNameIsTooLong(name.value.utf8.count, at: name.range))
      }
    }
  }

  /// Reports chapters without a duration, and too many chapters.
  private mutating func checkChapters(_ markers: [ResolvedMarker]) {
    let sorted = markers.filter(\.isChapter).sorted { $0.time < $1.time }
    if sorted.count > LanguageLimits.chapters {
      report(
        .tooManyChapters(sorted.count, at: sorted[LanguageLimits.chapters].place))
    }
    for (marker, next) in zip(sorted, sorted.dropFirst()) where marker.time.isSameMoment(as: next.time) {
      report(
        .chapterIsEmpty(marker, before: next))
    }
    if let last = sorted.last, let timelineEnd, last.time.isSameMoment(as: timelineEnd) {
      report(
        .chapterBeginsAtEnd(last))
    }
  }
}

extension LoweredFilm {
  /// Findings about chapters of this output only: about its container, and about its part of the film.
  package func chapterFindings(in container: Container, part: Range<Int64>?) -> [Diagnostic] {
    let asked = output?.hasChapters
    if let asked, asked.value, !container.holdsChapters {
      return [.containerHasNoChapters(container, at: asked.range)]
    }
    if let keep = output?.keep, output?.keepsChapters == true {
      if !container.holdsChapters { return [.containerHasNoChapters(container, "keep", at: keep.range)] }
      if let asked, !asked.value { return [.keptChaptersAreOff(at: keep.range, asked.range)] }
      if keptChapters.isEmpty, composition != nil { return [.noChapterToKeep(at: keep.range)] }
    }
    let chapters = markers.filter(\.isChapter) + keptChapters
    if let asked, asked.value, keptChapters.isEmpty,
      !script.markers.contains(where: { $0.isChapter?.value == true })
    {
      return [.noMarkerIsChapter(at: asked.range)]
    }
    if container.isText, container.holdsChapters, let output {
      if let asked, !asked.value { return [.textWithoutChapters(at: asked.range)] }
      guard !chapters.isEmpty || !script.markers.contains(where: { $0.isChapter?.value == true }) else {
        return []
      }
      if chapters.isEmpty { return [.noChapters(at: output.file.range)] }
    }
    guard asked?.value ?? true, container.holdsChapters, let (start, end) = times(ofPart: part) else {
      return []
    }
    let sorted = chapters.sorted { $0.time < $1.time }
    var problems: [Diagnostic] = []
    if container.declaration.text == .chapterList, let output {
      problems = descriptionProblems(sorted, from: start, to: end, at: output.file.range)
    }
    let missing = sorted.enumerated().filter { index, chapter in
      let chapterEnd = index + 1 < sorted.count ? sorted[index + 1].time : duration ?? end
      return chapterEnd <= start || chapter.time >= end
    }.map { "'\($1.name)'" }
    guard !missing.isEmpty, let place = output?.part?.range else { return problems }
    return problems + [.chaptersOutsideOutput(missing, from: start, to: end, at: place)]
  }

  /// The start and the end of the output in the film; nil if unknown.
  private func times(ofPart part: Range<Int64>?) -> (start: RationalTime, end: RationalTime)? {
    guard let part else { return duration.map { (.zero, $0) } }
    guard let rate, let start = try? rate.start(ofFrame: part.lowerBound),
      let end = try? rate.start(ofFrame: part.upperBound)
    else { return nil }
    return (start, end)
  }

  /// Reports why a description would not show these chapters.
  private func descriptionProblems(
    _ chapters: [ResolvedMarker], from start: RationalTime, to end: RationalTime, at place: SourceRange
  ) -> [Diagnostic] {
    let ends = chapters.dropFirst().map(\.time) + [end]
    let shown = zip(chapters, ends).compactMap { chapter, chapterEnd in
      TimeRange(start: max(chapter.time, start), end: min(chapterEnd, end)).map { (chapter, $0) }
    }.filter { !$0.1.isEmpty }
    var problems: [Diagnostic] = []
    if let (first, range) = shown.first, let begin = try? range.start - start,
      begin >= RationalTime(seconds: 1)
    {
      problems.append(.descriptionBeginsLate(first, at: begin))
    }
    if shown.count < 3 { problems.append(.fewChapters(shown.count, at: place)) }
    for (chapter, range) in shown {
      guard let length = try? range.duration(), length < RationalTime(seconds: 10) else { continue }
      problems.append(.shortChapter(chapter, length))
    }
    return problems
  }
}

/// The chapters of the media that clips of the timeline play, where they begin in the film.
private struct KeptChapters {
  private(set) var chapters: [Chapter] = []
  /// The file and the number of the chapter that was added last.
  private var last: (medium: Int, chapter: Int)?

  init(_ items: [TimedItem], _ media: FilmMedia) {
    for item in items where item.list == .timeline {
      guard case .clip = item.item.kind, let medium = item.source.medium, let playing = item.playing,
        !item.isFrozen, let range = item.timelineRange, let length = item.length,
        let stretches = try? playing.clock.stretches(until: length, most: FilmMedia.mostPasses)
      else { continue }
      let all = media.references[medium].facts.chapters
      for stretch in stretches {
        let starts = all.indices.compactMap { index -> (chapter: Int, start: RationalTime)? in
          guard let times = try? stretch.times(of: all[index].range),
            let start = try? times.shown.start + range.start
          else { return nil }
          return (index, start)
        }
        for (index, start) in starts.sorted(by: { ($0.start, $0.chapter) < ($1.start, $1.chapter) }) {
          add(all[index], index, of: medium, at: start)
        }
      }
    }
  }

  /// Adds a chapter, unless it goes on from one take of its file to the next.
  private mutating func add(_ chapter: MediaChapter, _ index: Int, of medium: Int, at start: RationalTime) {
    defer { last = (medium, index) }
    if let last, last == (medium, index) { return }
    let name = chapter.name ?? ""
    let isWritable =
      name.unicodeScalars.allSatisfy(LanguageLimits.mayStandInTags)
      && name.utf8.count <= LanguageLimits.chapterNameBytes
    chapters.removeAll { $0.start.isSameMoment(as: start) }
    chapters.append(Chapter(name: isWritable ? name : "", start: start))
  }
}

extension RationalTime {
  /// Whether files store both as the same time: they count chapters in milliseconds.
  fileprivate func isSameMoment(as other: RationalTime) -> Bool {
    rounded(toUnits: 1000)?.value == other.rounded(toUnits: 1000)?.value
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func markerHasNoName(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyValue, "the name of a marker is empty", at: place, hint: "write a name, as in `turn: 12s`")
  }

  fileprivate static func chapterHasControlCharacters(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .forbiddenCharacter, "a chapter name cannot contain control characters", at: place,
      hint: "remove them")
  }

  fileprivate static func chapterNameIsTooLong(_ bytes: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit,
      "the chapter name has \(bytes) bytes; the maximum is \(LanguageLimits.chapterNameBytes)",
      at: place, hint: "shorten it")
  }

  fileprivate static func tooManyChapters(_ count: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit,
      "there are \(count) chapters; the maximum is \(LanguageLimits.chapters)",
      at: place, hint: "remove `chapter: true` from some markers, or `keep` from the output")
  }

  fileprivate static func chapterIsEmpty(_ marker: ResolvedMarker, before next: ResolvedMarker) -> Diagnostic
  {
    Diagnostic(
      .emptyRange,
      "the chapter '\(marker.name)' has no duration: '\(next.name)' also starts at \(next.time)",
      at: next.place, notes: [Diagnostic.Note("the other one", at: marker.place)],
      hint: "move one of them, or remove its `chapter: true`")
  }

  fileprivate static func containerHasNoChapters(
    _ container: Container, _ key: String = "chapters", at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".\(container.rawValue) files cannot contain chapters", at: place,
      hint: "remove `\(key)`, or use another file type")
  }

  fileprivate static func keptChaptersAreOff(at place: SourceRange, _ other: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`keep` keeps chapters, but `chapters` is false", at: place,
      notes: [Diagnostic.Note("the other key", at: other)], hint: "remove one of them")
  }

  fileprivate static func noChapterToKeep(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "no clip of the timeline shows a chapter of its file, so there is none to keep", at: place,
      hint: "remove `keep`")
  }

  fileprivate static func textWithoutChapters(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "the output is a list of chapters, but `chapters` is false", at: place,
      hint: "remove `chapters`, or the output")
  }

  fileprivate static func noChapters(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "the film has no chapters to list", at: place,
      hint: "write `{at: 12s, chapter: true}` under a name in `markers`")
  }

  fileprivate static func descriptionBeginsLate(_ first: ResolvedMarker, at time: RationalTime) -> Diagnostic
  {
    let seconds = Int64(time.inSeconds)
    return Diagnostic(
      .descriptionChapters,
      "the first chapter '\(first.name)' starts at \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60),"
        + " but a description needs one at 0:00",
      at: first.place, hint: "add a marker at 0s with `chapter: true`, or move this one")
  }

  fileprivate static func fewChapters(_ count: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .descriptionChapters,
      "there \(count == 1 ? "is 1 chapter" : "are \(count) chapters"), but a description needs three",
      at: place,
      hint: "write `chapter: true` in more markers")
  }

  fileprivate static func shortChapter(_ chapter: ResolvedMarker, _ length: RationalTime) -> Diagnostic {
    Diagnostic(
      .descriptionChapters,
      "the chapter '\(chapter.name)' lasts \(length), but a description needs 10 seconds",
      at: chapter.place, hint: "move it or the next one, or remove one `chapter: true`")
  }

  fileprivate static func noMarkerIsChapter(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "no marker starts a chapter, so there are none", at: place,
      hint: "write `{at: 12s, chapter: true}` under a name in `markers`")
  }

  fileprivate static func chaptersOutsideOutput(
    _ chapters: [String], from start: RationalTime, to end: RationalTime, at place: SourceRange
  ) -> Diagnostic {
    let most = 6
    let names =
      chapters.prefix(most).joined(separator: ", ")
      + (chapters.count > most ? " and \(chapters.count - most) more" : "")
    return Diagnostic(
      .markerOutside, severity: .note,
      (chapters.count == 1 ? "the chapter \(names) is" : "the chapters \(names) are")
        + " not in this output, which shows the film from \(start) to \(end)",
      at: place, hint: "write `chapters: false` for an output without chapters")
  }

  fileprivate static func chapterBeginsAtEnd(_ last: ResolvedMarker) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the chapter '\(last.name)' has no duration: it starts where the film ends",
      at: last.place,
      hint: "move it, or remove its `chapter: true`")
  }
}
