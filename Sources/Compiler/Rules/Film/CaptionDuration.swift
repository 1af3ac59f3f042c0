import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let captionDuration = DiagnosticID(
    "caption-duration", .error, "Captions too brief or too long",
    explanation: """
      With `checks: {captions: ...}`, captions must be shown for as long as the profile requires: 5/6 of a second to 7 \
      seconds with `netflix`, at least 0.3 seconds for each word with `bbc`, at least 2 seconds with `dcmp`. Durations \
      are rounded to frames, in favour of the caption. Captions that are too brief for their reading speed are reported \
      as `reading-speed`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 12s}
        subtitles:
          - cues:
              - {at: 1s..1s + 20f, text: Hello}
              - {at: 3s..11s, text: Good morning}
        checks: {captions: netflix}
        """,
        gives: [
          "the cue at 1s is shown for 0.8s; the profile netflix requires at least 5/6s",
          "the cue at 3s is shown for 8s; the profile netflix allows at most 7s",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 9s}
        subtitles:
          - cues: [{at: 1s..1s + 21f, text: Hello}]
        checks: {captions: netflix}
        """),
    ])
}

extension Rule {
  static let captionDuration = Rule.film(.captionDuration, reach: .film) { film in
    guard let captions = CheckedCaptions(film) else { return [] }
    return captions.findings(.captionDuration, "are too brief or too long") { subtitles in
      subtitles.cues.compactMap { cue in
        guard let shown = captions.lengths(of: cue)?.exact else { return nil }
        let profile = "the profile \(captions.limits.profile.rawValue)"
        if let longest = captions.limits.longest, captions.isLonger(cue, than: longest) {
          return captions.error(
            .captionDuration,
            "\(cue.name) is shown for \(shown); \(profile) allows at most \(longest.spelling)",
            at: cue, hint: "end it earlier, or split it into two cues")
        }
        let (shortest, reason) = captions.shortest(of: cue)
        guard captions.isShorter(cue, than: shortest), !captions.limits.speed.isExceeded(by: cue, captions)
        else {
          return nil
        }
        return captions.error(
          .captionDuration,
          "\(cue.name) is shown for \(shown); \(profile) requires at least \(shortest.spelling)\(reason)",
          at: cue, hint: "show it longer, or join it with the next one")
      }
    }
  }
}

extension CheckedCaptions {
  /// The shortest time for a cue, and why it is that one.
  fileprivate func shortest(of cue: ResolvedCue) -> (time: RationalTime, reason: String) {
    switch limits.shortest {
    case .time(let time): return (time, "")
    case .perWord(let time):
      let count = cue.wordCount
      let whole = (try? time.scaled(by: Int64(count), over: 1)) ?? .zero
      return (whole, " for \(counted(count, "word"))")
    }
  }
}
