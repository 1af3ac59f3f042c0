import XMLTree

/// Records the outcome for each node while an input is read.
///
/// A node that no reader mentions is reported as dropped, so that nothing is lost silently.
struct ImportReportBuilder {
  private struct Entry {
    let kind: String
    let place: InputPlace
    let parent: Int?
    var fate: ImportOutcome?
  }

  private var entries: [Entry] = []

  /// Adds a node; nodes are numbered in the order of addition.
  @discardableResult
  mutating func add(_ kind: String, at place: InputPlace, in parent: Int?) -> Int {
    entries.append(Entry(kind: kind, place: place, parent: parent, fate: nil))
    return entries.count - 1
  }

  /// Records the outcome for a node. The worse of two outcomes remains; two differences are combined.
  mutating func settle(_ index: Int, _ fate: ImportOutcome) {
    guard entries.indices.contains(index) else { return }
    guard let known = entries[index].fate else {
      entries[index].fate = fate
      return
    }
    switch (known, fate) {
    case (.mapped, _): entries[index].fate = fate
    case (.approximated(let old), .approximated(let new)) where !old.contains(new):
      entries[index].fate = .approximated(difference: old + "; " + new)
    case (.approximated, .dropped): entries[index].fate = fate
    default: break
    }
  }

  mutating func map(_ index: Int) { settle(index, .mapped) }
  mutating func approximate(_ index: Int, _ difference: String) {
    settle(index, .approximated(difference: difference))
  }
  mutating func drop(_ index: Int, _ reason: String) { settle(index, .dropped(reason: reason)) }

  func isSettled(_ index: Int) -> Bool { entries.indices.contains(index) && entries[index].fate != nil }

  func place(of index: Int) -> InputPlace {
    entries.indices.contains(index) ? entries[index].place : InputPlace(line: 1, column: 1)
  }

  var report: LossReport {
    var fates: [ImportOutcome] = []
    fates.reserveCapacity(entries.count)
    var nodes: [NodeReport] = []
    nodes.reserveCapacity(entries.count)
    for entry in entries {
      let fate = entry.fate ?? undecided(entry, fates)
      fates.append(fate)
      nodes.append(NodeReport(kind: entry.kind, place: entry.place, fate: fate))
    }
    return LossReport(nodes: nodes)
  }

  /// Parents come before their children, so the outcome of the parent is known.
  private func undecided(_ entry: Entry, _ fates: [ImportOutcome]) -> ImportOutcome {
    guard let parent = entry.parent, fates.indices.contains(parent), case .dropped = fates[parent] else {
      return .dropped(reason: "`\(entry.kind)` has no equivalent here")
    }
    return .dropped(reason: "it is in `\(entries[parent].kind)`, which is dropped")
  }
}

extension ImportReportBuilder {
  /// A report with all elements of a document, numbered in the same way.
  init(_ document: XMLDocument) {
    var waiting: [(element: XMLElement, parent: Int?)] = [(document.root, nil)]
    while let (element, parent) = waiting.popLast() {
      add(element.name, at: InputPlace(element), in: parent)
      for child in element.children.reversed() { waiting.append((child, element.index)) }
    }
  }

  /// Records that the element is in the timeline. Attributes that affect the film and are not in `reading`
  /// are reported as a difference.
  mutating func map(_ element: XMLElement, reading: Set<String>, harmless: Set<String> = []) {
    let missed = element.attributes.map(\.name).filter { !reading.contains($0) && !harmless.contains($0) }
    map(element.index)
    guard !missed.isEmpty else { return }
    approximate(element.index, "omitted: " + missed.map { "`\($0)`" }.joined(separator: ", "))
  }
}

extension InputPlace {
  init(_ element: XMLElement) { self.init(line: element.line, column: element.column) }
}
