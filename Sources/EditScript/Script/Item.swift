package import Basics
package import Composition

/// One entry of the timeline, the overlays or the audio list.
///
/// Copies share their values until one is changed, because an item is large and every phase and rule reads
/// all items.
///
/// Each value is forwarded by hand. One accessor by key path makes each access seven times as slow, even if
/// inlined, and a struct with a box for each value makes `editc lint` of 10,000 lines 16 % slower (Swift
/// 6.3).
package struct Item: Hashable, Sendable {
  private var storage: ItemStorage

  package init(kind: ItemKind, kindRange: SourceRange, range: SourceRange) {
    storage = ItemStorage(ItemValues(kind: kind, kindRange: kindRange, range: range))
  }

  private var values: ItemValues {
    _read { yield storage.values }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = ItemStorage(storage.values) }
      yield &storage.values
    }
  }

  package var kind: ItemKind {
    _read { yield values.kind }
    _modify { yield &values.kind }
  }
  /// The key of the kind and its value: `clip: beach`.
  package var kindRange: SourceRange {
    _read { yield values.kindRange }
    _modify { yield &values.kindRange }
  }
  /// The whole item.
  package var range: SourceRange {
    _read { yield values.range }
    _modify { yield &values.range }
  }
  package var name: Located<String>? {
    _read { yield values.name }
    _modify { yield &values.name }
  }
  /// The name of the sequence that the item plays.
  package var sequence: Located<String>? {
    _read { yield values.sequence }
    _modify { yield &values.sequence }
  }
  /// What a played script or an SVG gets for its variables; nil if nothing is passed.
  package var passed: Located<PassedValues>? {
    _read { yield values.passed }
    _modify { yield &values.passed }
  }
  /// How a played script is reached by a name under `use`; nil if a path names it.
  package var used: UsedPart? {
    _read { yield values.used }
    _modify { yield &values.used }
  }
  /// Where a value for a played script or an SVG can be added: in `with`, or as a `with`.
  package var nextValue: InsertionPlace? {
    _read { yield values.nextValue }
    _modify { yield &values.nextValue }
  }
  package var note: Located<String>? {
    _read { yield values.note }
    _modify { yield &values.note }
  }
  /// The item's origin in an `each`, in `angles`, or in an item with several runs of words; nil for other items.
  package var eachPlace: EachPlace? {
    _read { yield values.eachPlace }
    _modify { yield &values.eachPlace }
  }
  /// False if the item is checked but is not part of the film, by `enabled`, `when` or `unless`.
  package var isEnabled: Bool {
    _read { yield values.isEnabled }
    _modify { yield &values.isEnabled }
  }
  /// When the item is part of the film; nil for always.
  package var when: Located<ItemCondition>? {
    _read { yield values.when }
    _modify { yield &values.when }
  }
  /// When the item is not part of the film; nil for never.
  package var unless: Located<ItemCondition>? {
    _read { yield values.unless }
    _modify { yield &values.unless }
  }
  /// The name under `styles` of keys that the item starts from.
  package var styleName: Located<String>? {
    _read { yield values.styleName }
    _modify { yield &values.styleName }
  }
  package var duration: Located<DurationExpression>? {
    _read { yield values.duration }
    _modify { yield &values.duration }
  }
  package var at: Located<MomentOrRange>? {
    _read { yield values.at }
    _modify { yield &values.at }
  }
  package var take: Located<RangeExpression>? {
    _read { yield values.take }
    _modify { yield &values.take }
  }
  package var says: Located<SpokenText>? {
    _read { yield values.says }
    _modify { yield &values.says }
  }
  /// Which angle is shown from when on; nil if not written.
  package var show: Located<ShownAngles>? {
    _read { yield values.show }
    _modify { yield &values.show }
  }
  /// The item's origin in `angles`; nil for other items.
  package var anglePart: AnglePart? {
    _read { yield values.anglePart }
    _modify { yield &values.anglePart }
  }
  package var speed: Located<Animated<Speed>>? {
    _read { yield values.speed }
    _modify { yield &values.speed }
  }
  package var pitch: Located<PitchRule>? {
    _read { yield values.pitch }
    _modify { yield &values.pitch }
  }
  package var freeze: Located<TimeExpression>? {
    _read { yield values.freeze }
    _modify { yield &values.freeze }
  }
  package var loop: Located<LoopValue>? {
    _read { yield values.loop }
    _modify { yield &values.loop }
  }
  package var between: Located<BetweenPictures>? {
    _read { yield values.between }
    _modify { yield &values.between }
  }
  package var stabilize: Located<StabilizationChoice>? {
    _read { yield values.stabilize }
    _modify { yield &values.stabilize }
  }
  /// Whether a key for the item's time or playback is written but unreadable, so that its time is unknown.
  package var hasUnreadTime: Bool {
    _read { yield values.hasUnreadTime }
    _modify { yield &values.hasUnreadTime }
  }
  // Seen
  package var fit: Located<Fit>? {
    _read { yield values.fit }
    _modify { yield &values.fit }
  }
  /// The point that stays inside if `fit: cover` cuts the picture; nil for its middle.
  package var focus: Located<Animated<PicturePoint>>? {
    _read { yield values.focus }
    _modify { yield &values.focus }
  }
  package var place: Located<Animated<Place>>? {
    _read { yield values.place }
    _modify { yield &values.place }
  }
  package var width: Located<Animated<Length>>? {
    _read { yield values.width }
    _modify { yield &values.width }
  }
  package var height: Located<Animated<Length>>? {
    _read { yield values.height }
    _modify { yield &values.height }
  }
  package var opacity: Located<Animated<Double>>? {
    _read { yield values.opacity }
    _modify { yield &values.opacity }
  }
  package var chromaKey: Located<ChromaKeySettings>? {
    _read { yield values.chromaKey }
    _modify { yield &values.chromaKey }
  }
  package var scale: Located<Animated<Double>>? {
    _read { yield values.scale }
    _modify { yield &values.scale }
  }
  package var rotation: Located<Animated<Angle>>? {
    _read { yield values.rotation }
    _modify { yield &values.rotation }
  }
  package var skew: Located<Animated<SkewValue>>? {
    _read { yield values.skew }
    _modify { yield &values.skew }
  }
  package var flip: Located<FlipChoice>? {
    _read { yield values.flip }
    _modify { yield &values.flip }
  }
  package var crop: Located<CropSettings>? {
    _read { yield values.crop }
    _modify { yield &values.crop }
  }
  package var motion: Located<MotionValue>? {
    _read { yield values.motion }
    _modify { yield &values.motion }
  }
  package var blend: Located<BlendMode>? {
    _read { yield values.blend }
    _modify { yield &values.blend }
  }
  package var mask: Located<MaskSettings>? {
    _read { yield values.mask }
    _modify { yield &values.mask }
  }
  /// The style of a `text`, a `counter` or `credits`; nil for other items.
  package var style: WordsStyle? {
    _read { yield values.style }
    _modify { yield &values.style }
  }
  /// The fill of a shape.
  package var fill: Located<Animated<Color>>? {
    _read { yield values.fill }
    _modify { yield &values.fill }
  }
  package var stroke: Located<Animated<StrokeValue>>? {
    _read { yield values.stroke }
    _modify { yield &values.stroke }
  }
  package var radius: Located<Animated<Length>>? {
    _read { yield values.radius }
    _modify { yield &values.radius }
  }
  // Heard
  package var volume: Located<Animated<Level>>? {
    _read { yield values.volume }
    _modify { yield &values.volume }
  }
  package var pan: Located<Animated<Double>>? {
    _read { yield values.pan }
    _modify { yield &values.pan }
  }
  package var loudness: Located<Loudness>? {
    _read { yield values.loudness }
    _modify { yield &values.loudness }
  }
  package var channels: Located<ItemChannels>? {
    _read { yield values.channels }
    _modify { yield &values.channels }
  }
  package var duck: Located<ItemDuck>? {
    _read { yield values.duck }
    _modify { yield &values.duck }
  }
  /// Nil if not written.
  package var sound: Located<SoundChoice>? {
    _read { yield values.sound }
    _modify { yield &values.sound }
  }
  // Seen or heard
  package var filters: Located<[Located<Filter>]>? {
    _read { yield values.filters }
    _modify { yield &values.filters }
  }
  package var fade: Located<ItemFade>? {
    _read { yield values.fade }
    _modify { yield &values.fade }
  }
}

extension Item {
  /// The frequency of a `tone`; nil for other items.
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

// MARK: - Storage

/// `@unchecked Sendable`: its values are changed only while one item owns it.
private final class ItemStorage: Hashable, @unchecked Sendable {
  var values: ItemValues

  init(_ values: ItemValues) {
    self.values = values
  }

  static func == (a: ItemStorage, b: ItemStorage) -> Bool { a === b || a.values == b.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The values of an item; `Item` documents them.
private struct ItemValues: Hashable, Sendable {
  var kind: ItemKind
  var kindRange: SourceRange
  var range: SourceRange
  var name: Located<String>?
  @Boxed var sequence: Located<String>?
  @Boxed var passed: Located<PassedValues>?
  @Boxed var used: UsedPart?
  @Boxed var nextValue: InsertionPlace?
  @Boxed var note: Located<String>?
  @Boxed var eachPlace: EachPlace?
  var isEnabled = true
  @Boxed var when: Located<ItemCondition>?
  @Boxed var unless: Located<ItemCondition>?
  @Boxed var styleName: Located<String>?
  var duration: Located<DurationExpression>?
  var at: Located<MomentOrRange>?
  var take: Located<RangeExpression>?
  @Boxed var says: Located<SpokenText>?
  @Boxed var show: Located<ShownAngles>?
  @Boxed var anglePart: AnglePart?
  var speed: Located<Animated<Speed>>?
  var pitch: Located<PitchRule>?
  @Boxed var freeze: Located<TimeExpression>?
  @Boxed var loop: Located<LoopValue>?
  var between: Located<BetweenPictures>?
  @Boxed var stabilize: Located<StabilizationChoice>?
  var hasUnreadTime = false
  // Seen
  var fit: Located<Fit>?
  @Boxed var focus: Located<Animated<PicturePoint>>?
  var place: Located<Animated<Place>>?
  var width: Located<Animated<Length>>?
  var height: Located<Animated<Length>>?
  var opacity: Located<Animated<Double>>?
  @Boxed var chromaKey: Located<ChromaKeySettings>?
  var scale: Located<Animated<Double>>?
  var rotation: Located<Animated<Angle>>?
  @Boxed var skew: Located<Animated<SkewValue>>?
  var flip: Located<FlipChoice>?
  var crop: Located<CropSettings>?
  @Boxed var motion: Located<MotionValue>?
  var blend: Located<BlendMode>?
  @Boxed var mask: Located<MaskSettings>?
  @Boxed var style: WordsStyle?
  @Boxed var fill: Located<Animated<Color>>?
  @Boxed var stroke: Located<Animated<StrokeValue>>?
  @Boxed var radius: Located<Animated<Length>>?
  // Heard
  var volume: Located<Animated<Level>>?
  var pan: Located<Animated<Double>>?
  @Boxed var loudness: Located<Loudness>?
  @Boxed var channels: Located<ItemChannels>?
  @Boxed var duck: Located<ItemDuck>?
  @Boxed var sound: Located<SoundChoice>?
  // Seen or heard
  var filters: Located<[Located<Filter>]>?
  @Boxed var fade: Located<ItemFade>?
}
