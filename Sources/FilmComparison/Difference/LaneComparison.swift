import Basics
import EditScript

/// The items added, removed, moved and changed in one lane, in the order of the new film.
struct LaneComparison {
  private(set) var changes: [ItemChange] = []
  private(set) var shifts: [Shift] = []
  private let lane: ItemList
  private let old: LaneFacts
  private let new: LaneFacts
  private let matching: LaneMatching
  /// The recognition texts of disabled items, which are in the script but not in the film.
  private let switchedOff: (old: Set<String>, new: Set<String>)

  init(_ lane: ItemList, _ old: LaneFacts, _ new: LaneFacts) {
    self.lane = lane
    self.old = old
    self.new = new
    var numbers = TextNumbers()
    let names = Set(old.items.compactMap(\.item.name?.value)).intersection(
      new.items.compactMap(\.item.name?.value))
    let oldKeys = old.items.map { MatchingKeys($0, sharedNames: names, numbers: &numbers) }
    let newKeys = new.items.map { MatchingKeys($0, sharedNames: names, numbers: &numbers) }
    matching = LaneMatching(oldKeys, newKeys)
    switchedOff = (Set(old.switchedOff.map(recognition)), Set(new.switchedOff.map(recognition)))
    compare()
  }

  /// The indices of the items that are in both films, in the order of the new one.
  var pairs: [(old: Int, new: Int)] {
    new.items.indices.compactMap { index in matching.partners[index].map { ($0.old, index) } }
  }

  private mutating func compare() {
    let removed = removedByPlace()
    addRemoved(removed[-1] ?? [])
    for (index, item) in new.items.enumerated() {
      if let partner = matching.partners[index] {
        compare(old.items[partner.old], item, isMoved: partner.isMoved)
      } else {
        changes.append(
          ItemChange(
            kind: .added, lane: lane, label: item.item.label, name: item.item.name?.value, new: item.place,
            values: writtenValues(of: item.item, wasRemoved: false),
            isSwitched: switchedOff.old.contains(recognition(item))))
      }
      addRemoved(removed[index] ?? [])
    }
    closeShift()
  }

  private mutating func compare(_ before: ItemFacts, _ after: ItemFacts, isMoved: Bool) {
    let values = valueChanges(from: before, to: after)
    if isMoved || !values.isEmpty {
      changes.append(
        ItemChange(
          kind: isMoved ? .moved : .changed, lane: lane, label: after.item.label,
          name: after.item.name?.value, old: before.place, new: after.place, values: values))
    } else {
      noteShift(from: before, to: after)
    }
  }

  // MARK: Removed ones

  /// The removed items by the index of the new item that they followed; -1 for those before the first.
  private func removedByPlace() -> [Int: [ItemFacts]] {
    var newPlace: [Int: Int] = [:]
    for (place, partner) in matching.partners { newPlace[partner.old] = place }
    let inOrder = Set(matching.partners.values.filter { !$0.isMoved }.map(\.old))
    var removed: [Int: [ItemFacts]] = [:]
    var place = -1
    for (index, item) in old.items.enumerated() {
      if let partner = newPlace[index] {
        if inOrder.contains(index) { place = partner }
      } else {
        removed[place, default: []].append(item)
      }
    }
    return removed
  }

  private mutating func addRemoved(_ items: [ItemFacts]) {
    for item in items {
      changes.append(
        ItemChange(
          kind: .removed, lane: lane, label: item.item.label, name: item.item.name?.value, old: item.place,
          values: writtenValues(of: item.item, wasRemoved: true),
          isSwitched: switchedOff.new.contains(recognition(item))))
    }
  }

  // MARK: Shifts

  /// The current shift, which ends at the first neighbour with a different offset.
  private var openShift: Shift?

  private mutating func noteShift(from before: ItemFacts, to after: ItemFacts) {
    guard let start = before.timelineRange?.start, let end = after.timelineRange?.start,
      let offset = try? end - start
    else { return }
    if openShift?.offset == offset {
      openShift?.itemCount += 1
      return
    }
    closeShift()
    openShift = Shift(lane: lane, firstIndex: after.index, itemCount: 1, offset: offset)
  }

  private mutating func closeShift() {
    if let openShift, openShift.offset != .zero { shifts.append(openShift) }
    openShift = nil
  }
}

/// A text by which an item is recognised when it is disabled or enabled.
private func recognition(_ facts: ItemFacts) -> String {
  let item = facts.item
  let texts = ItemProperty.all.map { $0.text(item) ?? "" }
  return item.name.map { "name " + $0.value } ?? ([item.label] + texts).joined(separator: "\u{1F}")
}

extension ItemFacts {
  fileprivate var place: ItemChange.Place {
    ItemChange.Place(index: index, line: line, timelineRange: timelineRange)
  }
}
