// Where item keys belong.

extension KeyDeclaration {
  /// The kind of an item with this key; nil for keys that do not decide the kind.
  package var kind: ItemKeyword? {
    if case .kind(let keyword, _) = role { keyword } else { nil }
  }

  /// Whether the key affects only the picture of an item.
  package var isOnlySeen: Bool {
    if case .item(_, let lists, _) = role { lists == ItemList.seen || name == "freeze" } else { false }
  }

  package func belongs(to kind: ItemKeyword, in list: ItemList) -> Bool {
    switch role {
    case .plain: false
    case .kind(let own, let others): own == kind || others.contains(kind)
    case .item(let kinds, let lists, _): kinds.contains(kind) && lists.contains(list)
    }
  }

  package func belongs(to place: ItemMappingRole) -> Bool {
    switch (place, role) {
    case (.item(let list), .kind(let own, _)): own.lists.contains(list)
    case (.item(let list), .item(_, let lists, _)): lists.contains(list)
    case (.each, .kind(let own, _)):
      own.lists.contains(.timeline) && ![.each, .transition, .credits, .angles].contains(own)
    case (.each, .item(_, let lists, _)): !lists.isDisjoint(with: ItemList.seen) && name != "name"
    case (.defaults(let kind, _), .kind(let own, let others)): own != kind && others.contains(kind)
    case (.defaults(let kind, let list), .item(let kinds, let lists, let isPersonal)):
      kinds.contains(kind) && !isPersonal && list.map(lists.contains) != false
    case (.overrides, .kind(let own, _)): own != .each
    case (.overrides, .item): !["name", "note", "captions"].contains(name)
    case (.styles, .kind(_, let others)): !others.isEmpty
    case (.styles, .item(_, _, let isPersonal)): !isPersonal && name != "style"
    case (_, .plain): false
    }
  }

  /// The hint on where the key belongs.
  var placeHint: String {
    switch role {
    case .plain: "it is not an item key"
    case .kind(let own, _): "it makes the item \(own.noun)"
    case .item(let kinds, _, _):
      kinds == .all
        ? "it belongs to a single item"
        : "it belongs to \(listing(kinds.inOrder.map(\.rawValue), last: "and")) items"
    }
  }
}
