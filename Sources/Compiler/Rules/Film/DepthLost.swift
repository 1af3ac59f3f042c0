import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let depthLost = DiagnosticID(
    "depth-lost", .warning, "The bit depth is reduced",
    explanation: """
      The media has more than 8 bits per channel, and the output has 8. The film is composed with 10 bits \
      and rounded at the end, which can cause banding in smooth gradients such as skies. `canvas: {depth: \
      10}` keeps the bits, but many players and browsers cannot play such files.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: master.mov
        outputs:
          - file: film.mp4
        """,
        media: "master.mov  video 1920x1080 25 12s  depth 10",
        gives: ["'master.mov' has 10 bits per channel, the film 8"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25, depth: 10}
        timeline:
          - clip: master.mov
        outputs:
          - file: film.mp4
        """,
        media: "master.mov  video 1920x1080 25 12s  depth 10"),
    ])
}

extension Rule {
  static let depthLost = Rule.film(.depthLost, reach: .everywhere, unlessCopied: .pictures) { film in
    guard let filmDepth = film.depth?.rawValue, let color = film.color else { return [] }
    let written = film.film.output?.video
    let asked =
      written?.pixelFormat.map { "pixel-format: \($0.value)" } ?? written?.depth.map { _ in "depth: 8" }
    // Twelve bits and more are reduced to ten in nearly every film, which is invisible.
    return film.seenMedia.filter {
      filmDepth == 8 && $0.track.bitDepth > filmDepth && !$0.track.isStill
        && (color.isHighDynamicRange || !$0.track.color.isHighDynamicRange)
    }.map { medium in
      Diagnostic(
        .depthLost,
        "'\(medium.file)' has \(medium.track.bitDepth) bits per channel, the film \(filmDepth)",
        at: medium.place,
        hint: asked.map {
          "smooth gradients such as skies may show banding; the output's `\($0)` requires that"
        }
          ?? "smooth gradients such as skies may show banding; `canvas: {depth: 10}` keeps the bits")
    }
  }
}
