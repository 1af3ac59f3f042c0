package import Basics

extension InterchangeItem {
  /// How long the item takes of its track; zero for a transition, nil if it is not known.
  package var length: RationalTime? {
    switch self {
    case .clip(let clip): clip.duration
    case .gap(let gap): gap.duration
    case .transition: .zero
    }
  }
}

/// An item and when it begins.
package struct PlacedItem: Hashable, Sendable {
  package let start: RationalTime
  package let item: InterchangeItem
}

extension InterchangeTrack {
  /// The items with their starts, up to the first one whose start is not known.
  package func placed() throws(TimeOverflow) -> [PlacedItem] {
    var cursor = RationalTime.zero
    var placed: [PlacedItem] = []
    for item in items {
      placed.append(PlacedItem(start: cursor, item: item))
      guard let length = item.length else { break }
      cursor = try cursor + length
    }
    return placed
  }

  /// How long the track lasts; nil if an item has an unknown duration.
  package func duration() throws(TimeOverflow) -> RationalTime? {
    var sum = RationalTime.zero
    for item in items {
      guard let length = item.length else { return nil }
      sum = try sum + length
    }
    return sum
  }

  package var clips: [InterchangeClip] {
    items.compactMap { if case .clip(let clip) = $0 { clip } else { nil } }
  }
}

extension InterchangeSequence {
  /// How long its longest track lasts; nil if that is not known.
  package func duration() throws(TimeOverflow) -> RationalTime? {
    var longest = RationalTime.zero
    for track in tracks {
      guard let length = try track.duration() else { return nil }
      longest = max(longest, length)
    }
    return longest
  }
}
