extension DiagnosticID {
  package static let missingFont = DiagnosticID(
    "missing-font", .error, "The font was not found",
    explanation: """
      No installed font has the family that the script names, or the font file cannot be read; the text \
      would look different on every machine. Install the font, correct its name, or put its file beside \
      the script and write `font: fonts/Title.ttf`. It is only a warning if a font lacks the requested \
      weight, or if burned-in subtitles ask for a font, or its bold or italic form, that is not installed: \
      another font is drawn, or letters that are thickened or slanted by calculation.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: Holiday
            for: 3s
            font: Montserrat
          - text: The end
            for: 3s
            font: fonts/Title.ttf
        """,
        media: "fonts",
        gives: [
          "the font family 'Montserrat' is not installed", "there is no font file 'fonts/Title.ttf'",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: The end
            for: 3s
            font: fonts/Title.ttf
            weight: bold
        """,
        media: "fonts/Title.ttf  font",
        gives: ["'fonts/Title.ttf' does not have the weight 700, only 400"],
        remark: "A font file has one weight; bold letters are in another file."),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - file: talk.ass
        """,
        media: """
          fonts
          talk.ass  lines [Script Info] | [V4+ Styles] | Format: Name, Fontname, Fontsize | \
          Style: Default,Montserrat,20 | [Events] | Format: Start, End, Text | \
          Dialogue: 0:00:01.00,0:00:02.00,Good evening
          """,
        gives: [
          "line 7 of 'talk.ass' asks for the font 'Montserrat', which is not installed; 'Inter' is drawn instead"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        subtitles:
          - cues: [{at: 0s..1s, text: Good evening}]
          - cues: [{at: 1s..2s, text: Welcome}]
            style: {font: Montserrat}
        """,
        media: "fonts", gives: ["the font 'Montserrat' is not installed; 'Inter' is drawn instead"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - text: Holiday
            for: 3s
            font: Montserrat, Inter
          - text: The end
            for: 3s
            font: fonts/Title.ttf
        """,
        media: "fonts/Title.ttf  font",
        remark:
          "Of several families the first that is there counts; a file beside the script is always there."),
    ])
}
