import Basics
import Composition
import Diagnostics
import EditScript

/// The subtitles of a film.
struct SubtitledFilm {
  /// The tracks whose times are known.
  let tracks: [ResolvedSubtitles]
  /// The subtitles that become streams of the file.
  let streams: [SubtitleStream]
  /// The subtitles that become files beside the film.
  let sidecars: [SubtitleSidecar]
  /// The subtitles that are drawn over everything else.
  let layers: [Layer]
  /// The letters that fonts must have to draw them.
  let wantedLetters: [SubtitleLetters]
  /// Whether every track was resolved and all fonts were read.
  let isComplete: Bool
}

/// Resolves every subtitle track: its content (`SubtitleSource`), its times (`SubtitleTake`), its output.
struct SubtitleBuilding: LoweringPhase {
  var context: LoweringContext
  let canvas: ResolvedCanvas?
  let rate: FrameRate?
  let media: FilmMedia
  let items: [TimedItem]
  let timelineEnd: RationalTime?
  var streams: [SubtitleStream] = []
  private var sidecars: [SubtitleSidecar] = []
  let markers: [String: RationalTime?]
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
    // The languages of the tracks that the output leaves out.
    var otherLanguages: [String?] = []
    let named = ItemNames(items, written: script.allItems)
    let kept = keptSubtitles()
    var keptStreams = KeptStreams()
    for (number, track) in (script.subtitles + kept).enumerated() {
      let isKept = number >= script.subtitles.count
      guard var source = source(of: track, named: named) else {
        isComplete = false
        continue
      }
      if let most = track.style?.value.mostWords {
        source.cues = source.cues.flatMap { cue in
          cue.cue.parts(ofWords: most.value).map { ResolvedCue(cue: $0, place: cue.place) }
        }
      }
      if !source.isComplete { isComplete = false }
      reportProblems(of: source)
      if let canvas {
        for finding in SubtitleStyleCheck(source, on: canvas).findings { report(finding) }
      }
      if let length = track.style?.value.highlight?.value.length { _ = wayLength(length, rate: rate) }
      guard let resolved = resolve(source) else {
        isComplete = false
        continue
      }
      let language = track.language?.value ?? source.language
      guard isWanted(language) else {
        otherLanguages.append(language)
        continue
      }
      // The media's own are not judged as those of the script are.
      if !isKept { tracks.append(resolved.subtitles) }
      let stream = SubtitleStream(
        label: source.label, language: language, title: track.title?.value,
        cues: resolved.placed.map { .init(timelineRange: $0.shown, text: $0.cue.text) })
      switch isText ? .stream : track.mode?.value ?? .burn {
      case .stream where isKept: keptStreams.add(stream, of: source.medium, to: &streams)
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
    keptStreams.sortCues(of: &streams)
    addStreamsOfScripts()
    if isText {
      chooseText()
    } else {
      chooseStreams(hasOthers: !tracks.isEmpty || keptStreams.hasAny, otherLanguages)
    }
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
    // The length of the film was checked: it has a frame count.
    guard let range = TimeRange(start: .zero, end: end), let count = canvas.rate.frame(at: end)?.value else {
      return
    }
    let letters = draft.letters
    wantedLetters.append(letters)
    guard case .found(let fonts, _, _, let substitutions)? = table.subtitleFonts[letters] else {
      if case .failed(.fontFile(let number, let failure))? = table.subtitleFonts[letters] {
        report(.badFontFile(draft.fontFiles[number], failure))
      }
      isComplete = false
      return
    }
    for substitution in substitutions {
      for origin in draft.origins(asking: substitution) { report(.otherFont(substitution, origin)) }
    }
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    layers.append(
      Layer(
        label: draft.label, timelineRange: range, frames: 0..<max(0, count),
        picture: .subtitles(draft.picture(fonts)), contentBox: whole, visibleBox: whole))
  }

  /// Whether the output is a text file, without any drawing.
  private var isText: Bool { output.flatMap { Container(ofFile: $0.file.value) }?.isText == true }

  /// Whether the output of a film uses a track; a subtitle file chooses among all of them.
  private func isWanted(_ language: String?) -> Bool {
    guard !isText, let wanted = output?.subtitles else { return true }
    return language.map { isSameLanguage($0, wanted.value) } ?? false
  }

  /// Removes streams of other scripts in other languages, and reports an output whose language no track has.
  private mutating func chooseStreams(hasOthers: Bool, _ others: [String?]) {
    guard let wanted = output?.subtitles else { return }
    var languages: [String] = []
    for case let language? in others + streams.map(\.language) where !languages.contains(language) {
      languages.append(language)
    }
    streams = streams.filter { isWanted($0.language) }
    if streams.isEmpty, !hasOthers, isComplete {
      report(.noSingleSubtitles(0, in: wanted.value, of: languages, at: wanted.range))
    }
  }

  /// Chooses the subtitles of an output that is a subtitle file.
  private mutating func chooseText() {
    guard let output, case .subtitles(let format)? = Container(ofFile: output.file.value)?.declaration.text
    else {
      streams = []
      return
    }
    let wanted = output.subtitles?.value
    let chosen = streams.filter { stream in
      wanted.map { wanted in stream.language.map { isSameLanguage($0, wanted) } ?? false } ?? true
    }
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
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func subtitlesWithoutPicture(_ label: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the subtitles '\(label)' are not drawn: no output has a picture", at: place,
      hint: "remove them, or add an output with a picture")
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
      ["the film has \(count) subtitle tracks", kind].filter { !$0.isEmpty }.joined(separator: " ")
        + ", but the file can contain only one",
      at: place,
      hint: language == nil && !known.isEmpty
        ? "write \(known) in the output; make one output for each" : "give each track a different `language`")
  }

  fileprivate static func sameSidecar(_ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateName, "two subtitle files would have the same name, '\(name)'", at: place,
      hint: "give the tracks different values of `language` or `format`")
  }

  fileprivate static func tooManySubtitles(_ most: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .tooLarge,
      "\(most) subtitles show at the same time; at most \(SubtitleDrafts.mostAtOnce) can be drawn",
      at: place, hint: "look for cues that never end")
  }

}
