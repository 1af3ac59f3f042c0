import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let cleanAperture = DiagnosticID(
    "clean-aperture", .warning, "The clean aperture is ignored",
    explanation: """
      The file asks players to show only part of its pictures, its clean aperture; the rest may contain \
      noise or black edges. editc shows the whole stored picture, even when it copies: FFmpeg does not \
      write a clean aperture. To show only that part, write `aperture: clean` in the entry under `media`, \
      or use `crop`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: tape.mov
        """,
        media: "tape.mov  video 1920x1080 25 9s  aperture 16,9,1888x1062",
        gives: ["'tape.mov' asks to be shown as 1888x1062 of its 1920x1080 pixels; all of them are shown"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: tape.mov
            fit: cover
            crop: 16px, 9px 1888x1062
        """,
        media: "tape.mov  video 1920x1080 25 9s  aperture 16,9,1888x1062"),
      RuleExample(
        """
        edit: 1
        media:
          tape: {file: tape.mov, aperture: clean}
        timeline:
          - clip: tape
        """,
        media: "tape.mov  video 1920x1080 25 9s  aperture 16,9,1888x1062"),
    ])
}

extension Rule {
  /// Reported once for each file, except for cropped items, whose authors have chosen the visible part.
  static let cleanAperture = Rule.film(.cleanAperture, reach: .everywhere) { film in
    let shownWhole = Set(
      film.film.items.filter { $0.item.crop == nil && $0.item.motion == nil }.compactMap { item in
        film.medium(of: item).flatMap { $0.reference.aperture == nil ? $0.reference.spelling : nil }
      })
    return film.seenMedia.filter { shownWhole.contains($0.file) }.compactMap { medium in
      guard let aperture = medium.track.cleanAperture else { return nil }
      let isPlain = medium.track.orientation == .upright && medium.track.pixelAspect.isSquare
      return Diagnostic(
        .cleanAperture,
        "'\(medium.file)' asks to be shown as \(aperture.size) of its \(medium.track.storedSize) pixels; all of them"
          + " are shown",
        at: medium.place,
        hint: "write `aperture: clean` in its entry under `media`"
          + (isPlain ? ", or `crop: \(aperture.x)px, \(aperture.y)px \(aperture.size)`," : "")
          + " to show that part")
    }
  }
}
