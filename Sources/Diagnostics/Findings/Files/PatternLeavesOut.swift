extension DiagnosticID {
  package static let patternLeavesOut = DiagnosticID(
    "pattern-leaves-out", .warning, "A file differs only in case",
    explanation: """
      File names are case-sensitive. Cameras write `IMG_2.JPG`, programs `img_2.jpg`, and `*.jpg` matches \
      only one of them. Put both cases in brackets, as in `*.[jJ][pP][gG]`, or rename the files.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - each: {image: photos/*.jpg, for: 3s}
        """,
        media: """
          photos/img1.jpg  still 1920x1080
          photos/IMG2.JPG  still 1920x1080
          """,
        gives: ["'photos/*.jpg' does not match 'IMG2.JPG', which differs only in case"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - each: {image: "photos/*.[jJ][pP][gG]", for: 3s}
        """,
        media: """
          photos/img1.jpg  still 1920x1080
          photos/IMG2.JPG  still 1920x1080
          """),
    ])
}
