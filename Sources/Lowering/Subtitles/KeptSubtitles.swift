import Basics
import Composition
import Diagnostics
import EditScript

// The subtitle streams of the clips in the timeline, which an output keeps. They are ordinary tracks of the media, so
// that they are cut and timed as the takes are.

extension SubtitleBuilding {
  /// The tracks that the output keeps; reports those that it cannot.
  mutating func keptSubtitles() -> [SubtitleTrack] {
    guard let output, let word = output.kept(.subtitles) else { return [] }
    let container = Container(ofFile: output.file.value)
    if let container, !container.keepsSubtitles(inFragments: output.fragment != nil) {
      report(.containerHasNoSubtitles(container, isFragmented: output.fragment != nil, at: word.range))
      return []
    }
    var kept: [SubtitleTrack] = []
    var seen: Set<Int> = []
    var isKnown = true
    for item in items where item.list == .timeline {
      guard case .clip(let name) = item.item.kind, item.source.film == nil else { continue }
      guard let medium = item.source.medium else {
        isKnown = false
        continue
      }
      guard seen.insert(medium).inserted else { continue }
      let reference = media.references[medium]
      let used = numbersUsed(of: reference)
      let all = reference.facts.otherTracks.filter { $0.kind == "subtitle" }
      for (number, track) in all.enumerated() where !used.contains(track.streamIndex) {
        guard track.isSubtitleText else {
          report(.subtitlesCannotBeKept(of: reference.spelling, track, at: word.range))
          continue
        }
        var written = SubtitleTrack(content: .ofMedium, place: word.range)
        written.medium = Located(name.value, at: word.range)
        written.stream = Located(number, at: word.range)
        written.mode = Located(.stream, at: word.range)
        kept.append(written)
      }
      if !used.isEmpty { isKnown = false }
    }
    if kept.isEmpty, isKnown, !context.findings.hasErrors { report(.noSubtitlesToKeep(at: word.range)) }
    return kept
  }

  /// The streams of a file that the script itself uses.
  private func numbersUsed(of medium: MediaReference) -> Set<Int> {
    Set(
      script.subtitles.compactMap { track in
        guard case .ofMedium = track.content, script.words(of: track) == nil, let name = track.medium,
          (script.declaredFiles[name.value]?.value ?? name.value) == medium.spelling
        else { return nil }
        return SubtitleChoice(track, of: medium.spelling, medium.facts).track?.streamIndex
      })
  }
}

/// The streams that an output keeps: the first one of a language in each file becomes the film's first kept one of
/// that language, and so on.
struct KeptStreams {
  /// Their indices among all streams, by language.
  private var indices: [String?: [Int]] = [:]
  /// How many streams of each file and language there were.
  private var counts: [Origin: Int] = [:]

  private struct Origin: Hashable {
    let medium: String?
    let language: String?
  }

  var hasAny: Bool { !indices.isEmpty }

  mutating func add(_ stream: SubtitleStream, of medium: String?, to streams: inout [SubtitleStream]) {
    let origin = Origin(medium: medium, language: stream.language)
    let number = counts[origin, default: 0]
    counts[origin] = number + 1
    if let known = indices[stream.language], number < known.count {
      streams[known[number]].cues += stream.cues
    } else {
      indices[stream.language, default: []].append(streams.count)
      streams.append(stream)
    }
  }

  func sortCues(of streams: inout [SubtitleStream]) {
    for index in indices.values.joined().sorted() { streams[index].sortCues() }
  }
}

extension Container {
  /// Whether it stores subtitle streams, or is a file of subtitles. FFmpeg omits the durations of cues in fragments.
  fileprivate func keepsSubtitles(inFragments isFragmented: Bool) -> Bool {
    if case .subtitles? = declaration.text { return true }
    return declaration.subtitles != nil && !isFragmented
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func containerHasNoSubtitles(
    _ container: Container, isFragmented: Bool, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      "\(isFragmented ? "fragmented " : "").\(container.rawValue) files cannot store subtitle streams",
      at: place,
      hint: "remove `subtitles` from `keep`, or use another file type")
  }

  fileprivate static func subtitlesCannotBeKept(
    of medium: String, _ track: OtherTrackFacts, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      "stream \(track.streamIndex) of '\(medium)' has subtitles that are not text (\(track.codec)), which cannot be kept",
      at: place,
      hint: "keep the others by name: `subtitles: [{of: \(medium), stream: 0, mode: stream}]`")
  }

  fileprivate static func noSubtitlesToKeep(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "no clip of the timeline has subtitles in its file, so there are none to keep", at: place,
      hint: "remove `subtitles` from `keep`")
  }
}
