import Basics
import Composition
import Diagnostics
package import EditScript

/// The name of a film in the items that play it.
package enum PlayedName: Hashable, Sendable {
  case sequence(String)
  case script(ScriptCall)

  var text: String {
    switch self {
    case .sequence(let name): name
    case .script(let call): call.path
    }
  }
}

/// A nested film after it was resolved.
struct LoweredSequence {
  let name: String
  /// Nil if something in it is wrong or unknown.
  let composition: Composition?
  let duration: RationalTime?
  let size: PixelSize?
  let rate: FrameRate?
  /// Whether it has a picture; false for an audio-only film.
  let hasPicture: Bool
  /// Whether it has any sound.
  let hasSound: Bool
  /// Its subtitle streams, for the film that plays it.
  let subtitles: [SubtitleStream]
  /// Whether it is an image sequence whose pictures have alpha.
  var hasAlpha = false
  /// The indices of its media in the film that plays it.
  var media: [Int] = []

  var nested: NestedFilm? {
    guard var composition else { return nil }
    composition.media = []
    composition.subtitles = []
    composition.sidecars = []
    composition.cover = nil
    return NestedFilm(name: name, composition: composition, media: media, hasAlpha: hasAlpha)
  }
}

/// Resolves every film on the canvas of this one that an item plays, each once: sequences, and other scripts that
/// inherit it.
struct FilmPlaying: LoweringPhase {
  var context: LoweringContext
  private var matched: MatchedFilm
  private let canvas: FilmCanvas

  init(_ matched: MatchedFilm, on canvas: FilmCanvas, context: LoweringContext) {
    (self.matched, self.canvas, self.context) = (matched, canvas, context)
  }

  mutating func run() -> MatchedFilm {
    var known: [String: MatchedSource] = [:]
    let sequences =
      matched.items.contains { !$0.item.playedSequences.isEmpty } ? script.sequenceLists : [:]
    for index in matched.items.indices {
      if let mask = matched.items[index].item.mask?.value, let name = mask.matteName {
        let film = known[name] ?? lower(mask, named: name, sequences)
        known[name] = film
        matched.items[index].mask = film
      }
      guard case .sequence(let name) = matched.items[index].item.kind else { continue }
      let film = known[name.value] ?? lower(name, sequences[name.value])
      known[name.value] = film
      matched.items[index].source = film
    }
    var film = matched
    playScripts(in: &film, inherited: canvas)
    return film
  }

  /// Resolves the film that is a mask.
  private mutating func lower(
    _ mask: MaskSettings, named name: String, _ sequences: [String: SequenceLists]
  ) -> MatchedSource {
    switch mask.source {
    case .image, .shape: return .nothing
    case .sequence(let name): return lower(name, sequences[name.value])
    case .clip(let media):
      let file = script.declaredFiles[media.value]?.value ?? media.value
      if context.table.facts(of: file)?.mainVideo?.isStill == true {
        report(.stillAsMatte(media))
        return .unknown
      }
      var item = Item(kind: .clip(media), kindRange: media.range, range: media.range)
      // Its mask has its shape.
      item.fit = Located(.fill, at: media.range)
      return lower(Located(name, at: media.range), SequenceLists(timeline: [item]))
    case .text(let text):
      let range = text.words.range
      var item = Item(kind: .text(text.words), kindRange: range, range: range)
      // A mask holds its last picture.
      item.duration = Located(DurationExpression([.init(.frames(1))]), at: range)
      var style = WordsStyle()
      (style.font, style.weight) = (text.font, text.weight)
      style.size = text.size.map { Located(.written(.constant($0.value)), at: $0.range) }
      item.style = style
      return lower(Located(name, at: range), SequenceLists(timeline: [item]))
    }
  }

  private mutating func lower(_ name: Located<String>, _ lists: SequenceLists?) -> MatchedSource {
    // The rules about unknown names and cycles report these.
    guard let lists, !context.ancestors.contains(name.value) else { return .unknown }
    let script = script.playing(lists)
    guard context.checkDepth(at: name), context.chargeBudget(for: script) else { return .unknown }
    var lowering = FilmLowering(
      .sequence(canvas), context.nested(script, named: name.value, at: name.range, text: context.text))
    let film = lowering.resolved()
    context.budget = film.context.budget
    context.findings.report(film.context.findings.list)
    return .film(matched.media.add(film, as: .sequence(name.value)))
  }
}

extension LoweringContext {
  /// The facts of the clips in the sequences that the timeline plays; nil for unknown ones.
  func sequenceMedia(of items: [MatchedItem]) -> [MediaFacts?] {
    var names = items.compactMap { $0.list == .timeline ? $0.item.sequence?.value : nil }
    guard !names.isEmpty else { return [] }
    let declared = script.declaredFiles
    let settings = script.declaredSettings
    let lapses = script.declaredImageSequences
    let sequences = script.sequenceLists
    var seen: Set<String> = []
    var media: [MediaFacts?] = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted,
        let lists = sequences[name]
      else { continue }
      for item in lists.timeline where item.isEnabled {
        if let played = item.sequence?.value { names.append(played) }
        for clip in item.clipNames.map(\.value) {
          let file = declared[clip]?.value ?? clip
          guard ImagePattern(file) == nil, !lapses.contains(clip) else { continue }
          media.append(table.facts(of: file)?.read(as: settings[clip] ?? MediaSettings()))
        }
      }
    }
    return media
  }

  /// Whether another film may be nested in this one.
  mutating func checkDepth(at name: Located<String>) -> Bool {
    guard ancestors.count >= LanguageLimits.nestedFilms else { return true }
    report(
      .filmsAreTooDeep(at: name.range))
    return false
  }

  /// Counts a film before it is resolved. Returns false above the limit, which `checkFilmCount` has reported.
  mutating func chargeBudget(for script: EditScript) -> Bool {
    budget.films -= 1
    budget.items -= script.allItems.reduce(0) { $0 + $1.partCount }
    return budget.films >= 0 && budget.items >= 0
  }
}

extension EditScript {
  /// The lists of each sequence; of two with one name, those of the first.
  var sequenceLists: [String: SequenceLists] {
    Dictionary(sequences.map { ($0.name.value, $0.lists) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same script with the items of a sequence.
  fileprivate func playing(_ lists: SequenceLists) -> EditScript {
    var script = EditScript()
    script.media = media
    script.canvas = canvas
    script.mix = mix
    script.sequences = sequences
    script.timeline = lists.timeline
    script.overlays = lists.overlays
    script.audio = lists.audio
    return script
  }

  /// The same script with one of its sequences as its film, on the canvas of the film that plays it.
  package func playing(sequence name: String) -> EditScript {
    var script = playing(sequenceLists[name] ?? SequenceLists())
    script.uses = uses
    script.canvas.nested = Located(.inherit, at: canvas.nested?.range ?? SourceRange(0, 0))
    return script
  }

  /// The enabled items of the film and of its sequences, each sequence once, including items in an `each`.
  package var playedItems: [Item] {
    var played = (Array(allItems) + overridingItems).filter(\.isEnabled).withParts
    var seen: Set<String> = []
    var next = 0
    let lists = Dictionary(
      sequences.map { ($0.name.value, $0.items) }, uniquingKeysWith: { first, _ in first })
    while next < played.count {
      for name in played[next].playedSequences.map(\.value) where seen.insert(name).inserted {
        played += (lists[name] ?? []).filter(\.isEnabled).withParts
      }
      next += 1
    }
    return played
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func stillAsMatte(_ media: Located<String>) -> Diagnostic {
    Diagnostic(
      .wrongType, "'\(media.value)' is a still picture, not a clip", at: media.range,
      hint: "use `image: \(media.value)`")
  }

  fileprivate static func filmsAreTooDeep(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit, "films are nested more than \(LanguageLimits.nestedFilms) levels deep",
      at: place, hint: "move the items of the innermost films into those that play them")
  }
}
