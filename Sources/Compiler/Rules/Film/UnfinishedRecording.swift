import Basics
import Composition
package import Diagnostics

extension DiagnosticID {
  package static let unfinishedRecording = DiagnosticID(
    "unfinished-recording", .warning, "A recording is unfinished",
    explanation: """
      The file is a film of `editc record` whose recorder was killed, or that is still being recorded. The part \
      that is there plays, but its sound starts 21 ms late, players show no length, and the end may be damaged. \
      `editc record --finish FILE` makes an ordinary file of it, and leaves one alone that is still being recorded.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: take.mp4
        """,
        media: "take.mp4  video 1280x720 25 12s  audio 48000 stereo  unfinished",
        gives: ["'take.mp4' is an unfinished recording"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: take.mp4
        """,
        media: "take.mp4  video 1280x720 25 12s  audio 48000 stereo"),
    ])
}

extension Rule {
  static let unfinishedRecording = Rule.film(.unfinishedRecording, reach: .everywhere) { film in
    film.playedMedia.filter(\.isUnfinishedRecording).map { medium in
      Diagnostic(
        .unfinishedRecording, "'\(medium.file)' is an unfinished recording", at: medium.place,
        hint: "`editc record --finish \(shellWord(medium.file))` makes an ordinary file of it")
    }
  }
}
