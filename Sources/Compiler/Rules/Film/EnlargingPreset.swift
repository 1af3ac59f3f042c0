import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let enlargingPreset = DiagnosticID(
    "enlarging-preset", .warning, "The preset exceeds the canvas",
    explanation: """
      A preset with a size never enlarges the film: a film that is smaller than the preset keeps its size. \
      Make the canvas larger, or choose a preset of its size.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 640x360}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - {file: film.mp4, preset: 1920x1080}
        """,
        gives: ["the canvas is 640x360, smaller than the preset '1920x1080', which never enlarges"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 3840x2160}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - {file: film.mp4, preset: 1920x1080}
        """),
    ])
}

extension Rule {
  static let enlargingPreset = Rule.film(.enlargingPreset, reach: .film) { film in
    guard let preset = film.film.output?.preset, preset.value != "draft", let canvas = film.film.canvas,
      let bounds = canvas.presetBounds, canvas.fullSize.width < bounds.width,
      canvas.fullSize.height < bounds.height
    else { return [] }
    return [
      Diagnostic(
        .enlargingPreset,
        "the canvas is \(canvas.fullSize), smaller than the preset '\(preset.value)', which never enlarges",
        at: preset.range,
        hint: "the film stays \(canvas.fullSize); set `canvas.size` to make it larger")
    ]
  }
}
