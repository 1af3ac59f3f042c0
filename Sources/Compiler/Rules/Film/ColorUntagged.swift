import Composition
package import Diagnostics

extension DiagnosticID {
  package static let colorUntagged = DiagnosticID(
    "color-untagged", .warning, "The colour space is unknown",
    explanation: """
      The file does not specify which matrix converts its YCbCr values to red, green and blue. editc \
      assumes what players assume: BT.709 from 720 rows or 1280 columns, BT.601 below. If greens and skin \
      tones look wrong, write `color` in the entry under `media`, such as `{file: old.avi, color: bt601}`.
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
        gives: ["'old.avi' has no colour tags: at 640x360 it is treated as BT.601"]),
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
  /// With another matrix, the same samples have other colours. Large pictures are nearly always BT.709, so
  /// they are only reported as a note.
  static let colorUntagged = Rule.film(.colorUntagged, reach: .everywhere, unlessCopied: .pictures) { film in
    film.seenMedia.filter { !$0.track.isStill && $0.track.isLumaAndChroma && $0.track.color.matrix == nil }
      .map { medium in
        let size = medium.track.storedSize
        return Diagnostic(
          .colorUntagged, severity: size.impliesHDColor ? .note : .warning,
          "'\(medium.file)' has no colour tags: at \(size) it is treated as"
            + " \(size.impliesHDColor ? "BT.709" : "BT.601")",
          at: medium.place,
          hint:
            "if colours look wrong, write `{file: …, color: \(size.impliesHDColor ? "bt601" : "bt709")}`"
        )
      }
  }
}

extension VideoTrackFacts {
  /// Whether the samples are YCbCr instead of RGB, by FFmpeg's format names.
  fileprivate var isLumaAndChroma: Bool {
    let others = [
      "rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "x2rgb", "x2bgr", "pal8", "gray", "ya8", "ya16",
      "mono", "xyz", "bayer",
    ]
    return !others.contains { pixelFormat.hasPrefix($0) }
  }
}
