import Basics
import YAMLTree

/// A value of the tree that is being read, and its key, for messages.
package struct Subject: Sendable {
  let node: YAMLNode
  let key: String
  /// The place of messages about an absent value: its key, or the first key of an element.
  let keyRange: SourceRange
  private let isElement: Bool

  init(_ node: YAMLNode, key: String, keyRange: SourceRange, isElement: Bool = false) {
    self.node = node
    self.key = key
    self.keyRange = keyRange
    self.isElement = isElement
  }

  init(_ entry: YAMLEntry) {
    self.init(entry.value, key: entry.key, keyRange: entry.keyRange)
  }

  /// An element of this list, named by the list's key.
  func element(_ node: YAMLNode) -> Subject {
    if case .mapping(let entries, _) = node.value, let first = entries.first {
      return Subject(node, key: key, keyRange: first.keyRange, isElement: true)
    }
    return Subject(node, key: key, keyRange: node.range, isElement: true)
  }

  /// For messages: "`canvas`", "an entry of `timeline`".
  var name: String { isElement ? "an entry of `\(key)`" : "`\(key)`" }

  var isAbsent: Bool {
    if case .scalar(let scalar) = node.value { scalar.isAbsent } else { false }
  }
}
