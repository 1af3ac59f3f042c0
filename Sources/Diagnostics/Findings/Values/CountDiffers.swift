extension DiagnosticID {
  package static let countDiffers = DiagnosticID(
    "count-differs", .error, "Lists have different lengths",
    explanation: """
      The lists of an `each` and its `captions` are matched by position: the first values belong to the \
      first item, the second values to the second. Here one list is longer than another, or there are more \
      or fewer captions than pictures. Add the missing values. For a picture without a caption, write an \
      empty text: `""`.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - each: {image: [lake.jpg, hill.jpg, sea.jpg], for: 3s}
            captions: [The lake, The hill]
        """,
        media: """
          lake.jpg  still 1920x1080
          hill.jpg  still 1920x1080
          sea.jpg   still 1920x1080
          fonts
          """,
        gives: ["there are 2 captions for 3 items"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - each: {image: [lake.jpg, hill.jpg, sea.jpg], for: 3s}
            captions: [The lake, The hill, ""]
        """,
        media: """
          lake.jpg  still 1920x1080
          hill.jpg  still 1920x1080
          sea.jpg   still 1920x1080
          fonts
          """),
    ])
}
