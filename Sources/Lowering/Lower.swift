import Basics
import Composition
import Diagnostics
package import EditScript

/// Resolves a script for one of its outputs, or for its own canvas if `output` is nil.
///
/// Never throws and never stops at the first mistake: resolves every item that it can, and reports why it
/// cannot resolve the others.
package func lower(_ script: EditScript, for output: Output? = nil, media: MediaTable) -> LoweredFilm {
  var lowering = FilmLowering(.whole, LoweringContext(script: script, output: output, table: media))
  let film = lowering.resolved()
  // Channels depend on the speakers: tracks with other numbers of channels are films of their own.
  var others: [Int: ResolvedFilm] = [:]
  for track in output?.tracks ?? [] {
    let count = film.context.channelCount(of: track)
    guard let output, count != film.context.mixFormat.channelCount, others[count] == nil else { continue }
    var lowering = FilmLowering(
      .whole, LoweringContext(script: script, output: output.playing(track), table: media))
    others[count] = lowering.resolved()
  }
  return film.film(others: others)
}

/// The roles of lowered films. They differ in their canvas and in the settings of the whole film.
enum FilmRole {
  case whole
  /// A sequence, on the canvas of the film that plays it, transparent where nothing covers it.
  case sequence(FilmCanvas)
  /// Another script in the mix format of the film that plays it, on that film's canvas if it inherits it and else
  /// on its own; also transparent, unless it has a background.
  case script(MixFormat, inherited: FilmCanvas?)

  /// The canvas of the film that plays this one; nil for a film with its own.
  var inherited: FilmCanvas? {
    switch self {
    case .whole: nil
    case .sequence(let canvas): canvas
    case .script(_, let inherited): inherited
    }
  }
}

/// Runs the phases of one film in order.
struct FilmLowering {
  let role: FilmRole
  private(set) var context: LoweringContext

  init(_ role: FilmRole, _ context: LoweringContext) {
    self.role = role
    self.context = context
  }

  /// Runs the phases up to the times of items, which measuring text requires.
  mutating func timed() -> TimedFilm {
    if case .whole = role { context.checkFilmCount() }
    if let canvas = role.inherited?.canvas { context.isHeardOnly = !canvas.hasPicture }
    if context.dependsOnShape, let size = measureCanvas() { context.choose(size) }
    context.script = context.script.withAngleParts()
    let written = WrittenFilm(context.script)
    var matched = run { MediaMatching(written, context: $0) }
    let canvas =
      switch role {
      case .whole: run { CanvasResolution(matched, context: $0) }
      case .sequence(let canvas): canvas.over(.transparent)
      case .script(let mix, let inherited):
        (inherited ?? run { CanvasResolution(matched, context: $0) }).mixed(in: mix)
          .over(context.script.canvas.background?.value ?? .transparent)
      }
    context.countsNoFrames = canvas.canvas?.hasPicture == false && canvas.rate == nil
    matched = run { SpokenTakes(matched, on: canvas, context: $0) }
    matched = run { AngleTakes(matched, on: canvas, context: $0) }
    matched = run { FilmPlaying(matched, on: canvas, context: $0) }
    return run { Placement(matched, on: canvas, context: $0) }
  }

  /// The size of the canvas before shapes override anything; nil if unknown. Findings are not reported.
  private mutating func measureCanvas() -> PixelSize? {
    if let inherited = role.inherited { return inherited.canvas?.size }
    if case .exactly(let width, let height)? = (context.output?.size ?? context.script.canvas.size)?.value {
      return PixelSize(width: width, height: height)
    }
    var matching = MediaMatching(WrittenFilm(context.script), context: context)
    let matched = matching.run()
    context.measuredScripts = matching.context.measuredScripts
    context.budget.films = matching.context.budget.films
    context.budget.items = matching.context.budget.items
    var resolution = CanvasResolution(matched, context: context)
    return resolution.run().canvas?.size
  }

  /// The fonts that the film needs, as far as its items have times.
  mutating func wantedFonts() -> WantedFonts {
    context.wantsOnlyTexts = true
    let timed = timed()
    let subtitled = run { SubtitleBuilding(timed, context: $0) }
    return WantedFonts(
      texts: timed.wantedTexts(context.table),
      subtitles: timed.media.wantedSubtitles + subtitled.wantedLetters)
  }

  mutating func resolved() -> ResolvedFilm {
    let timed = timed()
    let seen = run { PictureBuilding(timed, context: $0) }
    let heard = run { SoundBuilding(timed, seen, context: $0) }
    let subtitled = run { SubtitleBuilding(timed, context: $0) }
    guard case .whole = role else {
      return ResolvedFilm(
        context: context, timed: timed, seen: seen, heard: heard, subtitled: subtitled, marked: MarkedFilm(),
        checks: FilmChecks(), trackSounds: [])
    }
    let trackSounds = run { TrackSelection(timed, heard, context: $0) }
    let marked = run { MarkerPlacing(timed, context: $0) }
    context.reportLock(recorded: timed.media.recordedFiles)
    let checks = run { CheckResolution(timed, heard, context: $0) }
    return ResolvedFilm(
      context: context, timed: timed, seen: seen, heard: heard, subtitled: subtitled, marked: marked,
      checks: checks, trackSounds: trackSounds)
  }

  private mutating func run<Phase: LoweringPhase>(_ start: (LoweringContext) -> Phase) -> Phase.Result {
    var phase = start(context)
    let result = phase.run()
    context = phase.context
    return result
  }
}

/// The results of all phases of a film: a class, because it is large and every item reads it.
final class ResolvedFilm {
  let context: LoweringContext
  let timed: TimedFilm
  let seen: LoweredPicture
  let heard: LoweredSound
  let subtitled: SubtitledFilm
  let marked: MarkedFilm
  let checks: FilmChecks
  /// The indices of the sounds of each track that the output lists.
  let trackSounds: [[Int]]

  init(
    context: LoweringContext, timed: TimedFilm, seen: LoweredPicture, heard: LoweredSound,
    subtitled: SubtitledFilm,
    marked: MarkedFilm, checks: FilmChecks, trackSounds: [[Int]]
  ) {
    self.context = context
    self.timed = timed
    self.seen = seen
    self.heard = heard
    self.subtitled = subtitled
    self.marked = marked
    self.checks = checks
    self.trackSounds = trackSounds
  }

  /// `others` are the same film with other numbers of channels, for tracks that use them.
  func film(others: [Int: ResolvedFilm] = [:]) -> LoweredFilm {
    var composition = composition()
    if let film = composition {
      composition?.mixes = mixes(film, others: others)
      if let mixes = composition?.mixes, mixes.count != trackSounds.count { composition = nil }
    }
    // An audio-only film has no frames, even if the script counts in them.
    let rate = timed.canvas.canvas?.hasPicture == false ? nil : timed.canvas.rate
    return LoweredFilm(
      composition: composition, diagnostics: diagnostics(others), places: places,
      duration: timed.timelineEnd, rate: rate, script: context.script, text: context.text,
      output: context.output, canvas: timed.canvas.canvas,
      media: zip(timed.media.references, timed.media.places).map { ResolvedMedium(reference: $0, place: $1) },
      items: timed.items.indices.map { ResolvedItem(self, $0) },
      transitions: timed.transitions.map { ResolvedTransition($0, rate: rate) },
      subtitles: subtitled.tracks, captionLimits: checks.captions,
      missingLetters: context.table.missingLetters,
      coloredLetters: context.table.coloredLetters, picturedLetters: context.table.picturedLetters,
      films: timed.media.playedFilms, markers: marked.markers, keptChapters: marked.keptChapters,
      trackSounds: trackSounds)
  }

  /// Errors in any form of the film, and other findings that all forms share.
  private func diagnostics(_ others: [Int: ResolvedFilm]) -> [Diagnostic] {
    guard !others.isEmpty else { return context.findings.list }
    let lists = others.sorted { $0.key < $1.key }.map(\.value.context.findings.list)
    let own = context.findings.list.filter { finding in
      finding.severity == .error || lists.allSatisfy { $0.contains(finding) }
    }
    return own + lists.flatMap { $0.filter { $0.severity == .error && !own.contains($0) } }
  }

  /// The film, if nothing in it is missing. Missing things are reported where they are needed.
  func composition() -> Composition? {
    guard !context.findings.hasErrors, subtitled.isComplete, seen.isComplete,
      let canvas = timed.canvas.canvas, let timelineEnd = timed.timelineEnd,
      timed.items.allSatisfy(\.isKnown), timed.transitions.allSatisfy({ $0.matched.picture != .unknown }),
      timed.media.films.allSatisfy({ $0.composition != nil }),
      let frameCount = canvas.rate.frame(at: timelineEnd)
    else { return nil }
    var references = timed.media.references
    for index in references.indices {
      references[index].coded = context.table.coded[references[index].spelling]
    }
    var composition = Composition(
      canvas: Canvas(
        size: canvas.size, rate: canvas.rate, background: canvas.background, color: canvas.color,
        depth: canvas.depth),
      mix: canvas.mix, duration: timelineEnd, frameCount: frameCount.value, media: references,
      layers: seen.layers + subtitled.layers, transitions: seen.transitions, sounds: heard.sounds,
      stems: stems, soundChecks: checks.sound, subtitles: subtitled.streams,
      films: timed.media.films.compactMap(\.nested), luts: seen.luts)
    composition.sidecars = subtitled.sidecars
    composition.cover = timed.media.cover
    composition.chapters = marked.chapters
    composition.fileChecks = checks.file
    return composition
  }

  /// The stems: the sound of the timeline with its overlays, and each audio item.
  private var stems: [SoundStem] {
    guard context.output?.hasStems?.value == true else { return [] }
    let items = Array(zip(timed.items, heard.items))
    let timeline = items.compactMap { item, heard in item.list == .audio ? nil : heard.sound }
    let others = items.compactMap { item, heard in
      item.list != .audio
        ? nil
        : heard.sound.map { sound in
          SoundStem(name: item.label, language: item.matched.soundTrack?.language, sounds: [sound])
        }
    }
    return (timeline.isEmpty ? [] : [SoundStem(name: "story", sounds: timeline)]) + others
  }

  /// Items and transitions, in the order of the script.
  private var places: [ItemPlace] {
    var transitions = timed.transitions[...]
    var items = timed.items.indices[...]
    let script = context.script
    return [script.timeline, script.overlays, script.audio].flatMap { list in
      list.lazy.filter(\.isEnabled).compactMap { entry in
        entry.isTransition
          ? transitions.popFirst().map { ItemPlace($0) } : items.popFirst().map { ItemPlace(self, $0) }
      }
    }
  }
}
