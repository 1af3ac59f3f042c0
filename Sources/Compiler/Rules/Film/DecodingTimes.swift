import Composition
package import Diagnostics

extension DiagnosticID {
  package static let decodingTimes = DiagnosticID(
    "decoding-times", .warning, "Display times are missing",
    explanation: """
      The file stores when each picture is decoded but not when it is shown, and its pictures are decoded \
      in a different order. This happens when a raw H.264 or HEVC stream with B-frames is muxed with \
      `ffmpeg -r 25 -i stream.h264 -c copy film.mp4`. editc shows the pictures in display order, at the \
      times in the file, as FFmpeg does. editc cannot seek in such a file, so it reads it from the start \
      and copies nothing of it.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: raw.mp4
        """,
        media: "raw.mp4  video 1280x720 25 12s decoding-times",
        gives: ["'raw.mp4' stores when its pictures are decoded, but not when they are shown"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mp4
        """,
        media: "beach.mp4  video 1280x720 25 12s"),
    ])
}

extension Rule {
  static let decodingTimes = Rule.film(.decodingTimes, reach: .everywhere) { film in
    film.seenMedia.filter(\.track.hasDecodingTimes).map { medium in
      Diagnostic(
        .decodingTimes,
        "'\(medium.file)' stores when its pictures are decoded, but not when they are shown",
        at: medium.place,
        hint:
          "they are shown in display order; to store it in the file, mux the raw stream with mkvmerge or MP4Box"
      )
    }
  }
}
