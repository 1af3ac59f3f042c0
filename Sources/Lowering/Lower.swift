package import Composition
package import Diagnostics
package import EditScript
package import EditTime
import MediaFacts
import SourceText

/// A script brought together with what is known of its media.
package struct LoweredFilm: Sendable {
  /// Nil when an error keeps the film from being complete, or media have not been looked at.
  package let composition: Composition?
  package let diagnostics: [Diagnostic]
  /// Of every enabled item, in the order of the script, as far as it is known.
  package let places: [ItemPlace]
  /// The end of the story, where it is known, whether or not there is a composition.
  package let duration: RationalTime?
  /// The rate of the canvas, where it is known.
  package let rate: FrameRate?
  // What it was made of, and what was found out, as far as mistakes let it: the rules look at this.
  package let script: EditScript
  package let output: Output?
  /// Nil where it hangs on media that are not known.
  package let canvas: ResolvedCanvas?
  /// The files that enabled items read, each once.
  package let media: [ResolvedMedium]
  /// The enabled items: the story, the overlays in the order they are drawn, the sounds.
  package let items: [ResolvedItem]
  /// Those of the story.
  package let transitions: [ResolvedTransition]
  /// Those tracks of subtitles of which it is known when they show.
  package let subtitles: [ResolvedSubtitles]
  /// Of what subtitles say, the letters that no font has; none where nobody looked at fonts.
  package let missingLetters: Set<Unicode.Scalar>
  /// The sequences and other scripts that items play, by what items call them.
  package let films: [PlayedName: LoweredFilm]
  /// Those of which it is known when they are, in the order of the script.
  package let markers: [ResolvedMarker]
}

/// Resolves a script for one of its outputs (or for its own canvas when `output` is nil).
///
/// Never throws and never stops at the first mistake: every item that can be resolved is, and every one
/// that cannot says why.
package func lower(_ script: EditScript, for output: Output? = nil, media: MediaTable) -> LoweredFilm {
  var lowering = Lowering(script: script, output: output, table: media)
  lowering.findMedia()
  lowering.chooseSounds()
  lowering.lowerScripts()
  lowering.resolveCanvas()
  lowering.resolve()
  lowering.resolveMarkers()
  lowering.reportLock()
  lowering.verifyChecks()
  return lowering.film()
}

extension Lowering {
  /// Everything that comes once the canvas is known, or known to be unknown.
  mutating func resolve() {
    lowerFilms()
    measureTransitions()
    placeStory()
    placeOverlaysAndSounds()
    buildLayers()
    buildTransitions()
    buildSounds()
    buildDucking()
    spliceSounds()
    buildSubtitles()
  }
}

/// The state of one lowering: each phase, in its own file, reads what earlier ones left here.
struct Lowering {
  let script: EditScript
  let output: Output?
  let table: MediaTable
  var diagnostics: [Diagnostic] = []

  /// Every item that takes part, in the order it is drawn or heard; later phases fill it in.
  var items: [PlacedItem] = []
  var transitions: [PlacedTransition] = []
  var references: [MediaReference] = []
  /// Where each file stands among them; brought up to date where it is needed.
  var referencePositions: [MediaReference: Int] = [:]
  /// Where the script names each of them: the declaration, or else the first item.
  var referencePlaces: [SourceRange] = []
  /// Nil where it hangs on media that are not known: times that count no frames are checked all the same.
  var rate: FrameRate?
  var canvas: ResolvedCanvas?
  /// The end of the story, or nil when some length in it is not known.
  var storyEnd: RationalTime?
  var layers: [Layer] = []
  var builtTransitions: [Transition] = []
  var sounds: [Sound] = []
  var subtitles: [ResolvedSubtitles] = []
  var subtitleStreams: [SubtitleStream] = []
  /// Whether every track could be resolved.
  var subtitlesAreKnown = true
  /// The films that items show as a whole, each once.
  var films: [LoweredSequence] = []
  /// What those of them resolved to that are sequences and other scripts.
  var playedFilms: [PlayedName: LoweredFilm] = [:]
  /// Those of image sequences among them, by what items call them; nil for those with a finding.
  var imageFilms: [String: Int?] = [:]
  /// The words in them and in those that they show.
  var wantedInFilms: [TextPicture] = []
  /// What drawn subtitles ask of fonts, in this film and in those that it shows.
  var wantedSubtitles: [SubtitleLetters] = []
  /// What moves in them, for a canvas that is as large and as fast as its clips.
  var imageTracks: [VideoTrackFacts] = []
  /// The sequences that are being resolved around this one, the outermost first.
  var ancestors: [String] = []
  /// Where the script plays the film that is resolved; nil for the whole one.
  var ownPlace: SourceRange?
  var checkedSound = SoundChecks()
  var checkedFile = FileChecks()
  /// The files of colours that filters read, each once, and where each is found among them; nil where it is not.
  var lookTables: [LookTable] = []
  var lookIndices: [String: Int?] = [:]
  /// Whether nobody looked at one of them.
  var hasUnknownLooks = false
  var markers: [ResolvedMarker] = []
  var chapters: [Chapter] = []
  /// How many more misspelled names are compared with all others, which takes time with thousands of them.
  var suggestionsLeft = 20
  /// How many more films may be played in this one, and items in them; below zero once that was reported.
  var roomForFilms = (films: LanguageLimits.filmsInFilm, items: LanguageLimits.itemsInFilms)
  /// Files that are not here and of which a lock says what they hold.
  var recordedFiles: [Located<String>] = []

  init(script: EditScript, output: Output?, table: MediaTable) {
    self.script = script
    self.output = output
    self.table = table
    let lanes: [(Lane, [Item])] = [
      (.story, script.timeline), (.overlay, script.overlays), (.sound, script.audio),
    ]
    // The story comes first, so that its items have the numbers that its transitions know them by.
    items = lanes.flatMap { lane, items in
      items.filter { $0.isEnabled && !$0.isTransition }.map { PlacedItem(item: $0, lane: lane) }
    }
    transitions = storyTransitions(in: script.timeline)
    for (index, placed) in transitions.enumerated() {
      if let outgoing = placed.outgoing { items[outgoing].transitionAfter = index }
      if let incoming = placed.incoming { items[incoming].transitionBefore = index }
    }
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  func film() -> LoweredFilm {
    LoweredFilm(
      composition: composition(), diagnostics: diagnostics, places: places,
      duration: storyEnd, rate: rate, script: script, output: output, canvas: canvas,
      media: zip(references, referencePlaces).map { ResolvedMedium(reference: $0, place: $1) },
      items: items.map { ResolvedItem($0, rate: rate, sounds: sounds) },
      transitions: transitions.map { ResolvedTransition($0, rate: rate) }, subtitles: subtitles,
      missingLetters: table.missingLetters, films: playedFilms, markers: markers)
  }

  func composition() -> Composition? {
    guard !diagnostics.hasErrors, subtitlesAreKnown, !hasUnknownLooks, let canvas, let storyEnd,
      items.allSatisfy({
        $0.timelineRange != nil && ($0.mediaName == nil || $0.reference != nil || $0.film != nil)
          && $0.hasKnownMask && $0.hasKnownWords
      }),
      transitions.allSatisfy(\.hasKnownPicture),
      films.allSatisfy({ $0.composition != nil }),
      let frameCount = canvas.rate.frame(at: storyEnd)
    else { return nil }
    var references = references
    for index in references.indices { references[index].coded = table.coded[references[index].spelling] }
    var composition = Composition(
      canvas: Canvas(
        size: canvas.size, rate: canvas.rate, background: canvas.background, color: canvas.color,
        depth: canvas.depth),
      mix: canvas.mix, duration: storyEnd, frameCount: frameCount.value, media: references,
      layers: layers, transitions: builtTransitions, sounds: sounds, stems: stems, soundChecks: checkedSound,
      subtitles: subtitleStreams, films: films.compactMap(\.nested), lookTables: lookTables)
    composition.chapters = chapters
    composition.fileChecks = checkedFile
    return composition
  }
}

extension String {
  /// Enough of a text to know it by, on one line.
  fileprivate var firstWords: String {
    let line = String(map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(24))
    return count > 24 ? line + "…" : line
  }
}

/// The three lists that items stand in.
package enum Lane: Hashable, Sendable {
  case story
  case overlay
  case sound
}

/// An item and what has been resolved of it so far.
struct PlacedItem {
  // Shared by all copies: an item is large, and lists of these are copied for each thing that is asked of them.
  private let written: WrittenItem
  var item: Item { written.item }
  let lane: Lane
  /// Its file's place in the references; nil for items without media or with media that are not known.
  var reference: Int?
  /// The film that it plays, among those of the lowering; nil for items without one, or with one that is not known.
  var film: Int?
  /// Which moment of its media it plays when, from its own start on.
  var clock = MediaClock(start: .zero)
  /// The media time of the one picture that it holds.
  var frozenAt: RationalTime?
  /// The place of its mask's file.
  var maskReference: Int?
  /// Whether that was found out.
  var hasKnownTake = false
  var timelineRange: TimeRange?
  /// How long it lasts by what it says itself: known of an item whose place hangs on a mistake elsewhere, too.
  var ownLength: RationalTime?
  /// The transitions at its ends, and what they do to it.
  var transitionBefore: Int?
  var transitionAfter: Int?
  var entry = TransitionSide()
  var exit = TransitionSide()
  /// Whether the place of an overlay or a sound was looked for already, found or not.
  var wasPlaced = false
  /// Its layer and its sound in the composition, where it shows or plays something.
  var layer: Int?
  var sound: Int?
  /// How long its `take` or `for` says that it lasts.
  var writtenLength: WrittenLength?
  /// What it shows, where it shows something.
  var picture: ResolvedPicture?
  /// How its picture comes and goes; nil where nothing says so, and after a finding.
  var fades: FadeLengths?
  /// The stream that it plays, where it plays one.
  var soundTrack: AudioTrackFacts?
  /// The words that it shows, as they were measured.
  var words: ResolvedWords?
  /// How loud its sound is, where it has one; nil too where that was not understood.
  var gain: Curve?

  init(item: Item, lane: Lane) {
    written = WrittenItem(item)
    self.lane = lane
  }

  private final class WrittenItem: Sendable {
    let item: Item
    init(_ item: Item) { self.item = item }
  }

  /// How messages and listings call it: its name, or what it shows.
  var label: String {
    if let name = item.name?.value { return name }
    return switch item.kind {
    case .clip(let media): "clip \(media.value)"
    case .image(let media): "image \(media.value)"
    case .color: "color"
    case .gradient: "gradient"
    case .bars(let bars): "bars \(bars.value.rawValue)"
    case .shape(let shape): shape.value.rawValue
    case .text(let words): "text \(words.value.firstWords)"
    case .counter(let counter): "counter \(counter.value.rawValue)"
    case .gap: "gap"
    case .sequence(let name): "sequence \(name.value)"
    case .edit(let path): "edit \(path.value)"
    case .tone: "tone"
    case .silence: "silence"
    case .transition: "transition"
    case .unsupported(let keyword): keyword
    }
  }

  var mediaName: Located<String>? { item.mediaName }

  /// The media time at its start.
  var mediaStart: RationalTime { (try? clock.mediaTime(at: .zero)) ?? .zero }

  /// Whether its words were measured, if it has any.
  var hasKnownWords: Bool { item.style == nil || words != nil }

  /// Whether nothing is left to find out about its mask's file.
  var hasKnownMask: Bool {
    guard case .image = item.mask?.value.source else { return true }
    return maskReference != nil
  }

  /// How long it is shown or heard.
  var length: RationalTime? {
    timelineRange.flatMap { try? $0.duration() } ?? ownLength
  }

  /// Whether there is nothing left to find out about its place.
  var isPlaced: Bool { lane == .story || wasPlaced }
}
