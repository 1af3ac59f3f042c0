import Basics
import Composition
import Diagnostics
import EditScript
import Lowering

/// The items of a script that probably make the picture flash.
///
/// These are the items that begin or end at most of the flashes, or else those that change during them. If there are
/// none, the flashes are those of a clip: the one at the bottom.
struct FlashCauses {
  /// The end of a message: `: 'one' and 'two' begin or end there`; empty without times.
  private(set) var words = ""
  private(set) var notes: [Diagnostic.Note] = []
  private static let most = 3

  /// `moments` are times of the timeline.
  init(of moments: [RationalTime], in film: LoweredFilm) {
    guard let first = moments.first, let last = moments.last else { return }
    let items = zip(film.script.allItems.filter(\.isEnabled), film.places).compactMap {
      item, place -> Seen? in
      guard let range = place.timelineRange, place.layer != nil || item.isTransition || item.isPlayedFilm
      else {
        return nil
      }
      return Seen(item: item, place: place, range: range)
    }
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
    words = "; \(shown.name) is shown there"
    if let elapsed = try? first - shown.range.start, let time = try? shown.place.clock?.mediaTime(at: elapsed)
    {
      words += ", from \(time) (\(time.clockReading)) of its media on"
    }
    notes = [Diagnostic.Note("shown there", at: shown.item.range)]
  }

  private mutating func report(_ items: [Seen], _ predicate: String) {
    var names = items.prefix(Self.most).map(\.name)
    if items.count > names.count { names.append("\(items.count - names.count) more") }
    let last = names.removeLast()
    words = "; \(names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)") \(predicate)"
    notes = items.prefix(Self.most).map { Diagnostic.Note("one of these items", at: $0.item.range) }
  }

  /// An item that is seen.
  private struct Seen {
    let item: Item
    let place: ItemPlace
    let range: TimeRange

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
