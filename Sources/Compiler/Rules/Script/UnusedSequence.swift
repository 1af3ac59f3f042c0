package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let unusedSequence = DiagnosticID(
    "unused-sequence", .warning, "A sequence is never used",
    explanation: """
      The sequence is declared, but no item plays it. Play it with `sequence: name`, or remove it.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
        sequences:
          opening:
            - {color: gold, for: 2s}
        """, gives: ["the sequence 'opening' is declared but never played"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
          - {color: gold, for: 2s}
        """),
    ])
}

extension Rule {
  static let unusedSequence = Rule.script(.unusedSequence) { script, _ in
    guard !script.isLibrary else { return [] }
    let used = Set(script.writtenItems.flatMap(\.playedSequences).map(\.value))
    return script.sequences.filter { !used.contains($0.name.value) }.map { sequence in
      Diagnostic(
        .unusedSequence, "the sequence '\(sequence.name.value)' is declared but never played",
        at: sequence.name.range, hint: "play it with `sequence: \(sequence.name.value)`, or remove it")
    }
  }
}
