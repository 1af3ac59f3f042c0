package import Basics

/// A track of subtitles in a media file, as FFmpeg reads all kinds of text: as lines of ASS.
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
    /// On the media's own axis.
    package var range: TimeRange
    /// Its fields after a number that counts lines: layer, style, name, three margins, effect, text.
    package var fields: String

    package init(range: TimeRange, fields: String) {
      self.range = range
      self.fields = fields
    }
  }
}

extension OtherTrackFacts {
  /// Whether it holds subtitles as text; those of discs and broadcasts are pictures.
  package var isSubtitleText: Bool {
    kind == "subtitle" && ["ass", "ssa", "subrip", "srt", "text", "mov_text", "webvtt"].contains(codec)
  }

  /// Whether its lines say how they look.
  package var hasSubtitleStyles: Bool { codec == "ass" || codec == "ssa" }
}
