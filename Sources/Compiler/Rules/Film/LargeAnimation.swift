import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let largeAnimation = DiagnosticID(
    "large-animation", .warning, "The animation is very large",
    explanation: """
      GIF, animated PNG and animated WebP store each frame as a picture, so a minute takes as much space \
      as an hour of video. The rule estimates the size from real clips (0.25 bytes per pixel of a frame in \
      .gif, 1.5 in .apng, 0.15 in .webp) and warns from 100 MB, which few programs can open. Write a part \
      of the film, a smaller picture or a lower frame rate; or a .webm, which web pages can also loop.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 1h}
        outputs:
          - file: out/film.gif
        """,
        gives: ["the animation has 90000 frames of 1280x720, about 20.7 GB"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 1h}
        outputs:
          - file: out/film.gif
            size: 480x270
            rate: 20
            range: 10m..10m20s
          - file: out/film.webm
        """),
    ])
}

extension Rule {
  static let largeAnimation = Rule.film(.largeAnimation, reach: .film) { film in
    guard let settings = film.settings, settings.container.isAnimation, let output = film.film.output,
      let composition = film.film.composition
    else { return [] }
    let count = film.part.map { Int64($0.count) } ?? composition.frameCount
    let size = composition.canvas.size
    let bytes = Double(count) * Double(size.width * size.height) * settings.container.bytesOfAnimatedPixel
    guard bytes > 100_000_000 else { return [] }
    let text =
      bytes < 1_000_000_000
      ? "\(Int64((bytes / 1_000_000).rounded())) MB" : "\(rounded(bytes / 1_000_000_000, places: 1)) GB"
    return [
      Diagnostic(
        .largeAnimation, "the animation has \(count) frames of \(size), about \(text)",
        at: output.file.range,
        hint: "write a `range`, a smaller `size` or a lower `rate` in the output, or use .webm")
    ]
  }
}

extension Container {
  /// For real clips; animations of flat colours need less.
  fileprivate var bytesOfAnimatedPixel: Double {
    switch self {
    case .gif: 0.25
    case .webp: 0.15
    default: 1.5
    }
  }
}
