package import Basics

/// The options of a reader.
package struct ReadingOptions: Sendable {
  /// The frame rate, for formats that do not contain it.
  package var rate: FrameRate?
  /// The path of the media file, for formats that do not name it.
  package var media: String?
  /// The project or timeline to read, if there are several.
  package var project: String?
  /// The known lengths of media, by their names in the edit (`ImportedTimeline.possibleMedia`).
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

/// A timeline, and the outcome for every node of the input.
package struct ImportedTimeline: Sendable {
  package let timeline: InterchangeTimeline
  package let report: LossReport

  package init(timeline: InterchangeTimeline, report: LossReport) {
    self.timeline = timeline
    self.report = report
  }
}
