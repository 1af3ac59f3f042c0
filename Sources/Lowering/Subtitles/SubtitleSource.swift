import Basics
import Composition
import Diagnostics
import EditScript

/// A track with the cues of its file or of the script.
struct SubtitleSource {
  let track: SubtitleTrack
  var file: SubtitleFile?
  var cues: [ResolvedCue] = []
  /// Whether the times of all cues are known.
  var isComplete = true
  /// The media file that the times refer to.
  var medium: String?
  /// The language of a track inside a media file; nil for other subtitles.
  var language: String?
  /// Whether the cues are those of the media's `words`.
  var isTranscriptOfMedium = false

  init(track: SubtitleTrack) {
    self.track = track
  }

  var label: String {
    if case .ofMedium = track.content { return medium ?? "" }
    return track.file?.value ?? "cues"
  }
}

extension SubtitleBuilding {
  /// Nil if it is unknown, or was reported.
  mutating func source(of track: SubtitleTrack, named: ItemNames) -> SubtitleSource? {
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
      // The others have findings, or depend on something unknown.
      source.isComplete = source.cues.count == cues.count
    }
    return source
  }

  /// The track of a media file; nil if the file's facts are unknown, or if the track is missing or unread.
  private mutating func subtitles(in source: SubtitleSource) -> SubtitleSource? {
    guard let medium = source.medium, let name = source.track.medium,
      let facts = media.references.first(where: { $0.spelling == medium })?.facts
    else {
      // Media that nothing plays have no takes to follow. Unknown media have a finding.
      guard let name = source.track.medium, let medium = source.medium, !script.mediaFiles.contains(medium)
      else { return nil }
      report(.subtitlesOfUnusedMedia(medium, at: name.range))
      return source
    }
    if let words = script.words(of: source.track) {
      guard let file = table.subtitles[words.value] else { return nil }
      var source = source
      source.isTranscriptOfMedium = true
      source.file = file
      source.cues = file.cues.map { ResolvedCue(cue: $0, place: name.range) }
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

  /// The file of a name or a path.
  private mutating func file(named name: Located<String>) -> String? {
    if let declared = script.declaredFiles[name.value] { return declared.value }
    if name.value.looksLikePath { return name.value }
    context.reportUnknownMedia(name)
    return nil
  }

  /// When a cue of the script shows, in film time or media time.
  private mutating func range(
    of cue: WrittenCue, _ medium: String?, _ named: ItemNames
  ) -> TimeRange? {
    let facts = medium.flatMap { file in media.references.first { $0.spelling == file }?.facts }
    let length = medium == nil ? timelineEnd : facts?.extent.finite
    let axis = TimeAxis(rate: rate, length: length)
    let (items, markers, known, films) = (items, markers, script.markers.map(\.name.value), media)
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
      } chapters: { reference throws(TimeProblem) in
        let name = reference.item ?? ""
        guard medium == nil else { throw .nameNotAllowed(name) }
        guard named[name] != nil else { throw .unknownName(name) }
        return try films.time(of: reference, playedBy: named.all(name).map { items[$0] })
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

  /// Reports a cue that counts from the end of media that the film does not read, or whose end is unknown.
  private mutating func reportUnknownEnd(of medium: String, _ facts: MediaFacts?, at place: SourceRange) {
    let hint = "write the times of the cue from the start: `at: 2s..4s`"
    if facts != nil { return reportUnknownLength(of: medium, at: place, hint: hint) }
    // Unknown media that items play have a finding.
    guard !script.mediaFiles.contains(medium) else { return }
    report(
      .cueCountsFromUnknownEnd(of: medium, at: place, hint: hint))
  }

  mutating func reportProblems(of source: SubtitleSource) {
    // Those of a transcript are reported where it is declared.
    guard let file = source.file, !source.isTranscriptOfMedium else { return }
    reportProblems(of: file, named: source.label, at: source.track.place)
  }
}

extension LoweringPhase {
  /// Reports the problems of a file with subtitles or words.
  mutating func reportProblems(of file: SubtitleFile, named name: String, at place: SourceRange) {
    let most = 10
    for problem in file.problems.prefix(most) { report(.subtitleProblem(problem, in: name, at: place)) }
    guard file.problemCount > most else { return }
    let rest = file.problems.dropFirst(most)
    let isWorse = file.problemCount > file.problems.count || rest.contains { $0.gravity == .mistake }
    report(.moreSubtitleProblems(file.problemCount - most, isMistake: isWorse, in: name, at: place))
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func cueIsEmpty(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyRange, "the cue has no duration, so it is never shown", at: place,
      hint: "the end of a range is exclusive")
  }

  fileprivate static func cueCountsFromUnknownEnd(of medium: String, at place: SourceRange, hint: String)
    -> Diagnostic
  {
    Diagnostic(
      .takeOutsideMedia, "no item plays '\(medium)', so the end from which this cue counts is unknown",
      at: place, hint: hint)
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
