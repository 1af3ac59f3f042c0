import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let captionGap = DiagnosticID(
    "caption-gap", .error, "Gap between captions too short",
    explanation: """
      With `checks: {captions: ...}`, captions either follow each other directly or have a gap that is long enough to be \
      noticed; anything between looks like flicker. `netflix` requires 2 frames, or half a second and more; `bbc` no \
      gap, or a second and more; `dcmp` allows every gap. Gaps are counted in frames.
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
              - {at: 1s..3s, text: Hello}
              - {at: 3s + 1f..5s, text: Good morning}
              - {at: 5s + 3f..7s, text: How are you?}
        checks: {captions: netflix}
        """,
        gives: [
          "the gap before the cue at 3.04s is 1 frame long; the profile netflix requires 2 frames, or at least 0.5s",
          "the gap before the cue at 5.12s is 3 frames long; the profile netflix requires 2 frames, or at least 0.5s",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 12s}
        subtitles:
          - cues:
              - {at: 1s..3s, text: Hello}
              - {at: 3s + 2f..5s, text: Good morning}
              - {at: 6s..8s, text: How are you?}
        checks: {captions: netflix}
        """),
    ])
}

extension Rule {
  static let captionGap = Rule.film(.captionGap, reach: .film) { film in
    guard let captions = CheckedCaptions(film), let rate = captions.rate,
      let requirement = captions.gapRequirement
    else { return [] }
    return captions.findings(.captionGap, "follow too short a gap") { subtitles in
      let shown = subtitles.cues.flatMap { cue in cue.shown.map { (cue: cue, range: $0) } }
        .sorted { $0.range.start < $1.range.start }
      return zip(shown, shown.dropFirst()).compactMap { before, after in
        guard let end = rate.frame(at: before.range.end)?.value,
          let start = rate.frame(at: after.range.start)?.value, start >= end,
          !captions.isAllowed(gap: start - end, rate)
        else { return nil }
        let gap =
          start == end
          ? "there is no gap before \(after.cue.name)"
          : "the gap before \(after.cue.name) is \(counted(start - end, "frame")) long"
        return captions.error(
          .captionGap, "\(gap); the profile \(captions.limits.profile.rawValue) requires \(requirement)",
          at: after.cue, hint: "end the cue before it earlier or later")
      }
    }
  }
}

extension CheckedCaptions {
  /// What gaps must be, in words; nil if every gap is allowed.
  fileprivate var gapRequirement: String? {
    let chain = limits.chain.map { $0 == 0 ? "no gap" : counted($0, "frame") }
    switch (chain, limits.gap) {
    case (let chain?, let gap?): return "\(chain), or at least \(gap)"
    case (let chain?, nil): return limits.chain == 0 ? nil : "at least \(chain)"
    case (nil, let gap?): return "at least \(gap)"
    case (nil, nil): return nil
    }
  }

  fileprivate func isAllowed(gap frames: Int64, _ rate: FrameRate) -> Bool {
    if let chain = limits.chain, frames == chain { return true }
    guard let gap = limits.gap else { return limits.chain.map { frames >= $0 } ?? true }
    return ((try? rate.start(ofFrame: frames)) ?? gap) >= gap
  }
}
