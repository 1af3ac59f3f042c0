package import Basics
package import Diagnostics

/// The tree of a text, as far as it could be read, and the findings.
package struct YAMLParse: Sendable {
  /// After a syntax error without an obvious repair: everything before it.
  package let tree: YAMLTree
  /// In the order of the text.
  package let diagnostics: [Diagnostic]
  /// Whether the tree is that of the whole text.
  package let isWhole: Bool
}

extension YAMLTree {
  /// Reads a text as one document of the strict subset of YAML for scripts.
  ///
  /// Only a syntax error whose repair is not obvious and an exceeded limit stop reading early; without `isRepairing`,
  /// each syntax error does.
  package static func parse(
    _ source: SourceText, limits: YAMLLimits = .standard, isRepairing: Bool = true
  ) -> YAMLParse {
    var text = RepairedText(source)
    var repaired: [Diagnostic] = []
    var (parse, problem) = read(source, limits: limits)
    while isRepairing, let stop = problem {
      var next = text
      guard next.repair(stop) else { break }
      let reading = read(next.source, limits: limits)
      // If what follows cannot be read, either, the repair is probably not what the author meant.
      if let place = reading.problem?.range,
        place.start <= next.reach(ofSafe: stop.fixes.first?.isSafe == true)
      {
        break
      }
      repaired.append(text.original(stop))
      (text, parse, problem) = (next, reading.parse, reading.problem)
    }
    let found = text.original(parse)
    guard !repaired.isEmpty else { return found }
    return YAMLParse(
      tree: found.tree, diagnostics: (repaired + found.diagnostics).sortedAndUnique(), isWhole: found.isWhole)
  }

  /// The syntax error that stopped reading is among the findings.
  private static func read(
    _ source: SourceText, limits: YAMLLimits
  ) -> (parse: YAMLParse, problem: Diagnostic?) {
    func nothing(_ findings: LimitedFindings) -> (YAMLParse, Diagnostic?) {
      let tree = YAMLTree(root: nil, comments: [])
      return (YAMLParse(tree: tree, diagnostics: findings.inOrder(), isWhole: false), nil)
    }
    var findings = LimitedFindings(limit: limits.findings)
    guard let text = ReadableText(source, limits: limits, findings: &findings) else {
      return nothing(findings)
    }
    guard let events = EventReader(text) else {
      findings.add(Diagnostic(.yamlSyntax, "not enough memory to read this file", at: nil))
      return nothing(findings)
    }
    var builder = TreeBuilder(source, limits: limits, findings: findings)
    reading: while true {
      switch events.next() {
      case .success(let event):
        guard builder.take(event) else { break reading }
      case .failure(let problem):
        builder.take(problem)
        break reading
      }
    }
    return (builder.finish(), builder.problem)
  }
}
