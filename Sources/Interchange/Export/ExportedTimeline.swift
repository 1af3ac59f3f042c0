package import Basics
package import Composition

/// The options of an export.
package struct ExportOptions: Sendable {
  /// The name of the film; nil if it has none.
  package var name: String?
  /// The timecode of the first frame; nil if it starts at 0.
  package var timecode: StartTimecode?
  /// The markers of the film; nil for its chapters.
  package var markers: [InterchangeMarker]?
  /// The frame rate for writing an audio-only film.
  package var soundRate: FrameRate?
  /// The paths of files, by their names in the script; other files have the script's names.
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

/// A film as a timeline for other programs, with everything that a timeline cannot contain.
package struct ExportedTimeline: Hashable, Sendable {
  package let timeline: InterchangeTimeline
  /// In the order of the film, its pictures, its sounds, then its nested films.
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

  /// The film in another program's format, with the losses of the timeline followed by those of the format.
  /// `script` is the script of the film; nil leaves it out.
  package func written(
    as format: InterchangeFormat, keeping script: EmbeddedScript? = nil
  ) throws(InterchangeProblem) -> WrittenTimeline {
    let written = try timeline.written(as: format, keeping: script)
    let lost = losses.filter { !$0.heldBy.contains(format) }.map(\.writingLoss)
    return WrittenTimeline(text: written.text, losses: lost + written.losses)
  }
}
