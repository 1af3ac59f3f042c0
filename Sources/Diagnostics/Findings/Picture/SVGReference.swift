extension DiagnosticID {
  package static let svgReference = DiagnosticID(
    "svg-reference", .error, "The SVG refers to something else",
    explanation: """
      The picture refers to another file, to a server, or to a part that it does not have. An SVG is drawn \
      from its own file alone, so this part would be missing silently. Place other pictures as items \
      of the script, and remove links that lead nowhere. The message gives the line and the column in the SVG.
      """,
    needsMedia: true,
    examples: [
      .showing(
        "logo.svg", [#"<image href="photo.jpg" width="40" height="30"/>"#],
        gives: ["logo.svg:2:1: the picture refers to 'photo.jpg'; an SVG reads no other file"]),
      .showing("logo.svg", [#"<rect width="40" height="30" fill="teal"/>"#]),
    ])
}
