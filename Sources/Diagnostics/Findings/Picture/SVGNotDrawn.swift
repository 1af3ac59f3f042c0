extension DiagnosticID {
  package static let svgNotDrawn = DiagnosticID(
    "svg-not-drawn", .error, "The SVG is not drawn completely",
    explanation: """
      The picture has an element, an attribute, a property or a value that editc does not draw: a script, HTML, \
      noise and light, text on a path, or something that no version of SVG defines. Other programs skip such \
      parts in silence; here they are errors, so that a picture is drawn completely or not at all. Remove the \
      part, or convert it to paths in the program that made the picture. The message gives the line and the \
      column in the SVG.
      """,
    needsMedia: true,
    examples: [
      .showing(
        "paper.svg",
        [
          #"<filter id="f">"#, #"<feTurbulence baseFrequency="0.1"/>"#, "</filter>",
          #"<rect width="40" height="30" fill="teal"/>"#,
        ], gives: ["paper.svg:3:1: the filter 'feTurbulence' is not drawn"]),
      .showing(
        "paper.svg",
        [
          #"<filter id="f">"#, #"<feGaussianBlur stdDeviation="2"/>"#, "</filter>",
          #"<rect width="40" height="30" fill="teal"/>"#,
        ]),
    ])
}
