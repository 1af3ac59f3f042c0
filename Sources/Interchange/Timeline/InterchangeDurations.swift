package import Basics

extension InterchangeItem {
  /// The time that the item takes in its track; zero for a transition, nil if unknown.
  package var length: RationalTime? {
    switch self {
    case .clip(let clip): clip.duration
    case .gap(let gap): gap.duration
    case .transition: .zero
    }
  }
}

/// An item and its start.
package struct PlacedItem: Hashable, Sendable {
  package let start: RationalTime
  package let item: InterchangeItem
}

extension InterchangeTrack {
  /// The items with their starts, up to the first with an unknown start.
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

  /// The length of the track; nil if an item has an unknown duration.
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
  /// The length of its longest track; nil if unknown.
  package func duration() throws(TimeOverflow) -> RationalTime? {
    var longest = RationalTime.zero
    for track in tracks {
      guard let length = try track.duration() else { return nil }
      longest = max(longest, length)
    }
    return longest
  }
}
