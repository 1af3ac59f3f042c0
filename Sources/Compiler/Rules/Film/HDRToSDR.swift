import Composition
package import Diagnostics
import EditScript
import Lowering
import RenderPlan

extension DiagnosticID {
  package static let hdrToSDR = DiagnosticID(
    "hdr-to-sdr", .warning, "HDR is converted to SDR",
    explanation: """
      The media is HDR and contains brighter light than an SDR film can show. Light up to 122 cd/m² is \
      unchanged, relative to HDR's reference white of 203 cd/m²; brighter light is compressed, 1000 cd/m² \
      becomes white, and hues are preserved. `canvas: {color: hlg}` or `{color: pq}` makes an HDR film.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 30}
        timeline:
          - clip: phone.mov
        """,
        media: "phone.mov  video 1920x1080 30 12s  depth 10  color hlg",
        gives: [
          "'phone.mov' is HDR (HLG) and the film is not: light above 122 cd/m² is compressed, 1000 cd/m²"
            + " becomes white"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 30, color: hlg}
        timeline:
          - clip: phone.mov
        """,
        media: "phone.mov  video 1920x1080 30 12s  depth 10  color hlg"),
    ])
}

extension Rule {
  static let hdrToSDR = Rule.film(.hdrToSDR, reach: .everywhere, unlessCopied: .pictures) { film in
    guard let color = film.color, !color.isHighDynamicRange else { return [] }
    return film.seenMedia.filter { $0.track.color.isHighDynamicRange }.map { medium in
      Diagnostic(
        .hdrToSDR,
        "'\(medium.file)' is HDR (\(medium.track.color.transfer == "smpte2084" ? "PQ" : "HLG")) and the film is"
          + " not: light above 122 cd/m² is compressed, 1000 cd/m² becomes white",
        at: medium.place, hint: "`canvas: {color: hlg}` makes an HDR film")
    }
  }
}

extension CheckedFilm {
  /// The colours of the output, or else of the canvas; nil if there is no picture.
  var color: CanvasColor? {
    guard settings != nil else { return film.script.canvas.color?.value ?? .bt709 }
    let encoding = pictureEncoding
    return encoding?.joined?.canvasColor ?? encoding?.color
  }

  /// The depth of the file, or else of the canvas; nil if unknown or if there is no picture.
  var depth: CanvasDepth? { settings == nil ? film.canvas?.depth : pictureEncoding?.depth }

  /// The encoding of pictures: like the copied ones, in a film that is partly copied.
  private var pictureEncoding: VideoEncoding? {
    guard let settings, settings.smart != nil, let composition = film.composition else {
      return settings?.video
    }
    let whole = 0..<max(0, composition.frameCount)
    return SmartFilm(composition, settings, frames: (part ?? whole).clamped(to: whole)).edges
      ?? settings.video
  }
}
