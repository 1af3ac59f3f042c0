import Basics
import Composition
import Diagnostics
import EditScript
import Export
import Lowering

/// The items of a script that probably make a film fail a check.
struct CheckCauses {
  /// The end of a message: `; 'one' and 'two' begin or end there`; empty without times.
  private(set) var words = ""
  private(set) var notes: [Diagnostic.Note] = []
  private static let most = 3

  init(of check: FailedCheck, in film: LoweredFilm) {
    switch check.demand {
    case .flashes: findFlashing(check.moments, in: film)
    case .black, .freeze, .gamut: findSeen(at: check.moments.first, in: film)
    case .silence, .shortTerm, .momentary, .phase, .peak: findHeard(at: check.moments.first, in: film)
    case .loudness, .range, .fileSize, .largestFile, .level: break
    }
  }

  /// The clip or the card at the bottom, or an upper item that begins at the moment.
  private mutating func findSeen(at moment: RationalTime?, in film: LoweredFilm) {
    guard let moment else { return }
    let shown = items(of: film, where: \.isSeen).filter { $0.range.contains(moment) && !$0.item.isTransition }
    guard let bottom = shown.first else {
      words = "; no item is shown there"
      return
    }
    let frame = film.rate.flatMap { try? $0.start(ofFrame: 1) } ?? .zero
    let beginning = shown.last { seen in
      (try? moment - seen.range.start).map { $0 <= frame } ?? false
    }
    report(beginning ?? bottom, "shown", at: moment)
  }

  /// All that is heard at the moment.
  private mutating func findHeard(at moment: RationalTime?, in film: LoweredFilm) {
    guard let moment else { return }
    let heard = items(of: film, where: \.isHeard).filter { $0.range.contains(moment) }
    switch heard.count {
    case 0: words = "; no item has sound there"
    case 1: report(heard[0], "heard", at: moment)
    default: report(heard, "are heard there", "heard there")
    }
  }

  /// The items that begin or end at most of the flashes, or else those that change during them. If there are none, the
  /// flashes are those of a clip: the one at the bottom.
  private mutating func findFlashing(_ moments: [RationalTime], in film: LoweredFilm) {
    guard let first = moments.first, let last = moments.last else { return }
    let items = self.items(of: film, where: \.isSeen)
    let frame = film.rate.flatMap { try? $0.start(ofFrame: 1) } ?? .zero
    func isNear(_ one: RationalTime, _ other: RationalTime) -> Bool {
      guard let distance = try? max(one, other) - min(one, other) else { return false }
      return distance <= frame
    }
    let edges = items.filter { seen in
      moments.contains { isNear($0, seen.range.start) || isNear($0, seen.range.end) }
    }
    let explained = moments.filter { moment in
      edges.contains { isNear(moment, $0.range.start) || isNear(moment, $0.range.end) }
    }
    if explained.count > moments.count / 2 {
      report(
        edges, edges.count == 1 ? "begins or ends at these flashes" : "begin or end at these flashes")
      return
    }
    let changing = items.filter { seen in
      seen.range.start <= last && first < seen.range.end && (seen.item.isTransition || seen.changes(in: film))
    }
    if !changing.isEmpty {
      report(changing, changing.count == 1 ? "changes during them" : "change during them")
      return
    }
    // The clip at the bottom, where the flashes begin.
    guard let shown = items.first(where: { $0.range.contains(first) && !$0.item.isTransition }) else {
      return
    }
    report(shown, "shown", at: first)
  }

  /// The items with a part of the timeline, those of the timeline first.
  private func items(of film: LoweredFilm, where belongs: (Placed) -> Bool) -> [Placed] {
    zip(film.script.allItems.filter(\.isEnabled), film.places).compactMap { item, place -> Placed? in
      place.timelineRange.map { Placed(item: item, place: place, range: $0) }
    }.filter(belongs)
  }

  /// One item, with the time in its media.
  private mutating func report(_ placed: Placed, _ verb: String, at moment: RationalTime) {
    words = "; \(placed.name) is \(verb) there"
    if let elapsed = try? moment - placed.range.start,
      let time = try? placed.place.clock?.mediaTime(at: elapsed)
    {
      words += ", from \(time) (\(time.clockReading)) of its media on"
    }
    notes = [Diagnostic.Note("\(verb) there", at: placed.item.range)]
  }

  private mutating func report(
    _ items: [Placed], _ predicate: String, _ note: String = "one of these items"
  ) {
    var names = items.prefix(Self.most).map(\.name)
    if items.count > names.count { names.append("\(items.count - names.count) more") }
    let last = names.removeLast()
    words = "; \(names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)") \(predicate)"
    notes = items.prefix(Self.most).map { Diagnostic.Note(note, at: $0.item.range) }
  }

  /// An item with its part of the timeline.
  private struct Placed {
    let item: Item
    let place: ItemPlace
    let range: TimeRange

    var isSeen: Bool { place.layer != nil || item.isTransition || item.isPlayedFilm }
    var isHeard: Bool { place.sound != nil || item.isPlayedFilm }

    /// Its name in quotes, or its kind: `'intro'`, `clip beach.mp4`.
    var name: String { item.name.map { "'\($0.value)'" } ?? "`\(item.kind.label)`" }

    /// Whether its look changes over time.
    func changes(in film: LoweredFilm) -> Bool {
      guard let number = place.layer,
        let resolved = film.items.first(where: {
          $0.layerNumber == number && $0.timelineRange == place.timelineRange
        }),
        let picture = resolved.picture
      else { return false }
      return picture.opacity.map { $0.constantValue == nil } ?? false || picture.changes != nil
    }
  }
}

extension Item {
  fileprivate var isTransition: Bool { if case .transition = kind { true } else { false } }

  fileprivate var isPlayedFilm: Bool {
    switch kind {
    case .sequence, .edit: true
    default: false
    }
  }
}
