package import Diagnostics
import MediaFacts

extension DiagnosticID {
  package static let colorUntagged = DiagnosticID(
    "color-untagged", .warning, "Colours without a meaning",
    explanation: """
      Video stores brightness and two differences of colour, and there are several ways to get red, green \
      and blue back. The file does not say which one is meant, so editc takes what players take: BT.709 from \
      720 rows or 1280 columns on, BT.601 below. If greens and skins look slightly wrong, the guess was \
      wrong: write `color` in the file's entry under `media`, such as `{file: old.avi, color: bt601}`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 640x360, rate: 30}
        timeline:
          - clip: old.avi
        """,
        media: "old.avi  video 640x360 30 12s  untagged",
        gives: ["'old.avi' does not say what its colours mean: at 640x360 they are taken for BT.601"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 640x360, rate: 30}
        timeline:
          - clip: new.mp4
        """,
        media: "new.mp4  video 640x360 30 12s  color bt601"),
    ])
}

extension Rule {
  /// Without a matrix the same numbers are other colours. Large pictures are BT.709 nearly without exception, so
  /// that this is only worth a word there.
  static let colorUntagged = Rule.film(.colorUntagged, reach: .everywhere, unlessCopied: .pictures) { film in
    film.seenMedia.filter { !$0.track.isStill && $0.track.isLumaAndChroma && $0.track.color.matrix == nil }
      .map { medium in
        let size = medium.track.storedSize
        return Diagnostic(
          .colorUntagged, severity: size.impliesHDColor ? .information : .warning,
          "'\(medium.file)' does not say what its colours mean: at \(size) they are taken for"
            + " \(size.impliesHDColor ? "BT.709" : "BT.601")",
          at: medium.place,
          hint:
            "if colours look wrong, say which they are: `{file: …, color: \(size.impliesHDColor ? "bt601" : "bt709")}`"
        )
      }
  }
}

extension VideoTrackFacts {
  /// Whether a matrix stands between its numbers and red, green and blue; FFmpeg's names of formats say so.
  fileprivate var isLumaAndChroma: Bool {
    let others = [
      "rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "x2rgb", "x2bgr", "pal8", "gray", "ya8", "ya16",
      "mono", "xyz", "bayer",
    ]
    return !others.contains { pixelFormat.hasPrefix($0) }
  }
}
