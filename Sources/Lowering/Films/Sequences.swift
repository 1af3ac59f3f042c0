import Composition
import Diagnostics
package import EditScript
import EditTime
import MediaFacts
import SourceText

/// What an item calls the film that it plays.
package enum PlayedName: Hashable, Sendable {
  case sequence(String)
  /// The path of another script.
  case script(String)

  var text: String {
    switch self {
    case .sequence(let name): name
    case .script(let path): path
    }
  }
}

/// A named timeline after it has been resolved on the canvas of the film that plays it.
struct LoweredSequence {
  let name: String
  /// Nil where something in it is wrong or not known.
  let composition: Composition?
  let duration: RationalTime?
  let size: PixelSize?
  let rate: FrameRate?
  /// Whether anything in it is heard.
  let hasSound: Bool
  /// What it keeps as streams, for the film that plays it.
  let subtitles: [SubtitleStream]
  /// Whether it is an image sequence whose pictures have alpha.
  var hasAlpha = false
  /// Its media among those of the film that plays it.
  var media: [Int] = []

  var nested: NestedFilm? {
    guard var composition else { return nil }
    composition.media = []
    composition.subtitles = []
    return NestedFilm(name: name, composition: composition, media: media, hasAlpha: hasAlpha)
  }
}

extension Lowering {
  /// Resolves every sequence that an item plays, each once.
  mutating func lowerFilms() {
    var known: [String: Int?] = [:]
    let sequences = items.contains { $0.item.sequence != nil } ? script.sequenceLists : [:]
    for index in items.indices {
      guard case .sequence(let name) = items[index].item.kind else { continue }
      if known[name.value] == nil { known[name.value] = .some(lowerFilm(name, sequences[name.value])) }
      items[index].film = known[name.value] ?? nil
    }
  }

  /// The facts of the clips in the stories of sequences that the story plays; nil for what is not known.
  var sequenceMedia: [MediaFacts?] {
    var names = items.compactMap { $0.lane == .story ? $0.item.sequence?.value : nil }
    guard !names.isEmpty else { return [] }
    let declared = script.declaredFiles
    let settings = script.declaredSettings
    let sequences = script.sequenceLists
    var seen: Set<String> = []
    var media: [MediaFacts?] = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted,
        let lists = sequences[name]
      else { continue }
      for item in lists.timeline where item.isEnabled {
        if let played = item.sequence?.value { names.append(played) }
        guard case .clip(let clip) = item.kind,
          ImagePattern(declared[clip.value]?.value ?? clip.value) == nil
        else { continue }
        media.append(
          table.facts(of: declared[clip.value]?.value ?? clip.value)?
            .read(as: settings[clip.value] ?? MediaSettings()))
      }
    }
    return media
  }

  private mutating func lowerFilm(_ name: Located<String>, _ lists: SequenceLists?) -> Int? {
    // Unknown names and circles have their findings from the rules about them.
    guard let lists, !ancestors.contains(name.value) else { return nil }
    let script = script.playing(lists)
    guard checkDepth(at: name), takeRoom(for: script, at: name) else { return nil }
    var nested = Lowering(script: script, output: nil, table: table)
    nested.ancestors = ancestors + [name.value]
    nested.roomForFilms = roomForFilms
    nested.ownPlace = name.range
    nested.rate = rate
    nested.canvas = canvas
    nested.suggestionsLeft = suggestionsLeft
    nested.findMedia()
    nested.chooseSounds()
    nested.lowerScripts()
    nested.resolve()
    diagnostics += nested.diagnostics
    return add(nested, as: .sequence(name.value))
  }

  /// Whether another film may be played inside of this one.
  mutating func checkDepth(at name: Located<String>) -> Bool {
    guard ancestors.count >= LanguageLimits.nestedFilms else { return true }
    report(
      Diagnostic(
        .valueOutOfRange, "films play each other more than \(LanguageLimits.nestedFilms) deep",
        at: name.range, hint: "write the items of the innermost ones into those that play them"))
    return false
  }

  /// Counts a film that is played, before it is resolved: films that play each other can be more than there are
  /// atoms in the world.
  mutating func takeRoom(for script: EditScript, at name: Located<String>) -> Bool {
    guard roomForFilms.films >= 0, roomForFilms.items >= 0 else { return false }
    roomForFilms.films -= 1
    roomForFilms.items -= script.allItems.count
    let limits = LanguageLimits.self
    guard roomForFilms.films >= 0, roomForFilms.items >= 0 else {
      let what =
        roomForFilms.films < 0 ? "\(limits.filmsInFilm) of them" : "\(limits.itemsInFilms) items in them"
      report(
        Diagnostic(
          .valueOutOfRange,
          "films play each other so often that this one holds more than \(what)", at: name.range,
          hint: "render what is used often by itself, and play it as a clip"))
      return false
    }
    return true
  }

  /// Adds a film that has been resolved.
  mutating func add(_ nested: Lowering, as name: PlayedName) -> Int {
    suggestionsLeft = nested.suggestionsLeft
    roomForFilms = nested.roomForFilms
    recordedFiles += nested.recordedFiles
    wantedInFilms += nested.wantedTexts
    wantedSubtitles += nested.wantedSubtitles
    let film = nested.film()
    playedFilms[name] = film
    var sequence = LoweredSequence(
      name: name.text, composition: film.composition, duration: nested.storyEnd,
      size: nested.canvas?.size, rate: nested.rate, hasSound: !nested.sounds.isEmpty,
      subtitles: nested.subtitleStreams)
    sequence.media = zip(nested.references, nested.referencePlaces).map { place(of: $0, at: $1) }
    films.append(sequence)
    return films.count - 1
  }

  /// Where a file of a nested film stands among the film's own.
  mutating func place(of reference: MediaReference, at place: SourceRange) -> Int {
    if referencePositions.count != references.count {
      referencePositions = Dictionary(
        references.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    if let known = referencePositions[reference] { return known }
    referencePositions[reference] = references.count
    references.append(reference)
    referencePlaces.append(place)
    return references.count - 1
  }
}

extension EditScript {
  /// What each sequence holds; of two with one name the first.
  fileprivate var sequenceLists: [String: SequenceLists] {
    Dictionary(sequences.map { ($0.name.value, $0.lists) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same script with other items, as the film that a sequence is.
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

  /// The enabled items of the film and of every sequence that it plays, each sequence once.
  package var playedItems: [Item] {
    var played = allItems.filter(\.isEnabled)
    var seen: Set<String> = []
    var next = 0
    let lists = Dictionary(
      sequences.map { ($0.name.value, $0.items) }, uniquingKeysWith: { first, _ in first })
    while next < played.count {
      if let name = played[next].sequence?.value, seen.insert(name).inserted {
        played += (lists[name] ?? []).filter(\.isEnabled)
      }
      next += 1
    }
    return played
  }
}
