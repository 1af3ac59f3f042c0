import Diagnostics
import MediaFacts

extension FilmRules {
  /// Without a matrix the same numbers are other colours. Large pictures are BT.709 nearly without exception, so
  /// that this is only worth a word there.
  static let colorUntagged = FilmRule(
    .colorUntagged, reach: .everywhere,
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
    ]
  ) { film in
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
