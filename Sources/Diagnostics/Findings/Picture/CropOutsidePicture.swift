extension DiagnosticID {
  package static let cropOutsidePicture = DiagnosticID(
    "crop-outside-picture", .error, "The crop is outside the picture",
    explanation: """
      The crop removes the whole picture, or keeps a rectangle that extends beyond it. The message gives \
      the size of the picture. Keep a part inside it.
      """,
    needsMedia: true, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 640x360}
        timeline:
          - clip: beach.mp4
            crop: 1600px, 0px 640x360
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["`1600px,0px 640x360` is not inside a picture of 1920x1080"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 640x360}
        timeline:
          - clip: beach.mp4
            crop: 640px, 0px 640x360
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
