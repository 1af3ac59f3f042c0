// Findings about words that are drawn.

extension CatalogueEntry {
  static let missingFont = CatalogueEntry(
    title: "The font is not there",
    explanation: """
      No font of this machine has the family that the script asks for, or the font file cannot be read; the words \
      would be drawn with another font and come out different on every machine. Install the font, correct its \
      name, or put its file beside the script and name that: `font: fonts/Title.ttf`. A family or a file that \
      has no letters of the weight asked for is a warning.
      """)

  static let missingGlyph = CatalogueEntry(
    title: "A character without a letter",
    explanation: """
      The words hold characters that no font of this machine can draw: they would be empty boxes. Install a font \
      that has them, or choose other characters. Control characters, which no font has, are left out of the \
      picture; they are a warning, and so is what subtitles that are drawn say without a font for it.
      """)

  static let textOverflow = CatalogueEntry(
    title: "The words do not fit",
    explanation: """
      The words reach out of the canvas, or out of the `width` or `height` that they are given: lines wrap between \
      words, and one word may be longer than a line. Make the letters smaller, the room larger, or the words fewer.
      """)

  static let textOutsideSafeArea = CatalogueEntry(
    title: "Words close to the edge",
    explanation: """
      The words reach into the outermost 5 % of the canvas, which televisions may cut off and players cover with \
      their controls. Move them inwards with a `margin`. EBU R 95 and SMPTE ST 2046-1 call the rest the title-safe \
      area.
      """)

  static let lowContrast = CatalogueEntry(
    title: "Words hard to read",
    explanation: """
      The colour of the words and the colour behind them have a contrast of less than 3 to 1, which WCAG 2 asks of \
      large letters. Only what is certain is looked at: the words' own box, a plain colour behind them, or the \
      canvas. Choose another colour, or add a `stroke` or a `box`.
      """)

  static let readingSpeed = CatalogueEntry(
    title: "Too little time to read",
    explanation: """
      There are more letters than 20 for each second that the words are seen, which is as fast as grown-up readers \
      of subtitles read; ideographs, kana and Hangul syllables count twice. Subtitles are held to it, too, but for ASS \
      files. Show them for longer, or write less.
      """)
}
