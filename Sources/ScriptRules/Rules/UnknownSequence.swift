import Diagnostics
import EditScript
import SourceText

extension ScriptRules {
  static let unknownSequence = ScriptRule(
    .unknownName,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - sequence: opning
        overlays:
          - {sequence: closing, width: 50%}
        sequences:
          opening:
            - {color: navy, for: 2s}
          closing:
            - sequence: opening
        """, gives: ["no sequence is called 'opning'"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - sequence: opening
        overlays:
          - {sequence: closing, width: 50%}
        sequences:
          opening:
            - {color: navy, for: 2s}
          closing:
            - sequence: opening
        """),
    ]
  ) { script, _ in
    let names = script.sequences.map(\.name.value)
    let known = Set(names)
    let unknown = script.writtenItems.compactMap(\.sequence).filter { !known.contains($0.value) }
    // Comparing takes time, and nobody reads the thousandth suggestion.
    return unknown.enumerated().map { number, name in
      finding(name, near: number < 20 ? Suggestion.best(for: name.value, among: names) : nil, names)
    }
  }

  private static func finding(
    _ name: Located<String>, near: String?, _ names: [String]
  ) -> Diagnostic {
    let fixes = near.map {
      [Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
    }
    return Diagnostic(
      .unknownName, "no sequence is called '\(name.value)'", at: name.range,
      hint: near.map { "did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "declare it under `sequences`" : "sequences are \(names.prefix(10).joined(separator: ", "))"),
      fixes: fixes ?? [])
  }
}
