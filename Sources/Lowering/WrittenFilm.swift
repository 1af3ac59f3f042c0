import Basics
import Composition
import EditScript

/// The enabled items and transitions of a script, in the order in which they are drawn or heard.
struct WrittenFilm {
  let items: [WrittenItem]
  let transitions: [WrittenTransition]

  init(_ script: EditScript) {
    let lists: [(list: ItemList, items: [Item])] = [
      (.timeline, script.timeline), (.overlays, script.overlays), (.audio, script.audio),
    ]
    let entries = lists.flatMap { list, items in
      items.lazy.filter { $0.isEnabled && !$0.isTransition }.map { (item: $0, list: list) }
    }
    // Transitions refer to items by their index among all items.
    transitions = lists.flatMap { list, items in
      writtenTransitions(in: items, of: list, firstItem: entries.firstIndex { $0.list == list } ?? 0)
    }
    let before = Dictionary(
      transitions.enumerated().compactMap { index, transition in
        transition.incoming.map { ($0, index) }
      }, uniquingKeysWith: { $1 })
    let after = Dictionary(
      transitions.enumerated().compactMap { index, transition in
        transition.outgoing.map { ($0, index) }
      }, uniquingKeysWith: { $1 })
    items = entries.enumerated().map { index, entry in
      WrittenItem(entry.item, entry.list, before: before[index], after: after[index])
    }
  }
}

/// An enabled item: a class, because it is large and the items of all phases share it.
final class WrittenItem: Sendable {
  let item: Item
  let list: ItemList
  /// The indices of the transitions at its ends.
  let transitionBefore: Int?
  let transitionAfter: Int?

  init(_ item: Item, _ list: ItemList, before: Int? = nil, after: Int? = nil) {
    self.item = item
    self.list = list
    transitionBefore = before
    transitionAfter = after
  }

  /// The same place with another item.
  func with(_ item: Item) -> WrittenItem {
    WrittenItem(item, list, before: transitionBefore, after: transitionAfter)
  }

  /// The name for messages and listings: its name, or its content.
  var label: String {
    if let name = item.name?.value { return name }
    return switch item.kind {
    case .clip(let media): "clip \(media.value)"
    case .image(let media): "image \(media.value)"
    case .color: "color"
    case .gradient: "gradient"
    case .bars(let bars): "bars \(bars.value.rawValue)"
    case .noise: "noise"
    case .shape(let shape): shape.value.name
    case .text(let words): "text \(words.value.firstWords)"
    case .counter(let counter): "counter \(counter.value.label)"
    case .credits: "credits"
    case .gap: "gap"
    case .sequence(let name): "sequence \(name.value)"
    case .edit(let path): "edit \(path.value)"
    case .tone: "tone"
    case .silence: "silence"
    case .transition: "transition"
    case .each: "each"
    case .angles: "angles"
    case .unsupported(let keyword): keyword
    }
  }
}

/// An item as one of the phases represents it.
protocol PhaseItem {
  var written: WrittenItem { get }
}

extension PhaseItem {
  var item: Item { written.item }
  var list: ItemList { written.list }
  var label: String { written.label }
}

extension String {
  /// The beginning of a text, on one line, by which it is recognised.
  fileprivate var firstWords: String {
    let line = String(map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(24))
    return count > 24 ? line + "…" : line
  }
}

/// A transition between two items of one list, as indices among all items without transitions.
struct WrittenTransition {
  let item: Item
  let list: ItemList
  let transition: TransitionItem
  /// Nil if the neighbour on that side is missing or another transition.
  var outgoing: Int?
  var incoming: Int?

  /// Where findings about its length point.
  var place: SourceRange { transition.duration.range }

  var room: TransitionRoom { transition.room?.value ?? .overlap }
  var sound: TransitionSound { transition.sound?.value ?? .equalPower }
}

private func writtenTransitions(
  in items: [Item], of list: ItemList, firstItem: Int
) -> [WrittenTransition] {
  var transitions: [WrittenTransition] = []
  guard items.contains(where: \.isTransition) else { return [] }
  var next = firstItem
  let entries = items.filter(\.isEnabled)
  for (position, entry) in entries.enumerated() {
    guard case .transition(let transition) = entry.kind else {
      next += 1
      continue
    }
    let isAfterItem = position > 0 && !entries[position - 1].isTransition
    let isBeforeItem = position + 1 < entries.count && !entries[position + 1].isTransition
    transitions.append(
      WrittenTransition(
        item: entry, list: list, transition: transition, outgoing: isAfterItem ? next - 1 : nil,
        incoming: isBeforeItem ? next : nil))
  }
  return transitions
}

extension Item {
  var isTransition: Bool {
    if case .transition = kind { true } else { false }
  }
}
