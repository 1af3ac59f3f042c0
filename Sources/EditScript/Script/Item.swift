package import Basics
package import Vocabulary

/// One entry of the timeline, the overlays or the audio list.
package struct Item: Hashable, Sendable {
  package var kind: ItemKind
  /// The key that says the kind and its value: `clip: beach`.
  package var kindRange: SourceRange
  /// The whole item.
  package var range: SourceRange
  package var name: Located<String>?
  /// The name of the sequence that it plays.
  @Boxed package var sequence: Located<String>?
  @Boxed package var note: Located<String>?
  /// Nil for an item that is written as it is.
  @Boxed package var eachPlace: EachPlace?
  /// False where `enabled: false` is written: the item is checked but takes no part in the film.
  package var isEnabled = true
  package var duration: Located<DurationExpression>?
  package var at: Located<MomentOrRange>?
  package var take: Located<RangeExpression>?
  package var speed: Located<Animated<Speed>>?
  package var pitch: Located<PitchRule>?
  @Boxed package var freeze: Located<TimeExpression>?
  @Boxed package var loop: Located<LoopValue>?
  package var between: Located<BetweenPictures>?
  @Boxed package var stabilize: Located<StabilizationChoice>?
  /// Whether one of the keys that say when and how long it plays is written and could not be understood: then nobody knows when the item is.
  package var hasUnreadTime = false
  // Seen
  package var fit: Located<Fit>?
  package var place: Located<Animated<Place>>?
  package var width: Located<Animated<Length>>?
  package var height: Located<Animated<Length>>?
  package var opacity: Located<Animated<Double>>?
  @Boxed package var chromaKey: Located<ChromaKeySettings>?
  package var scale: Located<Animated<Double>>?
  package var rotation: Located<Animated<Angle>>?
  package var flip: Located<FlipChoice>?
  package var crop: Located<CropSettings>?
  @Boxed package var motion: Located<MotionValue>?
  package var blend: Located<BlendMode>?
  @Boxed package var mask: Located<MaskSettings>?
  /// Of `text` and `counter`; nil for anything else.
  @Boxed package var style: WordsStyle?
  /// Of shapes.
  @Boxed package var fill: Located<Animated<Color>>?
  @Boxed package var stroke: Located<Animated<StrokeValue>>?
  @Boxed package var radius: Located<Animated<Length>>?
  // Heard
  package var volume: Located<Animated<Level>>?
  package var pan: Located<Animated<Double>>?
  @Boxed package var loudness: Located<Loudness>?
  @Boxed package var channels: Located<ItemChannels>?
  @Boxed package var duck: Located<ItemDuck>?
  /// Nil: not written.
  @Boxed package var sound: Located<SoundChoice>?
  // Seen or heard
  package var filters: Located<[Located<Filter>]>?
  @Boxed package var fade: Located<ItemFade>?

  package init(kind: ItemKind, kindRange: SourceRange, range: SourceRange) {
    self.kind = kind
    self.kindRange = kindRange
    self.range = range
  }
}

extension Item {
  /// Of a `tone`; nil for anything else.
  package var frequency: Located<Frequency>? {
    get {
      if case .tone(let tone) = kind { tone.frequency } else { nil }
    }
    set {
      guard case .tone(var tone) = kind else { return }
      tone.frequency = newValue
      kind = .tone(tone)
    }
  }

  /// The outline of letters or of a shape.
  package var writtenStroke: Located<Animated<StrokeValue>>? {
    get { style.map { $0.stroke } ?? stroke }
    set {
      if style == nil { stroke = newValue } else { style?.stroke = newValue }
    }
  }
}
