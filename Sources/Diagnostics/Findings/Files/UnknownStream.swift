extension DiagnosticID {
  package static let unknownStream = DiagnosticID(
    "unknown-stream", .error, "The file lacks this stream",
    explanation: """
      The script chooses a stream of the media by its number, and the file has fewer. Streams of pictures, \
      of sound and of subtitles are numbered from 0, each for themselves. The message says which numbers there are. So it does for a channel \
      that `channels` names and the sound lacks.
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
        gives: ["'beach.mp4' has no stream of sound with the number 1"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: beach.mp4
            channels: center
        """,
        media: "beach.mp4  video 1920x1080 30 12s  audio 48000 stereo",
        gives: ["'beach.mp4' has 2 channels (stereo), and no `center`"]),
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
