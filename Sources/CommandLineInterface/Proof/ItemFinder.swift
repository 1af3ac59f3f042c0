import Basics
import Composition
import EditScript
import FilmComparison
import Lowering

/// An item of a script.
struct FoundItem: Hashable {
  let name: String
  let range: SourceRange
}

/// Finds the items of a script that are seen or heard at a time.
struct ItemFinder {
  let film: LoweredFilm

  /// The item that is seen or heard where a difference begins, inside those that play it; empty if there is none.
  func items(of deviation: Deviation) -> [FoundItem] {
    guard let medium = deviation.medium, let start = deviation.range?.start else { return [] }
    return items(at: start, medium, in: film)
  }

  private func items(
    at time: RationalTime, _ medium: PacketMarks.Kind, in film: LoweredFilm
  ) -> [FoundItem] {
    let items = film.script.allItems.filter(\.isEnabled)
    // Those of the timeline come before overlays and audio items.
    let candidates = zip(items, film.places).filter { item, place -> Bool in
      guard place.timelineRange?.contains(time) == true else { return false }
      if item.isTransition { return false }
      return medium == .sound
        ? place.sound != nil || item.playsFilm : place.layer != nil || item.playsFilm
    }
    guard let (item, place) = candidates.first else { return [] }
    let found = FoundItem(name: item.name?.value ?? item.kind.label, range: item.range)
    guard case .sequence(let name) = item.kind, let inner = film.films[.sequence(name.value)],
      let range = place.timelineRange, let elapsed = try? time - range.start,
      let innerTime = try? place.clock?.mediaTime(at: elapsed) ?? elapsed
    else { return [found] }
    return [found] + self.items(at: innerTime, medium, in: inner)
  }
}

extension Item {
  fileprivate var isTransition: Bool { if case .transition = kind { true } else { false } }

  fileprivate var playsFilm: Bool {
    switch kind {
    case .sequence, .edit: true
    default: false
    }
  }
}
