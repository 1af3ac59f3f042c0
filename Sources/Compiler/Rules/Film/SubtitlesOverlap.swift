import Basics
import Composition
package import Diagnostics
import Lowering

extension DiagnosticID {
  package static let subtitlesOverlap = DiagnosticID(
    "subtitles-overlap", .warning, "Two subtitles at the same time",
    explanation: """
      A subtitle starts before the previous one has ended. Both are shown, one above the other, which \
      covers more of the picture; a stream then stores three subtitles, because players show one at a \
      time. End the first one earlier, or put another language into a separate track. ASS files are not \
      checked, because they position their lines themselves. With `checks: {captions: ...}`, this is an error.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 9s}
        subtitles:
          - cues:
              - {at: 1s..4s, text: Hello}
              - {at: 3s..6s, text: There}
        """,
        gives: ["the cue at 3s starts before the cue at 1s ends at 4s"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 9s}
        subtitles:
          - {cues: [{at: 1s..4s, text: Hello}], language: eng}
          - {cues: [{at: 3s..6s, text: Hallo}], language: deu, mode: stream}
        """),
    ])
}

extension Rule {
  static let subtitlesOverlap = Rule.film(.subtitlesOverlap, reach: .film) { film in
    let severity: Severity? = film.film.captionLimits == nil ? nil : .error
    return film.film.subtitles.filter { $0.format != .subStation }.flatMap { overlaps(in: $0, severity) }
  }

  /// Reports only the first cues of a file.
  private static func overlaps(in subtitles: ResolvedSubtitles, _ severity: Severity?) -> [Diagnostic] {
    let most = 20
    let order = subtitles.cues.indices.sorted {
      (subtitles.cues[$0].cue.range.start, $0) < (subtitles.cues[$1].cue.range.start, $1)
    }
    var findings: [Diagnostic] = []
    var longest: ResolvedCue?
    for cue in order.map({ subtitles.cues[$0] }) {
      if let before = longest, cue.cue.range.start < before.cue.range.end {
        guard findings.count < most else {
          return findings + [
            Diagnostic(
              .subtitlesOverlap, severity: severity, "further subtitles of '\(subtitles.label)' overlap",
              at: cue.place)
          ]
        }
        findings.append(overlap(before, cue, severity))
      }
      if longest.map({ cue.cue.range.end > $0.cue.range.end }) ?? true { longest = cue }
    }
    return findings
  }

  private static func overlap(_ before: ResolvedCue, _ cue: ResolvedCue, _ severity: Severity?) -> Diagnostic
  {
    Diagnostic(
      .subtitlesOverlap, severity: severity,
      "\(cue.name) starts before \(before.name) ends at \(before.cue.range.end)",
      at: cue.place, notes: before.place == cue.place ? [] : [.init("the previous one", at: before.place)],
      hint: "end the earlier one where this one starts")
  }
}
