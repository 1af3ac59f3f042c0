/// What became of a node of the input.
package enum ImportOutcome: Hashable, Sendable {
  /// All that it says of the film is in the timeline.
  case mapped
  /// It is in the timeline, but not all of it.
  case approximated(difference: String)
  /// It is not in the timeline.
  case dropped(reason: String)
}

/// A node of the input and what became of it.
package struct NodeReport: Hashable, Sendable {
  /// What the format calls such a node: `asset-clip`, `Clip.2`, `event`.
  package let kind: String
  package let place: InputPlace
  package let fate: ImportOutcome
}

/// What became of every node of the input: of each element of XML, each object of JSON, and each line of other texts that
/// is not blank.
package struct LossReport: Hashable, Sendable {
  /// In the order of the input.
  package let nodes: [NodeReport]

  package init(nodes: [NodeReport]) { self.nodes = nodes }

  /// The same with nothing lost, where something else stands for all of the input.
  package var allMapped: LossReport {
    LossReport(nodes: nodes.map { NodeReport(kind: $0.kind, place: $0.place, fate: .mapped) })
  }

  package var mapped: Int { nodes.count { $0.fate == .mapped } }
  package var approximated: Int { nodes.count { if case .approximated = $0.fate { true } else { false } } }
  package var dropped: Int { nodes.count { if case .dropped = $0.fate { true } else { false } } }

  /// The nodes that are not wholly in the timeline.
  package var losses: [NodeReport] { nodes.filter { $0.fate != .mapped } }
}

/// Something of a timeline that a writer could not write, or only in part.
package struct WritingLoss: Hashable, Sendable {
  /// Where the item stood in the input.
  package let place: InputPlace
  package let fate: ImportOutcome

  package init(place: InputPlace, fate: ImportOutcome) {
    self.place = place
    self.fate = fate
  }
}

/// A text in another format, and what it does not hold of the timeline.
package struct WrittenTimeline: Hashable, Sendable {
  package let text: String
  package let losses: [WritingLoss]

  package init(text: String, losses: [WritingLoss]) {
    self.text = text
    self.losses = losses
  }
}
