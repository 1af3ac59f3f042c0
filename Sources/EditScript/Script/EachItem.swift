package import Basics

/// An item that stands for several: `each: {image: photos/*.jpg, for: 3s}`.
package struct EachItem: Hashable, Sendable {
  /// One for each value of the lists in it, or a single one if it has no list. A pattern of files stands for as many
  /// items as there are files.
  package var items: [Item]
  /// Whether the items differ in what they show, so that each has its own file or pattern.
  package var areOwn: Bool
  /// The texts over the items, one for each; empty if nothing is written. An empty text is no caption.
  package var captions: [Item]
  /// Where the captions are written.
  package var captionsRange: SourceRange
  /// Whether captions are written that could not be read.
  package var hasUnreadCaptions = false
  /// How the captions look, in canonical spelling; nil if nothing is written.
  package var captionLook: Located<String>?
  /// Between two items.
  package var transition: TransitionItem?

  package init(items: [Item], areOwn: Bool, range: SourceRange) {
    self.items = items
    self.areOwn = areOwn
    captions = []
    captionsRange = range
  }

  /// Everything in it as items.
  package var parts: [Item] {
    let between = transition.map { transition in
      Item(kind: .transition(transition), kindRange: transition.kind.range, range: transition.kind.range)
    }
    return items + captions + [between].compactMap(\.self)
  }
}

/// Where an item came from that an `each` stands for.
package struct EachPlace: Hashable, Sendable {
  /// The name of the `each`, which is that of all its items together.
  package let name: String?
  /// By what the time of its caption refers to it; empty if it has none.
  package let key: String

  package init(name: String?, key: String) {
    self.name = name
    self.key = key
  }
}

extension Item {
  /// Nil for an item that stands for itself.
  package var each: EachItem? {
    get {
      if case .each(let each) = kind { each } else { nil }
    }
    set {
      guard case .each = kind, let newValue else { return }
      kind = .each(newValue)
    }
  }
}

extension Sequence<Item> {
  /// The items, and those that stand in an `each`.
  package var withParts: [Item] {
    var items: [Item] = []
    items.reserveCapacity(underestimatedCount)
    for item in self {
      items.append(item)
      if let each = item.each { items += each.parts }
    }
    return items
  }
}
