extension DiagnosticID {
  package static let unknownStream = DiagnosticID(
    "unknown-stream", .error, "The file lacks this stream",
    explanation: """
      The script selects a stream of the media by number, and the file has fewer. Video, audio and \
      subtitle streams are each numbered from 0. The message lists the available numbers. The same rule \
      reports a channel in `channels` that the sound does not have.
      """,
    needsMedia: true, formerly: ["value-out-of-range"],
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            audio: {stream: 1}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' has no audio stream 1"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            channels: center
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' has 2 channels (stereo), but no `center`"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            audio: {stream: 0}
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo"),
    ])
}
