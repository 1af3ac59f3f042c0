import Composition
package import Diagnostics
import MediaFacts
import Vocabulary

extension DiagnosticID {
  package static let depthLost = DiagnosticID(
    "depth-lost", .warning, "More bits than the film",
    explanation: """
      The media has finer steps of colour than the file that is made, which has 8 bits for each channel. The \
      film is put together with 10 bits and rounded at the end; in smooth gradients such as skies the steps can \
      become visible. Nothing needs to be done where that does not matter; `canvas: {depth: 10}` keeps the \
      bits, but many players and browsers cannot show such files.
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
        gives: ["'master.mov' has 10 bits a colour channel and the film 8"]),
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
    // Twelve bits and more come down to ten in nearly every film: nothing that can be seen.
    return film.seenMedia.filter {
      filmDepth == 8 && $0.track.bitDepth > filmDepth && !$0.track.isStill
        && (color.isHighDynamicRange || !$0.track.color.isHighDynamicRange)
    }.map { medium in
      Diagnostic(
        .depthLost,
        "'\(medium.file)' has \(medium.track.bitDepth) bits a colour channel and the film \(filmDepth)",
        at: medium.place,
        hint: "smooth gradients such as skies may show bands; `canvas: {depth: 10}` keeps the bits")
    }
  }
}
