import Composition
package import Diagnostics

extension DiagnosticID {
  package static let colorMixed = DiagnosticID(
    "color-mixed", .warning, "Colours outside the film's gamut",
    explanation: """
      The media has a larger colour gamut than the film: its red, green and blue primaries are more \
      saturated. editc converts colours that both can show exactly, and clips the others to the nearest \
      colour of the film. `canvas: {color: bt2020}` makes a film with the larger gamut.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: beach.mov
          - clip: studio.mov
        """,
        media: """
          beach.mov   video 1920x1080 25 12s
          studio.mov  video 1920x1080 25 12s  color bt2020
          """,
        gives: [
          "'studio.mov' has BT.2020 primaries, the film BT.709: colours outside the film's"
            + " gamut are clipped"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 25}
        timeline:
          - clip: beach.mov
          - clip: dv.avi
            fit: none
        """,
        media: """
          beach.mov  video 1920x1080 25 12s
          dv.avi     video 1024x576 25 12s  color bt601
          """),
    ])
}

extension Rule {
  /// Colours in both gamuts are converted exactly. The primaries of BT.601 count as those of BT.709, because
  /// the difference is invisible.
  static let colorMixed = Rule.film(.colorMixed, reach: .everywhere) { film in
    let color = film.color
    guard color == .bt709 || color == .bt601 else { return [] }
    return film.seenMedia.compactMap { medium in
      guard let name = medium.track.color.primaries.flatMap(nameOfWidePrimaries),
        // Has its own finding.
        !medium.track.color.isHighDynamicRange
      else { return nil }
      return Diagnostic(
        .colorMixed,
        "'\(medium.file)' has \(name) primaries, the film"
          + " \(color == .bt709 ? "BT.709" : "BT.601"): colours outside the film's gamut are clipped",
        at: medium.place, hint: "`canvas: {color: bt2020}` makes a film with the larger gamut")
    }
  }

  /// Primaries with a clearly larger gamut than BT.709.
  private static func nameOfWidePrimaries(_ name: String) -> String? {
    switch name {
    case "bt2020": "BT.2020"
    case "smpte431": "DCI-P3"
    case "smpte432": "Display P3"
    default: nil
    }
  }
}
