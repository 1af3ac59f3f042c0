import Basics
import Composition
import Diagnostics
import EditScript

/// A range of the film in which the time of a track runs, at any speed.
struct SubtitleTake {
  let stretch: PlayedStretch
  /// The start of the item that plays it.
  let timelineStart: RationalTime

  var media: TimeRange { stretch.media }

  /// When a range of the track's time shows in the film, and when it would if nothing were cut off.
  func times(of range: TimeRange) throws(TimeOverflow) -> (shown: TimeRange, whole: TimeRange)? {
    guard let times = try stretch.times(of: range) else { return nil }
    return (try times.shown.shifted(by: timelineStart), try times.whole.shifted(by: timelineStart))
  }
}

/// A cue in one take.
struct PlacedCue {
  let cue: SubtitleCue
  /// Its visible part.
  let shown: TimeRange
  /// When it would show if nothing were cut off.
  let whole: TimeRange

  /// Nil if it does not show.
  init?(_ cue: SubtitleCue, in take: SubtitleTake) throws(TimeOverflow) {
    guard let times = try take.times(of: cue.range) else { return nil }
    (shown, whole) = times
    var cue = cue
    for index in cue.text.runs.indices {
      guard let time = cue.text.runs[index].time else { continue }
      if let played = try take.times(of: time) {
        cue.text.runs[index].time = played.shown
      } else {
        // Words before the take count as spoken when it begins.
        let isBefore = time.end <= take.media.start
        cue.text.runs[index].time = TimeRange(at: isBefore ? times.shown.start : times.shown.end)
      }
    }
    self.cue = cue
  }
}

/// Finds the cues of a take without a scan of all of them: a media file may be cut into thousands of takes.
private struct SubtitleOrder {
  /// The indices of the cues, sorted by start.
  private let sorted: [Int]
  private let ranges: [TimeRange]
  /// The latest end of each cue and of all before it.
  private let ends: [RationalTime]

  init(_ ranges: [TimeRange]) {
    let sorted = ranges.indices.sorted { (ranges[$0].start, $0) < (ranges[$1].start, $1) }
    var ends: [RationalTime] = []
    for index in sorted { ends.append(max(ends.last ?? ranges[index].end, ranges[index].end)) }
    self.sorted = sorted
    self.ranges = ranges
    self.ends = ends
  }

  /// The cues that may show in a stretch, in the order of their file.
  func indices(in stretch: TimeRange) -> [Int] {
    let first = ends.partitioningIndex { $0 > stretch.start }
    return sorted[first...].prefix { ranges[$0].start < stretch.end }
      .filter { ranges[$0].intersection(stretch) != nil }.sorted()
  }
}

extension SubtitleBuilding {
  struct ResolvedSource {
    let subtitles: ResolvedSubtitles
    let placed: [PlacedCue]
  }

  mutating func resolve(_ source: SubtitleSource) -> ResolvedSource? {
    guard let takes = takes(of: source) else { return nil }
    var cues = source.cues
    var placed: [PlacedCue] = []
    let order = SubtitleOrder(cues.map(\.cue.range))
    for take in takes {
      for index in order.indices(in: take.media) {
        let found: PlacedCue?
        // Subtitles have their words by lines, transcripts by what is heard.
        let heard =
          source.file?.format == .transcript ? cues[index].cue.words(spokenIn: take.media) : cues[index].cue
        guard let heard else { continue }
        do throws(TimeOverflow) { found = try PlacedCue(heard, in: take) } catch {
          reportOverflow(at: cues[index].place)
          return nil
        }
        guard let cue = found else { continue }
        cues[index].shown.append(cue.shown)
        if let frames = rate.flatMap({ $0.frames(of: cue.shown) }) {
          cues[index].hasFrame = cues[index].hasFrame == true || !frames.isEmpty
        }
        placed.append(cue)
      }
    }
    // If cues begin together, the order of the file decides.
    let sorted = placed.enumerated().sorted {
      ($0.element.shown.start, $0.offset) < ($1.element.shown.start, $1.offset)
    }
    return ResolvedSource(
      subtitles: ResolvedSubtitles(
        track: source.track, label: source.label, format: source.file?.format, cues: cues,
        takeCount: source.medium == nil ? nil : takes.count),
      placed: sorted.map(\.element))
  }

  /// The takes in which a track's own time runs; nil if they are unknown.
  private mutating func takes(of source: SubtitleSource) -> [SubtitleTake]? {
    guard let medium = source.medium else {
      guard let timelineEnd else { return nil }
      return takes(MediaClock(start: .zero), from: .zero, lasting: timelineEnd, at: source.track.place)
    }
    let declared = script.declaredFiles
    var takes: [SubtitleTake] = []
    func isOfMedium(_ name: Located<String>) -> Bool { (declared[name.value]?.value ?? name.value) == medium }
    var heard: AngleSound?
    for item in items where item.list == .timeline {
      if let part = item.item.anglePart, part.number == 0 { heard = item.matched.angleSound }
      if item.item.anglePart != nil, let heard, isOfMedium(heard.angle.media) {
        // What is heard all the time is not divided where the picture changes.
        guard item.matched.angleSound != nil else { continue }
        guard let range = item.timelineRange,
          let found = self.takes(
            heard.clock, from: range.start, lasting: heard.length, at: item.item.kindRange)
        else { return nil }
        takes += found
        continue
      }
      guard case .clip(let name) = item.item.kind, isOfMedium(name) else { continue }
      guard let playing = item.playing, let range = item.timelineRange, let length = item.length else {
        return nil
      }
      // Media time does not pass while one picture is frozen.
      if item.isFrozen { continue }
      guard let found = self.takes(playing.clock, from: range.start, lasting: length, at: item.item.kindRange)
      else { return nil }
      takes += found
    }
    return takes
  }

  /// The takes of an item; nil after a finding.
  mutating func takes(
    _ clock: MediaClock, from start: RationalTime, lasting length: RationalTime, at place: SourceRange
  ) -> [SubtitleTake]? {
    do throws(TimeOverflow) {
      if let stretches = try clock.stretches(until: length, most: SubtitleDrafts.mostPasses) {
        return stretches.map { SubtitleTake(stretch: $0, timelineStart: start) }
      }
    } catch {
      reportOverflow(at: place)
      return nil
    }
    report(
      .tooManyPasses(at: place))
    return nil
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func tooManyPasses(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .tooLarge,
      "the item plays more than \(SubtitleDrafts.mostPasses) times, the maximum for subtitles", at: place,
      hint: "remove its subtitles, or loop a longer take")
  }
}
