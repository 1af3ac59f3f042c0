import Basics
import Diagnostics
import EditScript

/// The number of films that something plays, directly or nested, with each counted every time that it plays.
///
/// Films that each play the next one twice, ten levels deep, are a thousand films in a few lines: they are
/// counted by multiplication, before anything is resolved, in a time that grows with the text.
struct FilmCount: Equatable {
  var films = 0
  var items = 0

  /// A larger number is reported as "more than" this one.
  static let most = 1_000_000_000

  static func + (one: FilmCount, other: FilmCount) -> FilmCount {
    // Both are at most `most`, so nothing overflows.
    FilmCount(
      films: min(one.films + other.films, most + 1), items: min(one.items + other.items, most + 1))
  }

  var exceedsLimit: Bool {
    films > LanguageLimits.filmsInFilm || items > LanguageLimits.itemsInFilms
  }
}

/// Counts the films that a script plays.
struct FilmCounting {
  /// A film, by the call of its script (nil for the outermost one) and its sequence (nil for the whole script).
  private struct Film: Hashable {
    var script: ScriptCall?
    var sequence: String?
  }

  private let outermost: EditScript
  private let scripts: [ScriptCall: NestedScript]
  /// The films whose nested films were listed; those without a count are still being counted.
  private var plays: [Film: [Film]] = [:]
  private var counts: [Film: FilmCount] = [:]
  /// By the call of their script; nil for the outermost one.
  private var sequences: [ScriptCall?: [String: SequenceLists]] = [:]

  init(_ script: EditScript, in table: MediaTable) {
    outermost = script
    scripts = table.scripts
  }

  /// The place at which the films of the script exceed the limit, and their total; nil if they do not.
  mutating func excess() -> (place: SourceRange, count: FilmCount)? {
    let items = outermost.allItems.filter(\.isEnabled)
    var total = FilmCount()
    var place: SourceRange?
    for item in items {
      for (film, name) in films(playedBy: item, in: nil) {
        total = total + count(film)
        if place == nil, total.exceedsLimit { place = name.range }
      }
      guard item.hasDrawnMatte else { continue }
      total = total + FilmCount(films: 1, items: 1)
      if place == nil, total.exceedsLimit { place = item.mask?.range ?? item.kindRange }
    }
    return place.map { ($0, total) }
  }

  /// The count of a film with all nested films. Not recursive, because a text can chain tens of thousands.
  private mutating func count(_ film: Film) -> FilmCount {
    var waiting = [film]
    while let film = waiting.last {
      guard counts[film] == nil else {
        waiting.removeLast()
        continue
      }
      guard let inside = plays[film] else {
        let inside = listPlays(of: film)
        plays[film] = inside
        // A film that is still being counted plays itself, which other rules report.
        waiting += inside.filter { plays[$0] == nil }
        continue
      }
      let count = items(of: film).reduce(0) { $0 + $1.partCount }
      let mattes = items(of: film).count { $0.isEnabled && $0.hasDrawnMatte }
      let own = FilmCount(films: 1 + mattes, items: min(count + mattes, FilmCount.most))
      counts[film] = inside.reduce(own) { $0 + (counts[$1] ?? FilmCount()) }
      waiting.removeLast()
    }
    return counts[film] ?? FilmCount()
  }

  private mutating func listPlays(of film: Film) -> [Film] {
    items(of: film).filter(\.isEnabled).flatMap { films(playedBy: $0, in: film.script).map(\.film) }
  }

  private mutating func items(of film: Film) -> [Item] {
    guard let script = script(film.script) else { return [] }
    guard let sequence = film.sequence else { return Array(script.allItems) }
    let lists = lists(of: film.script)[sequence] ?? SequenceLists()
    return lists.timeline + lists.overlays + lists.audio
  }

  private func script(_ call: ScriptCall?) -> EditScript? {
    guard let call else { return outermost }
    guard case .script(let script, _) = scripts[call] else { return nil }
    return script
  }

  private mutating func lists(of call: ScriptCall?) -> [String: SequenceLists] {
    if let known = sequences[call] { return known }
    let lists = script(call)?.sequenceLists ?? [:]
    sequences[call] = lists
    return lists
  }

  /// The known films that the item plays or has as a mask.
  private mutating func films(
    playedBy item: Item, in script: ScriptCall?
  ) -> [(film: Film, name: Located<String>)] {
    var films: [(film: Film, name: Located<String>)] = []
    for name in item.playedSequences where lists(of: script)[name.value] != nil {
      films.append((Film(script: script, sequence: name.value), name))
    }
    if case .edit(let path) = item.kind, let call = self.script(script)?.call(of: item),
      self.script(call) != nil
    {
      films.append((Film(script: call), path))
    }
    return films
  }
}

extension Item {
  /// Whether its mask is a clip or a text, which is a film of its own.
  fileprivate var hasDrawnMatte: Bool {
    switch mask?.value.source {
    case .clip, .text: true
    case .image, .shape, .sequence, nil: false
    }
  }
}

extension LoweringContext {
  /// Reports that there are too many films, before any of them is resolved.
  mutating func checkFilmCount() {
    var counting = FilmCounting(script, in: table)
    guard let (place, count) = counting.excess() else { return }
    report(.tooManyFilms(count, at: place))
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func tooManyFilms(_ count: FilmCount, at place: SourceRange) -> Diagnostic {
    let limits = LanguageLimits.self
    let message =
      count.films > limits.filmsInFilm
      ? "the film plays sequences and scripts \(number(count.films)) times, counting nested ones; "
        + "the limit is \(limits.filmsInFilm)"
      : "the sequences and scripts of the film have \(number(count.items)) items, counting each every time it "
        + "plays; the limit is \(limits.itemsInFilms)"
    return Diagnostic(
      .overLimit, message, at: place,
      hint: "render a film that is used often to a file, and play it as a clip")
  }

  private static func number(_ count: Int) -> String {
    count > FilmCount.most ? "more than \(FilmCount.most)" : "\(count)"
  }
}
