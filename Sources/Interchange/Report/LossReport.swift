/// The outcome for a node of the input.
package enum ImportOutcome: Hashable, Sendable {
  /// Everything about it that affects the film is in the timeline.
  case mapped
  /// It is in the timeline, with differences.
  case approximated(difference: String)
  /// It is not in the timeline.
  case dropped(reason: String)
}

/// A node of the input and its outcome.
package struct NodeReport: Hashable, Sendable {
  /// The format's name for the node: `asset-clip`, `Clip.2`, `event`.
  package let kind: String
  package let place: InputPlace
  package let fate: ImportOutcome
  package internal(set) var affects: LossEffect
  /// The number of the outermost node in which this one is dropped; nil if it is not dropped with others.
  package internal(set) var outermost: Int?
  /// How many nodes inside it are dropped with it.
  package internal(set) var innerCount = 0

  init(
    kind: String, place: InputPlace, fate: ImportOutcome, affects: LossEffect = .picture,
    outermost: Int? = nil,
    innerCount: Int = 0
  ) {
    (self.kind, self.place, self.fate, self.affects) = (kind, place, fate, affects)
    (self.outermost, self.innerCount) = (outermost, innerCount)
  }
}

/// The outcomes for all nodes of the input: XML elements, JSON objects, or non-blank lines of other texts.
package struct LossReport: Hashable, Sendable {
  /// In the order of the input.
  package let nodes: [NodeReport]

  package init(nodes: [NodeReport]) { self.nodes = nodes }

  /// The same without losses, if something else replaces all of the input.
  package var allMapped: LossReport {
    LossReport(nodes: nodes.map { NodeReport(kind: $0.kind, place: $0.place, fate: .mapped) })
  }

  package var mapped: Int { nodes.count { $0.fate == .mapped } }
  package var approximated: Int { nodes.count { if case .approximated = $0.fate { true } else { false } } }
  package var dropped: Int { nodes.count { if case .dropped = $0.fate { true } else { false } } }

  /// The nodes that are not completely in the timeline.
  package var losses: [NodeReport] { nodes.filter { $0.fate != .mapped } }
}

/// A part of a timeline that a writer could not write, or only with differences.
package struct WritingLoss: Hashable, Sendable {
  /// Where the item is in the input.
  package let place: InputPlace
  package let fate: ImportOutcome
  package let affects: LossEffect

  package init(place: InputPlace, fate: ImportOutcome, affects: LossEffect = .picture) {
    self.place = place
    self.fate = fate
    self.affects = affects
  }
}

/// A text in another format, and the parts of the timeline that it cannot contain.
package struct WrittenTimeline: Hashable, Sendable {
  package let text: String
  package let losses: [WritingLoss]

  package init(text: String, losses: [WritingLoss]) {
    self.text = text
    self.losses = losses
  }
}
