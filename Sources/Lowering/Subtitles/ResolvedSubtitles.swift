package import Basics
package import Composition
package import EditScript

/// A track of subtitles, and what was found out about it.
package struct ResolvedSubtitles: Sendable {
  package let track: SubtitleTrack
  /// For messages: the file, or `cues`.
  package let label: String
  /// Nil for cues in the script.
  package let format: SubtitleFormat?
  /// In the order of the file.
  package let cues: [ResolvedCue]
  /// How many takes of the timeline it follows; nil where its times are the film's.
  package let takeCount: Int?
}

/// A cue, and where it went.
package struct ResolvedCue: Sendable {
  package let cue: SubtitleCue
  /// Where the script says it: the cue, or its file.
  package let place: SourceRange
  /// What of it shows, on the timeline.
  package var shown: [TimeRange] = []
  /// Whether a frame shows it; nil where the rate is not known.
  package var hasFrame: Bool?

  /// For messages: `the cue at 1s`, with its line if it is in a file.
  package var name: String {
    cue.line > 0 ? "the cue in line \(cue.line)" : "the cue at \(cue.range.start)"
  }
}
