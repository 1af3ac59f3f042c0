package import Basics
package import Composition

/// What an export has to be told beside the film.
package struct ExportOptions: Sendable {
  /// The name of the film; nil if it has none.
  package var name: String?
  /// The timecode of the first frame; nil for one that begins at 0.
  package var timecode: StartTimecode?
  /// The markers of the film; nil for its chapters.
  package var markers: [InterchangeMarker]?
  /// The frame rate that a film without pictures is written with.
  package var soundRate: FrameRate?
  /// How files are named, by their paths; others as the script names them.
  package var paths: [String: String]

  package init(
    name: String? = nil, timecode: StartTimecode? = nil, markers: [InterchangeMarker]? = nil,
    soundRate: FrameRate? = nil, paths: [String: String] = [:]
  ) {
    self.name = name
    self.timecode = timecode
    self.markers = markers
    self.soundRate = soundRate
    self.paths = paths
  }
}

/// A film as a timeline for other programs, and everything of it that a timeline does not hold.
package struct ExportedTimeline: Hashable, Sendable {
  package let timeline: InterchangeTimeline
  /// In the order of the walk: the film, its pictures, its sounds, then the films in it.
  package let losses: [ExportLoss]

  package init(
    _ film: Composition, _ options: ExportOptions = ExportOptions()
  ) throws(InterchangeProblem) {
    var book = TimelineBuilder(options)
    do throws(TimeOverflow) {
      try book.addMain(film)
    } catch {
      throw InterchangeProblem(
        "the times of the film are too large", at: InputPlace(item: "film"))
    }
    timeline = book.timeline
    losses = book.losses.all
  }

  /// The film in a format of other programs; the losses are those of the timeline and then those of the format.
  /// `script` is what the film was made of; nil leaves it out.
  package func written(
    as format: InterchangeFormat, keeping script: EmbeddedScript? = nil
  ) throws(InterchangeProblem) -> WrittenTimeline {
    let written = try timeline.written(as: format, keeping: script)
    let lost = losses.filter { !$0.heldBy.contains(format) }.map(\.writingLoss)
    return WrittenTimeline(text: written.text, losses: lost + written.losses)
  }
}
