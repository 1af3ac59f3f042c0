package import Composition

/// A script whose structure and values have been understood.
///
/// It contains what the author wrote: names are not resolved, times may count frames or refer to other items,
/// and defaults are not filled in (nil means "not written"). `Lowering` does all of that. A part that could
/// not be understood is nil or missing here and has its diagnostic.
package struct EditScript: Hashable, Sendable {
  package var title: Located<String>?
  package var note: Located<String>?
  package var variables: [VariableDeclaration] = []
  /// The names for other scripts.
  package var uses: [UseDeclaration] = []
  package var media: [MediaDeclaration] = []
  package var canvas = CanvasSettings()
  package var mix = MixSettings()
  package var timeline: [Item] = []
  package var overlays: [Item] = []
  package var audio: [Item] = []
  package var subtitles: [SubtitleTrack] = []
  package var markers: [MarkerDeclaration] = []
  package var sequences: [SequenceDeclaration] = []
  package var shapeOverrides = ShapeOverrides()
  package var checks: Checks {
    get { boxedChecks ?? Checks() }
    set { boxedChecks = newValue }
  }
  package var metadata = MetadataSettings()
  package var outputs: [Output] = []
  /// Whether it has no film: it only offers names to other scripts.
  package var isLibrary = false
  /// The script before each `each` was replaced by its items, if an output or a shape overrides one; else empty.
  package var unexpanded: [EditScript] = []
  /// Boxed: lowering copies scripts onto the stack, many times where items are placed beside each other.
  @Boxed private var boxedChecks: Checks? = Checks()

  package init() {}
}

/// A timeline with a name.
package struct SequenceDeclaration: Hashable, Sendable {
  package var name: Located<String>
  package var lists: SequenceLists

  package init(name: Located<String>, lists: SequenceLists) {
    self.name = name
    self.lists = lists
  }

  /// The items of all of its lists.
  package var items: [Item] { lists.timeline + lists.overlays + lists.audio }
}

/// The lists of items of a sequence.
package struct SequenceLists: Hashable, Sendable {
  package var timeline: [Item] = []
  package var overlays: [Item] = []
  package var audio: [Item] = []
  package var note: Located<String>?

  package init(timeline: [Item] = [], overlays: [Item] = [], audio: [Item] = []) {
    self.timeline = timeline
    self.overlays = overlays
    self.audio = audio
  }
}

/// The values under `canvas`.
package struct CanvasSettings: Hashable, Sendable {
  package var size: Located<CanvasSize>?
  package var rate: Located<RateValue>?
  package var background: Located<Color>?
  package var color: Located<CanvasColor>?
  package var depth: Located<BitDepth>?
  package var nested: Located<NestedCanvas>?

  package init() {}

  /// Whether the script has the canvas of the film that plays it.
  package var inheritsCanvas: Bool { nested?.value == .inherit }
}

/// The canvas of a script that another one plays.
package enum NestedCanvas: String, Hashable, Sendable, CaseIterable {
  case own
  case inherit
}

/// The values under `mix`.
package struct MixSettings: Hashable, Sendable {
  package var rate: Located<Int>?
  package var channels: Located<ChannelLayoutName>?
  package var splice: Located<DurationExpression>?
  package var loudness: Located<Loudness>?
  package var peak: Located<TruePeak>?

  package init() {}
}

/// The names of channel layouts.
package enum ChannelLayoutName: String, Hashable, Sendable, CaseIterable {
  case mono
  case stereo
  case surround = "5.1"
  case wideSurround = "7.1"

  /// The number of channels.
  package var count: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .surround: 6
    case .wideSurround: 8
    }
  }
}

/// The values under `checks` of an output.
package struct Checks: Hashable, Sendable {
  package var orientation: Located<OrientationCheck>?
  package var duration: Located<RangeExpression>?
  package var size: Located<CanvasSize>?
  package var rate: Located<RateValue>?
  package var loudness: Located<LoudnessCheck>?
  package var peak: Located<TruePeak>?
  /// The longest allowed silence.
  package var silence: Located<DurationExpression>?
  /// The longest allowed stretch of black.
  package var black: Located<DurationExpression>?
  package var flashes: Located<FlashCheck>?
  /// The longest allowed stretch of equal pictures.
  package var freeze: Located<DurationExpression>?
  package var gamut: Located<GamutCheck>?
  /// The highest allowed loudness of any 3 s.
  package var shortTerm: Located<Loudness>?
  /// The highest allowed loudness of any 400 ms.
  package var momentary: Located<Loudness>?
  package var loudnessRange: Located<LoudnessRange>?
  /// The lowest allowed correlation of left and right, from -1 to 1.
  package var phase: Located<Double>?
  package var captions: Located<CaptionCheck>?
  package var safeArea: Located<SafeArea>?
  /// The largest allowed file, in bytes.
  package var fileSize: Located<Int64>?
  /// The smallest share of pictures that must be copied, from 0 to 1.
  package var copied: Located<Double>?
  /// True if `audio: required` is written.
  package var audioIsRequired: Located<Bool>?

  package init() {}
}

/// The area that texts must keep within (EBU R 95).
package enum SafeArea: String, Hashable, Sendable, CaseIterable {
  case title
  case action

  /// The share of the width and the height that is outside at each edge, in thousandths.
  package var edge: Int {
    switch self {
    case .title: 50
    case .action: 35
    }
  }
}

/// The orientations that a check can require.
package enum OrientationCheck: String, Hashable, Sendable, CaseIterable {
  case landscape
  case portrait
  case square
  case same
  case any
}
