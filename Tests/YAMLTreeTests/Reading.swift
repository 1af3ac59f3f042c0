import Basics
import Diagnostics
import Testing
import YAMLTree

/// A text and what was read from it.
struct Reading {
  let source: SourceText
  let parse: YAMLParse

  init(_ bytes: [UInt8], limits: YAMLLimits = .standard) {
    source = SourceText(name: "test.edit", bytes: bytes)
    parse = YAMLTree.parse(source, limits: limits)
  }

  init(_ text: String, limits: YAMLLimits = .standard) {
    self.init(Array(text.utf8), limits: limits)
  }

  var tree: YAMLTree { parse.tree }
  var diagnostics: [Diagnostic] { parse.diagnostics }

  /// Each finding as "id: message [guilty text]".
  var findings: [String] {
    diagnostics.map { "\($0.id.name): \($0.message) [\($0.range.map { source[$0] } ?? "")]" }
  }

  /// The value under keys and positions: `value("timeline", "0", "clip")`.
  func value(_ path: String...) -> YAMLNode? {
    path.reduce(tree.root) { node, step in
      switch node?.value {
      case .mapping(let entries, _): entries.first { $0.key == step }?.value
      case .sequence(let items, _): Int(step).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: nil
      }
    }
  }

  func slice(_ node: YAMLNode?) -> String? { node.map { source[$0.range] } }

  /// The text after the first repair of each finding, or nil where one does not fit the text.
  var repaired: String? {
    source.applying(diagnostics.flatMap { $0.fixes.first?.edits ?? [] })
  }
}

extension YAMLNode {
  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = value { scalar } else { nil }
  }
}
