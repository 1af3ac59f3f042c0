package import Basics

/// An item that expands into several: `each: {image: photos/*.jpg, for: 3s}`.
package struct EachItem: Hashable, Sendable {
  /// One item per value of the lists in it, or a single one without lists. A file pattern expands into one
  /// item per file.
  package var items: [Item]
  /// Whether there are lists, which may have a single value.
  package var hasLists: Bool
  /// Whether each item has its own file or pattern.
  package var areOwn: Bool
  /// The captions, one per item; empty if not written. An empty text is no caption.
  package var captions: [Item]
  /// Where the captions are written.
  package var captionsRange: SourceRange
  /// Whether captions are written but could not be read.
  package var hasUnreadCaptions = false
  /// The look of the captions, in canonical spelling; nil if not written.
  package var captionLook: Located<String>?
  /// What differs in single items.
  package var overrides: [EachOverride] = []
  /// The transition between two items.
  package var transition: TransitionItem?

  package init(items: [Item], hasLists: Bool, areOwn: Bool, range: SourceRange) {
    self.items = items
    self.hasLists = hasLists
    self.areOwn = areOwn
    captions = []
    captionsRange = range
  }

  /// Everything in it, as items.
  package var parts: [Item] {
    let between = transition.map { transition in
      Item(kind: .transition(transition), kindRange: transition.kind.range, range: transition.kind.range)
    }
    return items + overrides.flatMap(\.items.values) + captions + [between].compactMap(\.self)
  }
}

/// The origin of an item that an `each`, `says` or `angles` expanded into.
package struct EachPlace: Hashable, Sendable {
  /// The name of the written item, shared by all that it stands for.
  package let name: String?
  /// The name by which the time of its caption refers to it; empty if it has no caption.
  package let key: String

  package init(name: String?, key: String) {
    self.name = name
    self.key = key
  }
}

extension Item {
  /// The `each`; nil for other items.
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
  /// The items, including those inside an `each`.
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
