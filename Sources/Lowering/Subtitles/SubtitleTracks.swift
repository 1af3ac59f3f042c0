import Basics
import Composition
import Diagnostics
import EditScript
import MediaFacts
import Subtitles
import Vocabulary

/// The subtitles of a film.
struct SubtitledFilm {
  /// Those of which it is known when they show.
  let tracks: [ResolvedSubtitles]
  /// What is kept as streams beside the film.
  let streams: [SubtitleStream]
  /// What is written into files beside the film.
  let sidecars: [SubtitleSidecar]
  /// What is drawn over everything else.
  let layers: [Layer]
  /// What is asked of fonts to draw them.
  let wantedLetters: [SubtitleLetters]
  /// Whether every track could be resolved, and all fonts were looked for.
  let isComplete: Bool
}

/// Resolves every track of subtitles: when its cues show, and what becomes of them.
struct SubtitleBuilding: LoweringPhase {
  var context: LoweringContext
  let canvas: ResolvedCanvas?
  let rate: FrameRate?
  let media: FilmMedia
  let items: [TimedItem]
  let timelineEnd: RationalTime?
  var streams: [SubtitleStream] = []
  private var sidecars: [SubtitleSidecar] = []
  private let markers: [String: RationalTime?]
  private var layers: [Layer] = []
  private var wantedLetters: [SubtitleLetters] = []
  private var isComplete = true

  init(_ timed: TimedFilm, context: LoweringContext) {
    self.context = context
    (canvas, rate, media) = (timed.canvas.canvas, timed.canvas.rate, timed.media)
    (items, timelineEnd) = (timed.items, timed.timelineEnd)
    markers = Dictionary(
      zip(context.script.markers.map(\.name.value), timed.markerTimes),
      uniquingKeysWith: { first, _ in first })
  }

  mutating func run() -> SubtitledFilm {
    var drawn = SubtitleDrafts()
    var tracks: [ResolvedSubtitles] = []
    let named = ItemNames(items, written: script.allItems)
    for track in script.subtitles {
      guard let source = source(of: track, named: named) else {
        isComplete = false
        continue
      }
      if !source.isComplete { isComplete = false }
      reportProblems(of: source)
      if let canvas {
        for finding in SubtitleStyleCheck(source, on: canvas).findings { report(finding) }
      }
      guard let resolved = resolve(source) else {
        isComplete = false
        continue
      }
      tracks.append(resolved.subtitles)
      let stream = SubtitleStream(
        label: source.label, language: track.language?.value ?? source.language, title: track.title?.value,
        cues: resolved.placed.map { .init(timelineRange: $0.shown, text: $0.cue.text) })
      switch isText ? .stream : track.mode?.value ?? .burn {
      case .stream: streams.append(stream)
      case .sidecar:
        addSidecar(SubtitleSidecar(subtitles: stream, format: track.format?.value ?? .subRip), of: source)
      case .burn:
        guard let canvas else { break }
        if canvas.hasPicture {
          drawn.add(resolved.placed, of: source, on: canvas)
        } else {
          report(.subtitlesWithoutPicture(source.label, at: track.place))
        }
      }
    }
    addStreamsOfScripts()
    if isText { chooseText() }
    if let canvas, let timelineEnd {
      for picture in drawn.finished() { addLayer(picture, canvas, end: timelineEnd) }
    }
    return SubtitledFilm(
      tracks: tracks, streams: streams, sidecars: sidecars, layers: layers, wantedLetters: wantedLetters,
      isComplete: isComplete)
  }

  private mutating func addLayer(
    _ draft: SubtitleDrafts.Draft, _ canvas: ResolvedCanvas, end: RationalTime
  ) {
    if let most = draft.mostAtOnce, most > SubtitleDrafts.mostAtOnce {
      report(
        .tooManySubtitles(most, at: draft.place))
      return
    }
    // The length of the film was checked: it has a number of frames.
    guard let range = TimeRange(start: .zero, end: end), let count = canvas.rate.frame(at: end)?.value else {
      return
    }
    let letters = SubtitleLetters(header: draft.header, events: draft.events)
    wantedLetters.append(letters)
    guard case .found(let fonts, _, _, let substitutions)? = table.subtitleFonts[letters] else {
      isComplete = false
      return
    }
    for substitution in substitutions {
      report(
        .otherFont(substitution, in: draft.name, line: draft.line(asking: substitution), at: draft.place))
    }
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    layers.append(
      Layer(
        label: draft.label, timelineRange: range, frames: 0..<max(0, count),
        picture: .subtitles(draft.picture(fonts)), contentBox: whole, visibleBox: whole))
  }

  /// Whether the output is a text, on which nothing is drawn.
  private var isText: Bool { output.flatMap { Container(ofFile: $0.file.value) }?.isText == true }

  /// The subtitles that the output is the file of.
  private mutating func chooseText() {
    guard let output, case .subtitles(let format)? = Container(ofFile: output.file.value)?.textContent else {
      streams = []
      return
    }
    let chosen = streams.filter { output.subtitles == nil || $0.language == output.subtitles?.value }
    let languages = streams.compactMap(\.language)
    streams = []
    if chosen.count == 1 {
      sidecars = [SubtitleSidecar(subtitles: chosen[0], format: format)]
    } else if isComplete {
      report(
        .noSingleSubtitles(
          chosen.count, in: output.subtitles?.value, of: languages,
          at: (output.subtitles ?? output.file).range))
    }
  }

  private mutating func addSidecar(_ sidecar: SubtitleSidecar, of source: SubtitleSource) {
    let name = sidecar.path(besideFilm: "film")
    if sidecars.contains(where: { $0.path(besideFilm: "film") == name }) {
      report(.sameSidecar(name, at: source.track.place))
    }
    sidecars.append(sidecar)
  }

  // MARK: What a track says

  /// Nil where that is not known, or was reported.
  private mutating func source(of track: SubtitleTrack, named: ItemNames) -> SubtitleSource? {
    var source = SubtitleSource(track: track)
    if let medium = track.medium {
      guard let file = file(named: medium) else { return nil }
      source.medium = file
    }
    if case .ofMedium = track.content {
    } else if let stream = track.stream {
      report(.streamOfOwnSubtitles(at: stream.range))
    }
    switch track.content {
    case .ofMedium: return subtitles(in: source)
    case .file(let file):
      guard !file.value.isURL, let content = table.subtitles[file.value] else { return nil }
      source.file = content
      source.cues = content.cues.map { ResolvedCue(cue: $0, place: file.range) }
    case .cues(let cues):
      source.cues = cues.compactMap { written in
        range(of: written, source.medium, named).map { range in
          let text = StyledText(plain: written.text.value)
          return ResolvedCue(
            cue: SubtitleCue(range: range, line: 0, text: text), place: written.at.range)
        }
      }
      // The others have findings, or depend on what is not known.
      source.isComplete = source.cues.count == cues.count
    }
    return source
  }

  /// The track of a media file; nil where its facts are not known, where it has none, or where it was not read.
  private mutating func subtitles(in source: SubtitleSource) -> SubtitleSource? {
    guard let medium = source.medium, let name = source.track.medium,
      let facts = media.references.first(where: { $0.spelling == medium })?.facts
    else {
      // Media that nothing plays have no takes to follow. Those that are not known have their finding.
      guard let name = source.track.medium, let medium = source.medium, !script.mediaFiles.contains(medium)
      else { return nil }
      report(.subtitlesOfUnusedMedia(medium, at: name.range))
      return source
    }
    let choice = SubtitleChoice(source.track, of: medium, facts)
    guard let track = choice.track else {
      report(choice.problem(at: (source.track.stream?.range ?? source.track.language?.range) ?? name.range))
      return nil
    }
    var source = source
    source.language = track.language
    switch table.mediaSubtitles[medium] {
    case .read(let tracks)?:
      let file = tracks[track.streamIndex] ?? SubtitleFile(format: .subRip)
      source.file = file
      source.cues = file.cues.map { ResolvedCue(cue: $0, place: name.range) }
      return source
    case .failed(let reason)?:
      report(.unreadableSubtitles(of: medium, reason, at: name.range))
      return nil
    case nil: return nil
    }
  }

  /// The file that a name or a path means.
  private mutating func file(named name: Located<String>) -> String? {
    if let declared = script.declaredFiles[name.value] { return declared.value }
    if name.value.looksLikePath { return name.value }
    context.reportUnknownMedia(name)
    return nil
  }

  /// When a cue of the script shows, on the film's axis or its media's.
  private mutating func range(
    of cue: WrittenCue, _ medium: String?, _ named: ItemNames
  ) -> TimeRange? {
    let facts = medium.flatMap { file in media.references.first { $0.spelling == file }?.facts }
    let length = medium == nil ? timelineEnd : facts?.extent.finite
    let axis = TimeAxis(rate: rate, length: length)
    let (items, markers, known) = (items, markers, script.markers.map(\.name.value))
    do throws(TimeProblem) {
      let range = try axis.range(cue.at.value) { name, edge throws(TimeProblem) in
        guard medium == nil else { throw .nameNotAllowed(name) }
        guard let first = named[name] else { throw .unknownName(name) }
        let index = edge == .start ? first : named.group(name)?.upperBound ?? first
        guard let range = items[index].timelineRange else { throw .unknownLength }
        return edge == .start ? range.start : range.end
      } markers: { name throws(TimeProblem) in
        guard medium == nil else { throw .nameNotAllowed(name) }
        guard let found = markers[name] else {
          throw .unknownMarker(name, known: known)
        }
        guard let time = found else { throw .unknownLength }
        return time
      }
      guard !range.isEmpty else {
        report(
          .cueIsEmpty(at: cue.at.range))
        return nil
      }
      return range
    } catch {
      context.report(error, at: cue.at.range)
      if error == .unknownLength, let medium { reportUnknownEnd(of: medium, facts, at: cue.at.range) }
      return nil
    }
  }

  /// A cue cannot count from the end of media that the film does not read, or that have no known end.
  private mutating func reportUnknownEnd(of medium: String, _ facts: MediaFacts?, at place: SourceRange) {
    let hint = "count the times of the cue from the start: `at: 2s..4s`"
    if facts != nil { return reportUnknownLength(of: medium, at: place, hint: hint) }
    // Media that items play and that are not known have their finding.
    guard !script.mediaFiles.contains(medium) else { return }
    report(
      .cueCountsFromUnknownEnd(of: medium, at: place, hint: hint))
  }

  // MARK: When its cues show

  private struct ResolvedSource {
    let subtitles: ResolvedSubtitles
    let placed: [PlacedCue]
  }

  private mutating func resolve(_ source: SubtitleSource) -> ResolvedSource? {
    guard let takes = takes(of: source) else { return nil }
    var cues = source.cues
    var placed: [PlacedCue] = []
    let order = SubtitleOrder(cues.map(\.cue.range))
    for take in takes {
      for index in order.indices(in: take.media) {
        let found: PlacedCue?
        do throws(TimeOverflow) { found = try PlacedCue(cues[index].cue, in: take) } catch {
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
    // The order of the file decides between cues that begin together.
    let sorted = placed.enumerated().sorted {
      ($0.element.shown.start, $0.offset) < ($1.element.shown.start, $1.offset)
    }
    return ResolvedSource(
      subtitles: ResolvedSubtitles(
        track: source.track, label: source.label, format: source.file?.format, cues: cues,
        takeCount: source.medium == nil ? nil : takes.count),
      placed: sorted.map(\.element))
  }

  /// The stretches of the film in which a track's own time runs; nil where they are not known.
  private mutating func takes(of source: SubtitleSource) -> [SubtitleTake]? {
    guard let medium = source.medium else {
      guard let timelineEnd else { return nil }
      return takes(MediaClock(start: .zero), from: .zero, lasting: timelineEnd, at: source.track.place)
    }
    let declared = script.declaredFiles
    var takes: [SubtitleTake] = []
    for item in items where item.list == .timeline {
      guard case .clip(let name) = item.item.kind,
        (declared[name.value]?.value ?? name.value) == medium
      else { continue }
      guard let playing = item.playing, let range = item.timelineRange, let length = item.length else {
        return nil
      }
      // No time of the media passes while one picture of it stands still.
      if item.isFrozen { continue }
      guard let found = self.takes(playing.clock, from: range.start, lasting: length, at: item.item.kindRange)
      else { return nil }
      takes += found
    }
    return takes
  }

  /// How an item plays what it shows; nil after a diagnostic.
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

  // MARK: Findings

  private mutating func reportProblems(of source: SubtitleSource) {
    guard let file = source.file else { return }
    let most = 10
    for problem in file.problems.prefix(most) {
      report(
        .subtitleProblem(problem, in: source.label, at: source.track.place))
    }
    guard file.problemCount > most else { return }
    let rest = file.problems.dropFirst(most)
    let isWorse = file.problemCount > file.problems.count || rest.contains { $0.gravity == .mistake }
    report(
      .moreSubtitleProblems(
        file.problemCount - most, isMistake: isWorse, in: source.label, at: source.track.place))
  }
}

/// A track with what its file or its cues say.
struct SubtitleSource {
  let track: SubtitleTrack
  var file: SubtitleFile?
  var cues: [ResolvedCue] = []
  /// Whether the times of all cues are known.
  var isComplete = true
  /// The file of the media that the times belong to.
  var medium: String?
  /// What the media say of a track in them; nil for other subtitles.
  var language: String?

  init(track: SubtitleTrack) {
    self.track = track
  }

  var label: String {
    if case .ofMedium = track.content { return medium ?? "" }
    return track.file?.value ?? "cues"
  }
}

/// A stretch of the film in which the time of a track runs, at whatever speed.
struct SubtitleTake {
  let stretch: PlayedStretch
  /// Where the item that plays it begins.
  let timelineStart: RationalTime

  var media: TimeRange { stretch.media }

  /// When something that has a time of the track shows in the film, and when it would if nothing were cut away.
  func times(of range: TimeRange) throws(TimeOverflow) -> (shown: TimeRange, whole: TimeRange)? {
    guard let times = try stretch.times(of: range) else { return nil }
    return (try times.shown.shifted(by: timelineStart), try times.whole.shifted(by: timelineStart))
  }
}

/// A cue in one stretch of the film.
struct PlacedCue {
  let cue: SubtitleCue
  /// What shows of it.
  let shown: TimeRange
  /// When it would show if nothing were cut away.
  let whole: TimeRange

  /// Nil where it does not show.
  init?(_ cue: SubtitleCue, in take: SubtitleTake) throws(TimeOverflow) {
    guard let times = try take.times(of: cue.range) else { return nil }
    (shown, whole) = times
    var cue = cue
    for index in cue.text.runs.indices {
      guard let time = cue.text.runs[index].time else { continue }
      if let played = try take.times(of: time) {
        cue.text.runs[index].time = played.shown
      } else {
        // Words before the take were spoken when it begins.
        let isBefore = time.end <= take.media.start
        cue.text.runs[index].time = TimeRange(at: isBefore ? times.shown.start : times.shown.end)
      }
    }
    self.cue = cue
  }
}

/// Finds the cues of a stretch without looking at all of them: a media file may be cut into thousands of takes.
private struct SubtitleOrder {
  /// Indices of cues in the order in which they begin.
  private let sorted: [Int]
  private let ranges: [TimeRange]
  /// The latest end of a cue and of all before it.
  private let ends: [RationalTime]

  init(_ ranges: [TimeRange]) {
    let sorted = ranges.indices.sorted { (ranges[$0].start, $0) < (ranges[$1].start, $1) }
    var ends: [RationalTime] = []
    for index in sorted { ends.append(max(ends.last ?? ranges[index].end, ranges[index].end)) }
    self.sorted = sorted
    self.ranges = ranges
    self.ends = ends
  }

  /// Those that may show in a stretch, in the order in which they stand in their file.
  func indices(in stretch: TimeRange) -> [Int] {
    let first = ends.partitioningIndex { $0 > stretch.start }
    return sorted[first...].prefix { ranges[$0].start < stretch.end }
      .filter { ranges[$0].intersection(stretch) != nil }.sorted()
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func subtitlesWithoutPicture(_ label: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the subtitles '\(label)' are not drawn: no output has a picture", at: place,
      hint: "remove them, or make an output with a picture")
  }

  fileprivate static func noSingleSubtitles(
    _ count: Int, in language: String?, of languages: [String], at place: SourceRange
  ) -> Diagnostic {
    let kind = language.map { "in '\($0)'" } ?? ""
    let known = languages.map { "`subtitles: \($0)`" }.joined(separator: " or ")
    guard count > 0 else {
      return Diagnostic(
        .outputCannotHold, ["the film has no subtitles", kind].filter { !$0.isEmpty }.joined(separator: " "),
        at: place,
        hint: known.isEmpty
          ? "write `subtitles: [subs/en.srt]` in the script, or remove the output" : "write \(known)")
    }
    return Diagnostic(
      .outputCannotHold,
      ["the film has \(count) tracks of subtitles", kind].filter { !$0.isEmpty }.joined(separator: " ")
        + ", and the file holds one",
      at: place,
      hint: language == nil && !known.isEmpty
        ? "write \(known) in the output, and an output for each" : "give each track a `language` of its own")
  }

  fileprivate static func sameSidecar(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateName, "two files beside the film would have the name '\(name)'", at: place,
      hint: "give the tracks different values of `language` or `format`")
  }

  fileprivate static func tooManySubtitles(_ most: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .tooLarge,
      "\(most) subtitles show at once, and no more than \(SubtitleDrafts.mostAtOnce) can be drawn",
      at: place, hint: "look for cues that never end")
  }

  fileprivate static func cueIsEmpty(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the cue ends when it starts, so it is never shown", at: place,
      hint: "the end of a range is not part of it")
  }

  fileprivate static func cueCountsFromUnknownEnd(of medium: String, at place: SourceRange, hint: String)
    -> Diagnostic
  {
    Diagnostic(
      .takeOutsideMedia, "no item plays '\(medium)', so the end that this cue counts from is not known",
      at: place, hint: hint)
  }

  fileprivate static func tooManyPasses(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .tooLarge,
      "the item plays more than \(SubtitleDrafts.mostPasses) times, and subtitles with it", at: place,
      hint: "leave its subtitles out, or loop a longer take")
  }

  fileprivate static func subtitleProblem(_ problem: SubtitleProblem, in label: String, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      problem.gravity == .mistake ? .subtitleSyntax : .subtitleLoss,
      "'\(label)' line \(problem.line), column \(problem.column): \(problem.message)",
      at: place)
  }

  fileprivate static func moreSubtitleProblems(
    _ count: Int, isMistake isWorse: Bool, in label: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      isWorse ? .subtitleSyntax : .subtitleLoss,
      "'\(label)' has \(count) more findings", at: place,
      hint: "fix the first ones and check again")
  }
}
