import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let filterForbidden = DiagnosticID(
    "filter-forbidden", .error, "The filter cannot be used here",
    explanation: """
      A filter under `ffmpeg:` must have one picture input and one picture output of the same size and at \
      the same time, or one audio input and one audio output of the same rate, channels and length. \
      Filters that open files, use the network, have more inputs or outputs, or change size, rate or times \
      are refused; the hint names the key to use instead.
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
              - ffmpeg: lut3d=file=looks/warm.cube
        """,
        gives: ["the FFmpeg filter `lut3d` cannot be used here: it opens files"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: teal
            for: 2s
            filters:
              - ffmpeg: scale=w=640:h=360
        """,
        gives: ["the FFmpeg filter `scale` cannot be used here: it changes the size of pictures"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: talk.wav
            filters:
              - ffmpeg: atempo=1.5
        outputs:
          - file: podcast.m4a
        """,
        media: "talk.wav  audio 48000 stereo 20s",
        gives: ["the FFmpeg filter `atempo` cannot be used here: it changes the length of sound"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - color: teal
            for: 2s
            filters:
              - ffmpeg: eq=gamma=1.2
        """),
    ])
}

extension Rule {
  static let filterForbidden = Rule.film(.filterForbidden, reach: .everywhere) { film in
    film.film.ownFilterUses.compactMap { use in
      let (text, name) = (use.text, use.name)
      if let known = film.filters.facts[name], FilterPolicy.allowed.contains(name), !known.isOneToOne {
        return forbidden(
          text, "it does not have one input and one output of the same kind",
          "use one of editc's own filters")
      }
      // A filter that FFmpeg does not have is unknown, not forbidden.
      let exists = !film.filters.isKnown || film.filters.facts[name] != nil
      if exists, let refusal = FilterPolicy.refusal(of: name) {
        return forbidden(text, refusal.reason, refusal.hint)
      }
      if let option = text.options.compactMap(\.name).first(where: {
        FilterPolicy.fileOptions.contains($0.value)
      }) {
        return Diagnostic(
          .filterForbidden, "the option `\(option.value)` of `\(name)` cannot be used here: it opens a file",
          at: option.range, hint: "remove it")
      }
      guard case .changesForm(let reason)? = film.filters.outcome(of: use) else { return nil }
      return forbidden(
        text, reason,
        use.isOfSound
          ? "a filter must keep the rate, channels and length of sound"
          : "a filter must keep the size and the time of each picture")
    }
  }

  private static func forbidden(_ text: FFmpegFilterText, _ reason: String, _ hint: String) -> Diagnostic {
    Diagnostic(
      .filterForbidden, "the FFmpeg filter `\(text.name.value)` cannot be used here: \(reason)",
      at: text.name.range, hint: hint)
  }
}
