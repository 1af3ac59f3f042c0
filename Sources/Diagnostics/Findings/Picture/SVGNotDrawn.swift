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
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {image: paper.svg, for: 3s}
        """,
        media: """
          paper.svg  lines <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"> | \
          <filter id="f"> | <feTurbulence baseFrequency="0.1"/> | </filter> | \
          <rect width="40" height="30" fill="teal"/> | </svg>
          """,
        gives: ["paper.svg:3:1: the filter 'feTurbulence' is not drawn"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {image: paper.svg, for: 3s}
        """,
        media: """
          paper.svg  lines <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"> | \
          <filter id="f"> | <feGaussianBlur stdDeviation="2"/> | </filter> | \
          <rect width="40" height="30" fill="teal"/> | </svg>
          """),
    ])
}
