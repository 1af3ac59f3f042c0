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
    /// What the loss changes, where the reader knows; else that of its kind.
    var loss: LossEffect?
    /// What the node and those inside it are part of.
    var part: LossEffect?
  }

  private var entries: [Entry] = []

  /// Adds a node; nodes are numbered in the order of addition.
  @discardableResult
  mutating func add(_ kind: String, at place: InputPlace, in parent: Int?) -> Int {
    entries.append(Entry(kind: kind, place: place, parent: parent, fate: nil))
    return entries.count - 1
  }

  /// Records the outcome for a node. The worse of two outcomes remains; two differences are combined.
  ///
  /// `effect` is what the loss changes; nil if that follows from the kind and the place of the node.
  mutating func settle(_ index: Int, _ fate: ImportOutcome, affecting effect: LossEffect? = nil) {
    guard entries.indices.contains(index) else { return }
    switch (entries[index].fate, fate) {
    case (nil, _), (.mapped?, _), (.approximated?, .dropped):
      entries[index].fate = fate
      entries[index].loss = effect
    case (.approximated(let old)?, .approximated(let new)) where !old.contains(new):
      entries[index].fate = .approximated(difference: old + "; " + new)
      if entries[index].loss == .neither || effect == nil { entries[index].loss = effect }
    default: break
    }
  }

  mutating func map(_ index: Int) { settle(index, .mapped) }
  mutating func approximate(_ index: Int, _ difference: String, affecting effect: LossEffect? = nil) {
    settle(index, .approximated(difference: difference), affecting: effect)
  }
  mutating func drop(_ index: Int, _ reason: String, affecting effect: LossEffect? = nil) {
    settle(index, .dropped(reason: reason), affecting: effect)
  }

  /// Records that a node and those inside it are part of the picture or the sound.
  mutating func put(_ index: Int, in effect: LossEffect) {
    if entries.indices.contains(index) { entries[index].part = effect }
  }

  func isSettled(_ index: Int) -> Bool { entries.indices.contains(index) && entries[index].fate != nil }

  func place(of index: Int) -> InputPlace {
    entries.indices.contains(index) ? entries[index].place : InputPlace(line: 1, column: 1)
  }

  var report: LossReport {
    var fates: [ImportOutcome] = []
    fates.reserveCapacity(entries.count)
    var nodes: [NodeReport] = []
    nodes.reserveCapacity(entries.count)
    var parts: [LossEffect?] = []
    parts.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      let fate = entry.fate ?? undecided(entry, fates)
      let parent = entry.parent.flatMap { fates.indices.contains($0) ? $0 : nil }
      let part = entry.part ?? LossEffect.usual(ofKind: entry.kind) ?? parent.flatMap { parts[$0] }
      var node = NodeReport(
        kind: entry.kind, place: entry.place, fate: fate, affects: entry.loss ?? part ?? .picture)
      if entry.fate == nil, let parent, case .dropped = fates[parent] {
        // It is lost with its parent, and for its reason.
        node.outermost = nodes[parent].outermost ?? parent
        node.affects = nodes[parent].affects
        nodes[node.outermost ?? index].innerCount += 1
      }
      fates.append(fate)
      parts.append(part)
      nodes.append(node)
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
