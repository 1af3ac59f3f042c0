import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let captionLength = DiagnosticID(
    "caption-length", .error, "A caption is too long",
    explanation: """
      With `checks: {captions: ...}`, a caption may have only as many lines, and a line only as many characters, as the \
      profile allows: 2 lines of 42 characters with `netflix`, of 37 with `bbc`, of 32 with `dcmp`. Spaces and \
      punctuation count; ideographs, kana and Hangul syllables count twice. Lines are those of the text: a player may \
      break long ones. For other fonts than teletext's, the BBC limits lines to 68 % of the width of the picture \
      instead, which a script does not determine.
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
              - {at: 1s..5s, text: This line has three characters too many here}
        checks: {captions: {of: netflix, characters: 41}}
        """,
        gives: ["the cue at 1s has a line of 44 characters; the profile netflix allows 41"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 9s}
        subtitles:
          - cues:
              - {at: 1s..5s, text: "One line,\\nand another one"}
        checks: {captions: netflix}
        """),
    ])
}

extension Rule {
  static let captionLength = Rule.film(.captionLength, reach: .film) { film in
    guard let captions = CheckedCaptions(film) else { return [] }
    let limits = captions.limits
    return captions.findings(.captionLength, "are too long") { subtitles in
      subtitles.cues.flatMap { cue -> [Diagnostic] in
        let lines = cue.lines
        var found: [Diagnostic] = []
        if lines.count > limits.lines {
          found.append(
            captions.error(
              .captionLength, "\(cue.name) has \(lines.count) lines; \(captions.allowing) \(limits.lines)",
              at: cue, hint: "shorten the text, or split it into two cues"))
        }
        let longest = lines.map { characterCount($0) }.max() ?? 0
        if longest > limits.characters {
          found.append(
            captions.error(
              .captionLength,
              "\(cue.name) has a line of \(longest) characters; \(captions.allowing) \(limits.characters)",
              at: cue, hint: "shorten the line, or break it where the sentence pauses"))
        }
        return found
      }
    }
  }
}
