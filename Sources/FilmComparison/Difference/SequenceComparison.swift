import Basics
import EditScript

/// The changes of items of sequences, by spelling only: their effect on the film is visible in the segments.
func sequenceChanges(_ old: FilmVersion, _ new: FilmVersion, _ media: MediaPairing) -> [SettingChange] {
  let before = sequences(of: old)
  let after = sequences(of: new)
  let names =
    new.script.sequences.map(\.name.value)
    + old.script.sequences.map(\.name.value).filter { after[$0] == nil }
  return names.eachOnce.flatMap { name -> [SettingChange] in
    guard let first = before[name], let second = after[name] else {
      return [change(name, from: before[name].map(size), to: after[name].map(size), unwritten: "nothing")]
    }
    return ItemList.allCases.flatMap { lane in
      LaneComparison(
        lane, facts(first.items(of: lane), old, media.old), facts(second.items(of: lane), new, media.new)
      ).changes.flatMap { changes(of: $0, in: name) }
    }
  }
}

private func sequences(of version: FilmVersion) -> [String: SequenceLists] {
  Dictionary(
    version.script.sequences.map { ($0.name.value, $0.lists) }, uniquingKeysWith: { first, _ in first })
}

/// The facts of items without known times.
private func facts(_ items: [Item], _ version: FilmVersion, _ media: NumberedMedia) -> LaneFacts {
  var lane = LaneFacts()
  for (index, item) in items.enumerated() {
    let name = item.mediaName?.value
    let found = ItemFacts(
      item: item, index: index, line: version.source.place(at: item.range.start).line,
      media: name.flatMap { media.number(of: $0) }, digest: name.flatMap { media.digest(of: $0) },
      timelineRange: nil, resolved: nil)
    if item.isEnabled { lane.items.append(found) } else { lane.switchedOff.append(found) }
  }
  return lane
}

private func changes(of item: ItemChange, in sequence: String) -> [SettingChange] {
  let place = "\(sequence): \(item.label)"
  let own: [SettingChange] =
    switch item.kind {
    case .added: [change(place, from: nil, to: "\(item.lane.rawValue) \((item.new?.index ?? 0) + 1)")]
    case .removed: [change(place, from: "\(item.lane.rawValue) \((item.old?.index ?? 0) + 1)", to: nil)]
    case .moved:
      [
        change(
          place, from: "\(item.lane.rawValue) \((item.old?.index ?? 0) + 1)",
          to: "\(item.lane.rawValue) \((item.new?.index ?? 0) + 1)")
      ]
    case .changed: []
    }
  guard item.kind == .changed || item.kind == .moved else { return own }
  return own
    + item.values.map { value in
      change("\(place), \(value.property)", from: value.old, to: value.new, unwritten: value.unwritten)
    }
}

private func change(
  _ property: String, from old: String?, to new: String?, unwritten: String = "not there"
) -> SettingChange {
  SettingChange(
    section: "sequences", value: ValueChange(property: property, old: old, new: new, unwritten: unwritten))
}

private func size(_ lists: SequenceLists) -> String {
  let count = ItemList.allCases.reduce(0) { $0 + lists.items(of: $1).count }
  return count == 1 ? "1 item" : "\(count) items"
}

extension [String] {
  /// Each text once, in the order of first occurrence.
  fileprivate var eachOnce: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
