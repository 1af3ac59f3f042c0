extension InterchangeFormat {
  /// The endings of files that films can be exported to, with their formats and what help says of them.
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

  /// What edits can be imported from: the usual endings, and what help says of them.
  package static let importable: [(endings: [String], words: String)] = [
    (["otio"], "OpenTimelineIO"),
    (["fcpxml", "fcpxmld"], "Final Cut Pro XML (1.8 to 1.14, and bundles)"),
    (["edl"], "edit decision lists (CMX3600, MPlayer and Comskip)"),
    (["xml"], "Final Cut Pro 7 XML"),
    (["llc", "csv"], "LosslessCut projects and tables"),
    (["json"], "auto-editor timelines"),
    (["json5"], "editly edits"),
  ]

  /// The format of a file to export to, by its ending; nil if it is none of these.
  package init?(exportingTo file: String) {
    let name = file.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let known = Self.exportEndings.first(where: { $0.ending == ending }) else { return nil }
    self = known.format
  }
}
