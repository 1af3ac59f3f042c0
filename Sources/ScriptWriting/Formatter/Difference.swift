import Basics
import Diagnostics
import EditScript
import YAMLTree

/// A difference of a formatted script from the original, or nil if both mean the same: values, significant
/// order, comments, and findings.
func difference(
  _ tree: YAMLTree, _ source: SourceText, _ formatted: SourceText, as kind: DocumentKind = .script
) -> String? {
  let parse = YAMLTree.parse(formatted)
  if let error = parse.diagnostics.first(where: { $0.severity == .error }) { return error.message }
  if let path = differentPlace(tree.root, parse.tree.root, kind.expectation) {
    return "the value at `\(path)`"
  }
  guard comments(of: tree, in: source) == comments(of: parse.tree, in: formatted) else { return "a comment" }
  let (before, after) = (
    meaning(of: tree, in: source, as: kind), meaning(of: parse.tree, in: formatted, as: kind)
  )
  guard before.dump() == after.dump() else { return "the meaning of the script" }
  guard ids(before.diagnostics) == ids(after.diagnostics) else { return "the findings in the script" }
  return nil
}

private func ids(_ findings: [Diagnostic]) -> [String] { findings.map(\.id.name).sorted() }

func comments(of tree: YAMLTree, in source: SourceText) -> [String] {
  let list = CommentList(tree.comments, in: source)
  return tree.comments.map { list.words(of: $0) }.sorted()
}

/// The findings of a text, and its dump, which is made when it is needed.
func meaning(
  of tree: YAMLTree, in source: SourceText, as kind: DocumentKind
) -> (dump: () -> String, diagnostics: [Diagnostic]) {
  switch kind {
  case .script:
    let reading = EditScript.read(tree, in: source)
    return ({ reading.script.dump }, reading.diagnostics)
  case .settings:
    // The owner of settings affects nothing that formatting could change.
    let reading = TeamSettings.read(tree, in: source, of: .user)
    return ({ reading.settings.dump }, reading.diagnostics)
  }
}

/// The path to the first difference between two trees; empty at the top, nil if they are equal.
func differentPlace(_ old: YAMLNode?, _ new: YAMLNode?, _ expectation: Expectation) -> String? {
  switch (old?.value, new?.value) {
  case (nil, nil): return nil
  case (.scalar(let old), .scalar(let new)):
    guard old.isAbsent == new.isAbsent else { return "" }
    return expectation.isSame(old.text, new.text) ? nil : ""
  case (.sequence(let old, let wasFlow), .sequence(let new, let isFlow)):
    guard old.count == new.count, wasFlow == isFlow else { return "" }
    for (number, (old, new)) in zip(old, new).enumerated() {
      if let place = differentPlace(old, new, expectation.value(of: nil)) { return "\(number + 1) \(place)" }
    }
    return nil
  case (.mapping(let old, let wasFlow), .mapping(let new, let isFlow)):
    return wasFlow == isFlow ? differentPlace(old, new, expectation) : ""
  default: return ""
  }
}

private func differentPlace(_ old: [YAMLEntry], _ new: [YAMLEntry], _ expectation: Expectation) -> String? {
  guard old.count == new.count else { return "" }
  // The order of names, times and unknown keys is significant, that of the language's keys is not.
  let sorted = expectation.keys == .words
  let (old, new) = sorted ? (old.sorted { $0.key < $1.key }, new.sorted { $0.key < $1.key }) : (old, new)
  for (old, new) in zip(old, new) {
    guard expectation.isSameKey(old.key, new.key) else { return old.key }
    if let place = differentPlace(old.value, new.value, expectation.value(of: old)) {
      return "\(old.key) \(place)"
    }
  }
  return nil
}
