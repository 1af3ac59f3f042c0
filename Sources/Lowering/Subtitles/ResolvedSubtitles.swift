package import Basics
package import Composition
package import EditScript

/// A subtitle track as it was resolved.
package struct ResolvedSubtitles: Sendable {
  package let track: SubtitleTrack
  /// For messages: the file, or `cues`.
  package let label: String
  /// Nil for cues in the script.
  package let format: SubtitleFormat?
  /// In the order of the file.
  package let cues: [ResolvedCue]
  /// The number of takes of the timeline that it follows; nil if its times are the film's.
  package let takeCount: Int?
}

/// A cue as it was resolved.
package struct ResolvedCue: Sendable {
  package let cue: SubtitleCue
  /// Its place in the script: the cue, or its file.
  package let place: SourceRange
  /// Its visible ranges on the timeline.
  package var shown: [TimeRange] = []
  /// Whether a frame shows it; nil if the rate is unknown.
  package var hasFrame: Bool?

  /// For messages: `the cue at 1s`, with its line if it is in a file.
  package var name: String {
    cue.line > 0 ? "the cue in line \(cue.line)" : "the cue at \(cue.range.start)"
  }
}
