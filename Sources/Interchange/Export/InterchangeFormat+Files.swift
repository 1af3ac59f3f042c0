extension InterchangeFormat {
  /// The file extensions that films can be exported to, with formats and help texts.
  package static let exportEndings: [(ending: String, format: InterchangeFormat, words: String)] = [
    ("otio", .otio, "OpenTimelineIO"),
    ("fcpxml", .fcpxml, "Final Cut Pro XML 1.10"),
    ("edl", .edl, "CMX3600"),
    ("xml", .xmeml, "Final Cut Pro 7, for Premiere"),
    ("mlt", .mlt, "MLT XML, for melt, Kdenlive and Shotcut"),
    ("csv", .segmentTable, "segments, for LosslessCut"),
    ("json", .autoEditor, "auto-editor 3"),
    ("sh", .ffmpeg, "an FFmpeg command line, for learning and comparison"),
  ]

  /// Whether edits can be exported to this format.
  package var isWritable: Bool { Self.exportEndings.contains { $0.format == self } }

  /// The usual extensions of edits that can be imported, with help texts.
  package static let importable: [(endings: [String], words: String)] = [
    (["otio"], "OpenTimelineIO"),
    (["fcpxml", "fcpxmld"], "Final Cut Pro XML (1.8 to 1.14, and bundles)"),
    (["edl"], "edit decision lists (CMX3600, MPlayer and Comskip)"),
    (["xml"], "Final Cut Pro 7 XML"),
    (["llc", "csv"], "LosslessCut projects and tables"),
    (["json"], "auto-editor timelines"),
    (["json5"], "editly edits"),
  ]

  /// The format to export to, by the file's extension; nil for other extensions.
  package init?(exportingTo file: String) {
    let name = file.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let known = Self.exportEndings.first(where: { $0.ending == ending }) else { return nil }
    self = known.format
  }
}
