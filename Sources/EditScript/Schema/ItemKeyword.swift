/// The keys that decide the kind of an item.
package enum ItemKeyword: String, Hashable, Sendable, CaseIterable {
  case clip
  case image
  case color
  case gradient
  case bars
  case noise
  case counter
  case text
  case credits
  case shape
  case gap
  case sequence
  case edit
  case tone
  case silence
  case transition
  case each
  case angles

  /// The lists that allow items of this kind.
  package var lists: Set<ItemList> {
    switch self {
    case .clip, .sequence, .edit: ItemList.all
    case .image, .color, .gradient, .bars, .noise, .counter, .text, .credits, .shape: [.timeline, .overlays]
    case .each: [.timeline, .overlays]
    case .gap, .angles: [.timeline]
    case .tone, .silence, .transition: [.timeline, .audio]
    }
  }

  /// With its article, for messages: "an image".
  var noun: String {
    switch self {
    case .image, .edit, .each: "an \(rawValue)"
    case .angles: "an \(rawValue) item"
    case .bars, .noise, .credits: "a \(rawValue) item"
    case .silence: "a silence"
    default: "a \(rawValue)"
    }
  }
}

extension Set<ItemKeyword> {
  static let all = Set(ItemKeyword.allCases)
  /// The kinds that play media or another timeline.
  static let playing: Set = [.clip, .sequence, .edit]
  /// The kinds of which a part can be chosen.
  static let taking = playing.union([.angles])
  static let seen: Set = [
    .clip, .image, .color, .gradient, .bars, .noise, .counter, .text, .credits, .shape, .sequence, .edit,
    .angles,
  ]
  /// The kinds with one picture, which can be turned, cropped and filtered.
  static let pictured = seen.subtracting([.credits])
  static let heard: Set = [.clip, .sequence, .edit, .tone, .angles]
  /// The kinds whose items can start from a style.
  static let styled = all.subtracting([.gap, .silence, .transition, .each, .angles])
  /// In the order of the language page.
  var inOrder: [ItemKeyword] { ItemKeyword.allCases.filter(contains) }
}

/// The lists of items in a script.
package enum ItemList: String, Hashable, Sendable, CaseIterable {
  case timeline
  case overlays
  case audio

  static let all = Set(allCases)
  /// The lists whose items are drawn.
  static let seen: Set<ItemList> = [.timeline, .overlays]
  /// The lists whose items have a start time of their own.
  static let timed: Set<ItemList> = [.overlays, .audio]
}
