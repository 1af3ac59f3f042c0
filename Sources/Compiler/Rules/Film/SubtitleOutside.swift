import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let subtitleOutside = DiagnosticID(
    "subtitle-outside", .warning, "A subtitle is never shown",
    explanation: """
      The subtitle is after the end of the film or extends past it, is shorter than a frame, or belongs to \
      media that the timeline does not play. Subtitles timed to a clip need `of:` with the name of its \
      media; without it, times count from the start of the film. Subtitles outside the take of their clip \
      are not reported. With `checks: {captions: ...}`, this is an error.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - cues:
              - {at: 1s..2s, text: Hello}
              - {at: 3s..6s, text: There}
              - {at: 8s..9s, text: Nobody sees this}
        """,
        gives: [
          "the cue at 3s ends at 6s, after the film ends at 4s",
          "the cue at 8s starts after the film has ended, at 4s",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - {clip: beach.mp4, take: 5s..9s}
        subtitles:
          - cues:
              - {at: 1s..2s, text: Left out with its part of the clip}
              - {at: 6s..7s, text: Hello}
            of: beach.mp4
        """,
        media: "beach.mp4  video 1280x720 25 12s"),
    ])
}

extension Rule {
  static let subtitleOutside = Rule.film(.subtitleOutside, reach: .film) { film in
    let severity: Severity? = film.film.captionLimits == nil ? nil : .error
    return film.film.subtitles.flatMap { subtitles in
      if subtitles.takeCount == 0 {
        return [
          Diagnostic(
            .subtitleOutside, severity: severity,
            "the timeline has no clip of '\(subtitles.track.medium?.value ?? "")', so its subtitles are never shown",
            at: subtitles.track.medium?.range ?? subtitles.track.place,
            hint: "add a clip of it, or remove `of` if times count in the film")
        ]
      }
      return findings(subtitles, end: film.film.duration, severity)
    }
  }

  /// Reports only the first cues of a file.
  private static func findings(
    _ subtitles: ResolvedSubtitles, end: RationalTime?, _ severity: Severity?
  ) -> [Diagnostic] {
    let found = subtitles.cues.lazy.compactMap { cue in
      message(cue, followsMedia: subtitles.takeCount != nil, end: end).map { ($0, cue.place) }
    }
    let most = 20
    let first = Array(found.prefix(most + 1))
    let findings = first.prefix(most).map { message, place in
      Diagnostic(
        .subtitleOutside, severity: severity, message, at: place,
        hint: "change its times, or write `of:` with the media that they refer to")
    }
    guard first.count > most, let place = first.last?.1 else { return findings }
    return findings + [
      Diagnostic(
        .subtitleOutside, severity: severity, "further subtitles of '\(subtitles.label)' are never shown",
        at: place)
    ]
  }

  private static func message(_ cue: ResolvedCue, followsMedia: Bool, end: RationalTime?) -> String? {
    if cue.hasFrame == false {
      return "\(cue.name) is shorter than a frame, so it is never shown"
    }
    guard !followsMedia, let end else { return nil }
    if cue.shown.isEmpty { return "\(cue.name) starts after the film has ended, at \(end)" }
    return cue.cue.range.end > end
      ? "\(cue.name) ends at \(cue.cue.range.end), after the film ends at \(end)" : nil
  }
}
