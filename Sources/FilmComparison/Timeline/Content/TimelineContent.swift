/// What a picture of a timeline shows, in seconds since the start of the film.
///
/// Made from a film, and all that drawing needs: nothing here is looked up again. Seconds are doubles, because they
/// only become places of pixels.
package struct TimelineContent: Hashable, Sendable {
  /// What the film is called.
  package var title: String
  /// Short facts that stand below it: its length, its canvas.
  package var facts: [String]
  package var duration: Double
  /// Up to when lengths are known; nil where all are. What comes later is drawn with lengths that stand in.
  package var knownEnd: Double?
  /// One after the other, transitions between them.
  package var timeline: [TimelineEntry] = []
  package var transitions: [TimelineTransition] = []
  /// In drawing order: the last one is on top.
  package var overlays: [TimelineEntry] = []
  package var audio: [TimelineEntry] = []
  /// Track by track.
  package var subtitles: [SubtitleLane] = []
  package var markers: [TimelineMarker] = []
  /// Nil where nothing is known of a render.
  package var render: RenderLane?

  package init(title: String, facts: [String] = [], duration: Double, knownEnd: Double? = nil) {
    self.title = title
    self.facts = facts
    self.duration = duration
    self.knownEnd = knownEnd
  }

  /// One track of subtitles.
  package struct SubtitleLane: Hashable, Sendable {
    package var label: String
    package var cues: [TimelineEntry]

    package init(label: String, cues: [TimelineEntry]) {
      self.label = label
      self.cues = cues
    }
  }

  /// What a render makes and what it has already.
  package struct RenderLane: Hashable, Sendable {
    /// In order.
    package var segments: [RenderPiece]
    /// Nil for an output without sound.
    package var sound: RenderPiece?
    /// What a piece that need not be made is called: `reused`.
    package var keptWord: String
    /// What one is called that has to be made: `to render`.
    package var newWord: String

    package init(segments: [RenderPiece], sound: RenderPiece?, keptWord: String, newWord: String) {
      self.segments = segments
      self.sound = sound
      self.keptWord = keptWord
      self.newWord = newWord
    }
  }
}

/// A name for a moment.
package struct TimelineMarker: Hashable, Sendable {
  package var name: String
  package var time: Double

  package init(name: String, time: Double) {
    self.name = name
    self.time = time
  }
}

/// A stretch that is rendered by itself.
package struct RenderPiece: Hashable, Sendable {
  package var start: Double
  package var end: Double
  /// Whether it is there already.
  package var isKept: Bool
  /// Whether it is copied from its media, where it is not there.
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

/// How one item of the timeline becomes the next.
package struct TimelineTransition: Hashable, Sendable {
  package var title: String
  package var tooltip: String
  package var start: Double
  package var end: Double
  /// Among the entries of the timeline; nil where only the background is.
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
