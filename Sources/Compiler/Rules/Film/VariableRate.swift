import Basics
import Composition
package import Diagnostics

extension DiagnosticID {
  package static let variableRate = DiagnosticID(
    "variable-rate", .note, "Variable frame rate",
    explanation: """
      The media has a variable frame rate, as phone and screen recordings usually do. At each moment of \
      the film editc shows the picture of that moment, so sound and picture stay in sync. No change is \
      needed.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: phone.mp4
          - clip: phone.mp4
        """,
        media: "phone.mp4  video 1280x720 variable 12s",
        gives: ["'phone.mp4' has a variable frame rate: it has 360 frames in 12s, about 30 per second"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: beach.mp4
        audio:
          - clip: phone.mp4
            take: ..12s
        """,
        media: """
          beach.mp4  video 1280x720 30 12s
          phone.mp4  video 1280x720 variable 12s  audio 48000 stereo
          """),
    ])
}

extension Rule {
  static let variableRate = Rule.film(.variableRate, reach: .everywhere) { film in
    film.seenMedia.filter(\.track.hasVariableRate).map { medium in
      Diagnostic(
        .variableRate, "'\(medium.file)' has a variable frame rate\(count(medium.track))", at: medium.place,
        hint: "no change is needed: each frame of the film shows the picture of its moment,"
          + " and sound and picture stay in sync")
    }
  }

  private static func count(_ track: VideoTrackFacts) -> String {
    guard let length = try? track.mediaRange.duration(), length > .zero else { return "" }
    let rate = rounded(Double(track.frameCount) / length.inSeconds)
    let seconds = rounded(length.inSeconds, places: 2)
    return ": it has \(counted(track.frameCount, "frame")) in \(seconds)s, about \(rate) per second"
  }
}
