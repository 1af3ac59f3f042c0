package import Basics
package import Detection
import EditScript
import YAMLTree

extension MergedScript {
  /// Merges markers of one kind into those of the film; returns the proposals for the next merge.
  ///
  /// - Parameters:
  ///   - found: Times of the film.
  ///   - known: The times of the markers of the script.
  ///   - others: The names of markers that were proposed for another kind.
  ///   - base: What was proposed last; nil if nothing was.
  package mutating func merge(
    markersAt found: [RationalTime], _ kind: DetectionKind, tolerance: RationalTime, _ drafts: DraftTakes,
    known: [String: RationalTime], others: Set<String>, base: [DetectionMerge.Proposal]?
  ) throws(Problem) -> [DetectionMerge.Proposal] {
    let root = try root()
    let key = root.index(of: "markers")
    var markers: MemberEdits?
    if let key {
      markers = MemberEdits(of: root.list.members[key], comments)
      guard markers != nil else {
        throw .unclear(
          root.list.members[key].node.range, "`markers` has no names beside which one can be added")
      }
    }
    let items = try items(in: markers, kind, known: known, others: others)
    let merge: DetectionMerge
    do throws(TimeOverflow) {
      merge = try DetectionMerge(
        base: base ?? [], script: items.map(\.item), found: found.map { TimeRange(at: $0) },
        tolerance: tolerance, adopts: base != nil)
    } catch { throw .overflow(error) }

    var changes = MemberChanges()
    var edits: [TextEdit] = []
    var added: [(time: RationalTime, place: DetectionMerge.Place)] = []
    for edit in merge.edits {
      switch edit {
      case .setRange(let number, let range):
        let member = items[number].member
        if let value = markers?.list.members[member].node.range {
          edits.append(TextEdit(range: value, replacement: drafts.written(range.start)))
          changes.changed.insert(member)
        }
      case .remove(let number):
        markers?.remove(items[number].member)
        changes.removed.insert(items[number].member)
      case .insert(let range, let place): added.append((range.start, place))
      }
    }
    for note in merge.notes { self.note(note, items) }
    let staying = Set(script.markers.map(\.name.value)).subtracting(
      changes.removed.compactMap { markers?.list.members[$0].entry?.key })
    var names = MarkerNames(kind, taken: staying.union(merge.base.compactMap(\.name)))
    let named = added.map { (name: names.next(), time: $0.time, place: $0.place) }
    changes.inserted = named.count
    let lines = named.map { "\($0.name): \(drafts.written($0.time))" }
    if let key, let all = markers, changes.removesAll(of: root.list.members[key].node) {
      edits = all.list.members.isEmpty ? [] : self.edits(removing: key, in: root)
    } else if markers != nil {
      for (line, marker) in zip(lines, named) { markers?.insert(line, marker.place.map { items[$0].member }) }
      edits += markers?.edits ?? []
    } else if !lines.isEmpty {
      edits += self.edits(declaring: lines, in: root)
    }
    try apply(edits, ["markers": changes])
    return merge.base.named(named.map { ($0.name, $0.time) })
  }

  private struct MarkerItem {
    let item: DetectionMerge.Item
    /// Its number among the markers.
    let member: Int
    let place: Int
  }

  private func items(
    in markers: MemberEdits?, _ kind: DetectionKind, known: [String: RationalTime], others: Set<String>
  ) throws(Problem) -> [MarkerItem] {
    guard let markers else { return [] }
    let words = WordCounts(of: source)
    var items: [MarkerItem] = []
    for (number, member) in markers.list.members.enumerated() {
      guard let entry = member.entry, !others.contains(entry.key) else { continue }
      guard let time = known[entry.key], !source[entry.value.range].contains("${") else {
        throw .unclear(entry.value.range, "the time of the marker '\(entry.key)' is not known")
      }
      var isPlain = MarkerNames.makes(entry.key, kind) && words[entry.key] == 1
      if case .mapping = entry.value.value { isPlain = false }
      items.append(
        MarkerItem(
          item: DetectionMerge.Item(
            name: entry.key, range: TimeRange(at: time),
            isAsProposed: isPlain && member.hasNoComments(comments)),
          member: number, place: entry.keyRange.start))
    }
    return items
  }

  private mutating func note(_ note: DetectionMerge.Note, _ items: [MarkerItem]) {
    switch note {
    case .movedElsewhere(let number, let range):
      self.note(
        "this marker was changed by hand and stays; what was proposed is now found at \(range.start)",
        at: items[number].place)
    case .noLongerFound(let number):
      self.note(
        "this marker is no longer found; it stays, because it is used or more was written to it",
        at: items[number].place)
    }
  }

  private func edits(removing key: Int, in root: MemberEdits) -> [TextEdit] {
    var root = root
    root.remove(key)
    return root.edits
  }

  /// Adds `markers` above the timeline.
  private func edits(declaring lines: [String], in root: MemberEdits) -> [TextEdit] {
    var root = root
    let timeline = root.index(of: "timeline") ?? 0
    let place: MemberEdits.Place = timeline > 0 ? .behind(timeline - 1) : .before(0)
    root.insert(
      root.isOnLines
        ? "markers:\n" + lines.map { "  " + $0 }.joined(separator: "\n")
        : "markers: {\(lines.joined(separator: ", "))}",
      place)
    return root.edits
  }
}

/// Free names of markers: `beat-001`, `beat-002`.
package struct MarkerNames {
  private let kind: DetectionKind
  private let taken: Set<String>
  private var number = 0

  package init(_ kind: DetectionKind, taken: Set<String> = []) {
    (self.kind, self.taken) = (kind, taken)
  }

  /// Whether a name could be one of them.
  static func makes(_ name: String, _ kind: DetectionKind) -> Bool {
    let start = kind.markerWord + "-"
    return name.hasPrefix(start) && name.dropFirst(start.count).allSatisfy { ("0"..."9").contains($0) }
  }

  package mutating func next() -> String {
    while true {
      number += 1
      let digits = "\(number)"
      let name = "\(kind.markerWord)-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      if !taken.contains(name) { return name }
    }
  }
}

/// How often each word is in a text.
private struct WordCounts {
  private var counts: [String: Int] = [:]

  init(of source: SourceText) {
    for word in source.bytes.split(whereSeparator: { !Self.isPartOfName($0) }) {
      counts[String(decoding: word, as: UTF8.self), default: 0] += 1
    }
  }

  subscript(word: String) -> Int { counts[word] ?? 0 }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

extension [DetectionMerge.Proposal] {
  /// With the names of those that were added.
  fileprivate func named(_ added: [(name: String, time: RationalTime)]) -> Self {
    var names: [RationalTime: [String]] = [:]
    for (name, time) in added.reversed() { names[time, default: []].append(name) }
    return map { proposal in
      guard proposal.name == nil, !proposal.isDropped, let name = names[proposal.range.start]?.popLast()
      else {
        return proposal
      }
      return DetectionMerge.Proposal(name: name, range: proposal.range)
    }
  }
}
