extension InterchangeFormat {
  /// The endings of files that films can be exported to, with their formats.
  package static let exportEndings: [(ending: String, format: InterchangeFormat)] = [
    ("otio", .otio), ("fcpxml", .fcpxml), ("edl", .edl), ("xml", .xmeml), ("mlt", .mlt),
    ("csv", .segmentTable),
    ("json", .autoEditor), ("sh", .ffmpeg),
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
