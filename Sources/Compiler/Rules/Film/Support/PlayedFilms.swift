import Basics
import Composition
import EditScript
import Lowering

/// The films that a film plays, directly or indirectly: its sequences, each once, and the other scripts that
/// it or its sequences play.
struct PlayedFilms {
  /// The properties shared by all uses of a film.
  struct Playing: Equatable {
    /// Played from start to end, once, at its own speed.
    var isAsLong = true
    /// Over the whole canvas, unchanged.
    var isAsLarge = true
    /// In the timeline, with nothing above it.
    var isBare = true
  }

  struct Sequence {
    let name: String
    let film: LoweredFilm
    fileprivate(set) var playing: Playing
  }

  struct Script {
    let script: PlayedScript
    let film: LoweredFilm
    let playing: Playing
  }

  /// In order of first use.
  private(set) var sequences: [Sequence] = []
  private(set) var scripts: [Script] = []
  private var positions: [String: Int] = [:]
  private var calls: Set<ScriptCall> = []

  init(of film: LoweredFilm) {
    var next = [(film: film, playing: Playing())]
    // A further use is followed only if it changes the properties: at most three times.
    while let (film, playing) = next.popLast() {
      next += found(in: film, playedAs: playing).reversed()
    }
  }

  private mutating func found(
    in film: LoweredFilm, playedAs outer: Playing
  ) -> [(film: LoweredFilm, playing: Playing)] {
    guard !film.films.isEmpty else { return [] }
    let above = FrameSet(film.items.filter { $0.list == .overlays }.compactMap(\.frames))
    let played = film.items.compactMap { item -> (film: LoweredFilm, playing: Playing)? in
      switch item.item.kind {
      case .edit:
        guard let call = film.script.call(of: item.item), let part = film.films[.script(call)],
          let script = PlayedScript(item.item, playing: part), calls.insert(call).inserted
        else { return nil }
        let playing = outer.and(Playing(of: item, playing: part, in: film, under: above))
        scripts.append(Script(script: script, film: part, playing: playing))
        return nil
      case .sequence(let name):
        guard let part = film.films[.sequence(name.value)] else { return nil }
        let playing = outer.and(Playing(of: item, playing: part, in: film, under: above))
        return note(name.value, part, playing).map { (film: part, playing: $0) }
      default: return nil
      }
    }
    // The length and the size of a mask cannot be seen.
    let mattes = film.items.compactMap { item -> (film: LoweredFilm, playing: Playing)? in
      guard let name = item.item.mask?.value.matteName, let part = film.films[.sequence(name)] else {
        return nil
      }
      let playing = Playing(isAsLong: false, isAsLarge: false, isBare: false)
      return note(name, part, playing).map { (film: part, playing: $0) }
    }
    return played + mattes
  }

  /// The properties of all known uses; nil if they have not changed.
  private mutating func note(_ name: String, _ film: LoweredFilm, _ playing: Playing) -> Playing? {
    guard let position = positions[name] else {
      positions[name] = sequences.count
      sequences.append(Sequence(name: name, film: film, playing: playing))
      return playing
    }
    let before = sequences[position].playing
    let now = before.and(playing)
    sequences[position].playing = now
    return now == before ? nil : now
  }
}

extension PlayedFilms.Playing {
  fileprivate init(
    of item: ResolvedItem, playing part: LoweredFilm, in film: LoweredFilm, under above: FrameSet
  ) {
    let canvas = film.canvas.map { PixelBox(x: 0, y: 0, width: $0.size.width, height: $0.size.height) }
    isAsLong =
      item.item.freeze == nil && item.clock.plainStart == .zero && part.duration != nil
      && item.length == part.duration
    isAsLarge = item.picture.map { $0.isPlain && $0.contentBox == canvas && $0.visibleBox == canvas } ?? false
    isBare = item.list == .timeline && (item.frames.map { !above.overlaps($0) } ?? false)
  }

  fileprivate func and(_ other: PlayedFilms.Playing) -> PlayedFilms.Playing {
    var both = self
    both.isAsLong = isAsLong && other.isAsLong
    both.isAsLarge = isAsLarge && other.isAsLarge
    both.isBare = isBare && other.isBare
    return both
  }

  func isReached(by reach: Rule.Reach) -> Bool {
    switch reach {
    case .film: false
    case .ownSpeed: isAsLong
    case .ownSpeedAndBare: isAsLong && isBare
    case .ownSize: isAsLarge
    case .everywhere: true
    }
  }
}
