package import Basics

/// A subtitle track of a media file, as lines of ASS, to which FFmpeg converts every text format.
package struct CodedSubtitles: Hashable, Sendable, Codable {
  package var streamIndex: Int
  /// Script info and styles.
  package var header: String
  /// In the order of the file.
  package var lines: [Line]

  package init(streamIndex: Int, header: String, lines: [Line]) {
    self.streamIndex = streamIndex
    self.header = header
    self.lines = lines
  }

  package struct Line: Hashable, Sendable, Codable {
    /// In media time.
    package var range: TimeRange
    /// The fields after the line counter: layer, style, name, three margins, effect, text.
    package var fields: String

    package init(range: TimeRange, fields: String) {
      self.range = range
      self.fields = fields
    }
  }
}

extension OtherTrackFacts {
  /// Whether it contains subtitles as text; those of discs and broadcasts are pictures.
  package var isSubtitleText: Bool {
    kind == "subtitle" && ["ass", "ssa", "subrip", "srt", "text", "mov_text", "webvtt"].contains(codec)
  }

  /// Whether its lines have styles.
  package var hasSubtitleStyles: Bool { codec == "ass" || codec == "ssa" }
}
