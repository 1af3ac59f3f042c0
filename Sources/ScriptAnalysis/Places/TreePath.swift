import Basics
package import EditScript
package import YAMLTree

/// The values around a place in a script, outermost first, each with what the schema expects there.
package struct TreePath: Sendable {
  package struct Step: Sendable {
    package let node: YAMLNode
    package let expectation: Expectation
    /// The entry with this value; nil for the root and for list entries.
    package let entry: YAMLEntry?
  }

  package private(set) var steps: [Step] = []
  /// The entry whose key contains the place; its mapping is the last step.
  package private(set) var keyEntry: YAMLEntry?

  /// The path to an offset, as deep as possible; empty outside the root.
  package init(to offset: Int, in tree: YAMLTree) {
    guard let root = tree.root else { return }
    descend(into: root, .script, nil) { $0.start <= offset && offset <= $0.end }
  }

  /// The path to the first key or scalar with this marker; empty if there is none.
  init(toMarker marker: String, in tree: YAMLTree, from offset: Int) {
    guard let root = tree.root else { return }
    let range = SourceRange(offset, offset + marker.utf8.count)
    descend(into: root, .script, nil) { $0.start <= range.start && range.end <= $0.end }
    let isFound =
      keyEntry.map { $0.key == marker } ?? steps.last.map { step in
        if case .scalar(let scalar) = step.node.value { scalar.text.contains(marker) } else { false }
      } ?? false
    guard !isFound else { return }
    steps = []
    keyEntry = nil
  }

  package var last: Step? { steps.last }

  /// The declaration of the key that contains the place, or whose value contains it.
  package var declaration: KeyDeclaration? {
    if let keyEntry { return steps.last?.expectation.declaration(ofKey: keyEntry.key) }
    guard let entry = steps.last?.entry, steps.count > 1 else { return nil }
    return steps[steps.count - 2].expectation.declaration(ofKey: entry.key)
  }

  /// The innermost item around the place.
  package var item: Step? {
    steps.last { step in
      if case .item(.item)? = step.expectation.form, case .mapping = step.node.value { true } else { false }
    }
  }

  private mutating func descend(
    into node: YAMLNode, _ expectation: Expectation, _ entry: YAMLEntry?, _ holds: (SourceRange) -> Bool
  ) {
    steps.append(Step(node: node, expectation: expectation, entry: entry))
    switch node.value {
    case .scalar: break
    case .sequence(let elements, _):
      guard let element = elements.first(where: { holds($0.range) }) else { return }
      descend(into: element, expectation.element, nil, holds)
    case .mapping(let entries, _):
      for entry in entries {
        if holds(entry.keyRange) {
          keyEntry = entry
          return
        }
        if holds(entry.value.range) {
          descend(into: entry.value, expectation.value(of: entry), entry, holds)
          return
        }
      }
    }
  }
}
