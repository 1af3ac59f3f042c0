package import Basics

/// What a reader has to be told beside the input.
package struct ReadingOptions: Sendable {
  /// The frame rate, for formats that do not say it.
  package var rate: FrameRate?
  /// The path of the media file, for formats that do not name it.
  package var media: String?
  /// The project or timeline to read, if the input has several.
  package var project: String?
  /// How long media are, as far as that is known, by what the edit calls them (`ImportedTimeline.possibleMedia`).
  package var lengths: [String: RationalTime]

  package init(
    rate: FrameRate? = nil, media: String? = nil, project: String? = nil,
    lengths: [String: RationalTime] = [:]
  ) {
    self.rate = rate
    self.media = media
    self.project = project
    self.lengths = lengths
  }
}

/// A timeline, and what became of every node of the input.
package struct ImportedTimeline: Sendable {
  package let timeline: InterchangeTimeline
  package let report: LossReport

  package init(timeline: InterchangeTimeline, report: LossReport) {
    self.timeline = timeline
    self.report = report
  }
}
