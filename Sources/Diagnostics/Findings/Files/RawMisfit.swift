extension DiagnosticID {
  package static let rawMisfit = DiagnosticID(
    "raw-misfit", .error, "The bytes do not match `raw`",
    explanation: """
      `raw` under `media` declares what a file without a header contains: pictures of one size and pixel format, or \
      samples. The bytes of the file must be whole pictures or samples, because a part of one shows that the \
      declaration is wrong, or that the program that writes the file was stopped. Without `rate`, the file is one \
      picture. A file with a header, such as YUV4MPEG2 or WAV, states its form itself and must not have `raw`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {plot: {file: plot.rgb, raw: {pixel-format: rgb24, size: 640x360, rate: 25}}}
        timeline: [{clip: plot}]
        """,
        media: "plot.rgb  raw 2304000",
        gives: [
          "'plot.rgb' has 2304000 bytes: 230400 bytes more than 3 whole pictures of 640x360 in rgb24 (691200 bytes each)"
        ],
        remark: "The hint lists the pixel formats that would fit: here `gray` and `yuv422p`."),
      RuleExample(
        """
        edit: 1
        media: {plot: {file: plot.y4m, raw: {pixel-format: yuv420p, size: 640x360, rate: 25}}}
        timeline: [{clip: plot}]
        """,
        media: "plot.y4m  raw 3456062  container yuv4mpegpipe",
        gives: ["'plot.y4m' has a header (yuv4mpegpipe), so it is not read as `raw`"]),
      RuleExample(
        """
        edit: 1
        media: {plot: {file: plot.rgb, raw: {pixel-format: rgb24, size: 640x360, rate: 25}}}
        timeline: [{clip: plot}]
        """,
        media: "plot.rgb  raw 2073600"),
    ])
}
