/// The contents of a timeline drawing, in seconds since the start of the film.
///
/// Contains everything that drawing needs. Seconds are doubles, because they only become pixel positions.
package struct TimelineContent: Hashable, Sendable {
  /// The name of the film.
  package var title: String
  /// Short facts below the name: length, canvas.
  package var facts: [String]
  package var duration: Double
  /// The time up to which lengths are known; nil if all are. Later items have placeholder lengths.
  package var knownEnd: Double?
  /// In order, with transitions between them.
  package var timeline: [TimelineEntry] = []
  package var transitions: [TimelineTransition] = []
  /// In drawing order: the last is on top.
  package var overlays: [TimelineEntry] = []
  package var audio: [TimelineEntry] = []
  /// One lane per track.
  package var subtitles: [SubtitleLane] = []
  package var markers: [TimelineMarker] = []
  /// Nil if no render is known.
  package var render: RenderLane?

  package init(title: String, facts: [String] = [], duration: Double, knownEnd: Double? = nil) {
    self.title = title
    self.facts = facts
    self.duration = duration
    self.knownEnd = knownEnd
  }

  /// One subtitle track.
  package struct SubtitleLane: Hashable, Sendable {
    package var label: String
    package var cues: [TimelineEntry]

    package init(label: String, cues: [TimelineEntry]) {
      self.label = label
      self.cues = cues
    }
  }

  /// The pieces of a render, including those already available.
  package struct RenderLane: Hashable, Sendable {
    /// In order.
    package var segments: [RenderPiece]
    /// Nil for an output without sound.
    package var sound: RenderPiece?
    /// The word for a piece that is already available: `reused`.
    package var keptWord: String
    /// The word for a piece that must be rendered: `to render`.
    package var newWord: String

    package init(segments: [RenderPiece], sound: RenderPiece?, keptWord: String, newWord: String) {
      self.segments = segments
      self.sound = sound
      self.keptWord = keptWord
      self.newWord = newWord
    }
  }
}

/// A named time.
package struct TimelineMarker: Hashable, Sendable {
  package var name: String
  package var time: Double

  package init(name: String, time: Double) {
    self.name = name
    self.time = time
  }
}

/// A part of the film that is rendered as one piece.
package struct RenderPiece: Hashable, Sendable {
  package var start: Double
  package var end: Double
  /// Whether it is already available.
  package var isKept: Bool
  /// Whether it is copied from media, if it is not available.
  package var isCopied: Bool
  package var tooltip: String

  package init(start: Double, end: Double, isKept: Bool, isCopied: Bool = false, tooltip: String) {
    self.isCopied = isCopied
    self.start = start
    self.end = end
    self.isKept = isKept
    self.tooltip = tooltip
  }
}

/// The change from one item of the timeline to the next.
package struct TimelineTransition: Hashable, Sendable {
  package var title: String
  package var tooltip: String
  package var start: Double
  package var end: Double
  /// The index among the entries of the timeline; nil for the background.
  package var outgoing: Int?
  package var incoming: Int?
  package var change: TimelineChange?

  package init(
    title: String, tooltip: String, start: Double, end: Double, outgoing: Int?, incoming: Int?,
    change: TimelineChange? = nil
  ) {
    self.title = title
    self.tooltip = tooltip
    self.start = start
    self.end = end
    self.outgoing = outgoing
    self.incoming = incoming
    self.change = change
  }
}
