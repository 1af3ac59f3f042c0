package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let liveMedia = DiagnosticID(
    "live-media", .error, "A stream instead of a file",
    explanation: """
      The URL names a live stream or a playlist, whose bytes are different each time. A film is made from \
      files whose bytes are fixed. Record the stream to a file, for example with `ffmpeg`, and write the \
      path of the file.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: https://example.org/live/stream.m3u8
        """,
        gives: ["'https://example.org/live/stream.m3u8' is a stream or a playlist, not a file"]),
      RuleExample(
        """
        edit: 1
        timeline:
          - clip: recordings/stream.mp4
        """,
        media: "recordings/stream.mp4  video 1920x1080 30 12s"),
    ])
}

extension Rule {
  static let liveMedia = Rule.script(.liveMedia) { script, _ in
    (script.mediaPaths + script.mediaURLs).eachOnce.compactMap { text in
      guard let url = RemoteURL(text.value), url.isLive else { return nil }
      return Diagnostic(
        .liveMedia, "'\(url.shown)' is a stream or a playlist, not a file", at: text.range,
        hint: "record it first, for example with `ffmpeg -i URL -c copy recording.mkv`")
    }
  }
}
