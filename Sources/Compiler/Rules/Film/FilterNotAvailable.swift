import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let filterNotAvailable = DiagnosticID(
    "filter-not-available", .error, "FFmpeg does not know the filter",
    explanation: """
      An `ffmpeg:` entry is checked against libavfilter on this machine: the name of the filter, the names \
      of its options, and whether FFmpeg accepts their values. The message suggests the closest name.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: teal
            for: 2s
            filters:
              - ffmpeg: gbluur=sigma=3
        """,
        gives: ["FFmpeg on this machine has no filter `gbluur`"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: teal
            for: 2s
            filters:
              - ffmpeg: eq=gama=1.2
        """,
        gives: ["the FFmpeg filter `eq` has no option `gama`"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: teal
            for: 2s
            filters:
              - ffmpeg: gblur=sigma=5000
        """,
        gives: [
          "FFmpeg rejects `gblur=sigma=5000`: Numerical result out of range (Error applying options to the filter.)"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: teal
            for: 2s
            filters:
              - ffmpeg: gblur=sigma=3
        """),
    ])
}

extension Rule {
  static let filterNotAvailable = Rule.film(.filterNotAvailable, reach: .everywhere) { film in
    let used = film.film.ownFilterUses
    guard film.filters.isKnown, !used.isEmpty else { return [] }
    let names = film.filters.names.filter { FilterPolicy.allowed.contains($0) }
    // Comparing takes time, and nobody reads the thousandth suggestion.
    var suggestionsLeft = 20
    return used.flatMap { use -> [Diagnostic] in
      let text = use.text
      guard let facts = film.filters.facts[use.name] else {
        suggestionsLeft -= 1
        return [missing(text, among: suggestionsLeft >= 0 ? names : [])]
      }
      guard FilterPolicy.allowed.contains(text.name.value) else { return [] }
      let unknown = text.options.compactMap(\.name).filter { !facts.options.contains($0.value) }
      guard unknown.isEmpty else {
        return unknown.map { option in
          suggestionsLeft -= 1
          let near = suggestionsLeft < 0 ? nil : Suggestion.best(for: option.value, among: facts.options)
          return Diagnostic(
            .filterNotAvailable, "the FFmpeg filter `\(text.name.value)` has no option `\(option.value)`",
            at: option.range,
            hint: near.map { "did you mean `\($0)`?" } ?? "options: \(list(facts.options))",
            fixes: fixes(option, near))
        }
      }
      guard case .refused(let reason)? = film.filters.outcome(of: use) else { return [] }
      return [
        Diagnostic(
          .filterNotAvailable, "FFmpeg rejects `\(text.canonicalText)`: \(reason)", at: text.name.range,
          hint: "`ffmpeg -h filter=\(text.name.value)` prints its options and their ranges")
      ]
    }
  }

  private static func missing(_ text: FFmpegFilterText, among allowed: [String]) -> Diagnostic {
    let near = Suggestion.best(for: text.name.value, among: allowed)
    return Diagnostic(
      .filterNotAvailable, "FFmpeg on this machine has no filter `\(text.name.value)`",
      at: text.name.range,
      hint: near.map { "did you mean `\($0)`?" } ?? "`ffmpeg -filters` lists the available ones",
      fixes: fixes(text.name, near))
  }

  private static func fixes(_ written: Located<String>, _ near: String?) -> [Diagnostic.Fix] {
    near.map {
      [Diagnostic.Fix("write `\($0)`", [TextEdit(range: written.range, replacement: $0)], isSafe: false)]
    } ?? []
  }

  /// The first words, for a hint.
  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "none" : words.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
  }
}
