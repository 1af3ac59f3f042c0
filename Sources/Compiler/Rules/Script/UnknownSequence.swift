import Basics
import Diagnostics
import EditScript

extension Rule {
  static let unknownSequence = Rule.script(.unknownName) { script, _ in
    let names = script.sequences.map(\.name.value)
    let known = Set(names)
    let unknown = script.writtenItems.flatMap(\.playedSequences).filter { !known.contains($0.value) }
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
      .unknownName, "there is no sequence '\(name.value)'", at: name.range,
      hint: near.map { "did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "declare it under `sequences`" : "sequences: \(names.prefix(10).joined(separator: ", "))"),
      fixes: fixes ?? [])
  }
}
