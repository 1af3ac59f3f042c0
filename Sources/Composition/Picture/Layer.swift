package import Basics

/// One picture over a range of the timeline.
package struct Layer: Hashable, Sendable, Codable {
  /// For people: the item's name, or its kind and value.
  package var label: String
  /// The item's name; nil if it has none.
  package var name: String?
  package var timelineRange: TimeRange
  /// The output frames that show it.
  package var frames: Range<Int64>
  package var picture: Picture
  /// The changes of a drawn picture over time; nil if there are none.
  package var changes: DrawnChanges?
  /// What shows between two pictures of its media or film.
  package var between: BetweenPictures
  /// How its pictures are stabilised; nil if they are not.
  package var stabilization: Stabilization?
  /// The box of the whole picture on the canvas; it may exceed the canvas.
  package var contentBox: PixelBox
  /// The part of the canvas the layer may draw on.
  package var visibleBox: PixelBox
  /// In the item's own time; 0 is invisible, 1 opaque.
  package var opacity: Curve
  /// The position over time of a moving picture; nil if it stays in its boxes. The boxes of a moving picture contain
  /// everything that it ever shows.
  package var movement: Movement?
  package var flip: Flip
  package var blend: BlendMode
  package var mask: Mask?
  /// The blurred frame around the picture; nil without one.
  package var blurredFrame: BlurredFrame?

  /// Applied in order, before the picture is composited.
  package var filters: [PictureFilter]
  /// Applied before the filters.
  package var chromaKey: ChromaKey?

  package init(
    label: String, name: String? = nil, timelineRange: TimeRange, frames: Range<Int64>, picture: Picture,
    changes: DrawnChanges? = nil, between: BetweenPictures = .repeated,
    stabilization: Stabilization? = nil, contentBox: PixelBox,
    visibleBox: PixelBox, opacity: Curve = .constant(1), movement: Movement? = nil,
    flip: Flip = .none, blend: BlendMode = .normal, mask: Mask? = nil, blurredFrame: BlurredFrame? = nil,
    filters: [PictureFilter] = [], chromaKey: ChromaKey? = nil
  ) {
    self.label = label
    self.name = name
    self.timelineRange = timelineRange
    self.frames = frames
    self.picture = picture
    self.changes = changes
    self.between = between
    self.stabilization = stabilization
    self.contentBox = contentBox
    self.visibleBox = visibleBox
    self.opacity = opacity
    self.movement = movement
    self.flip = flip
    self.blend = blend
    self.mask = mask
    self.blurredFrame = blurredFrame
    self.filters = filters
    self.chromaKey = chromaKey
  }

  /// Shifts everything that changes over the layer's time.
  package mutating func delayCurves(by offset: RationalTime) throws(TimeOverflow) {
    guard offset != .zero else { return }
    if case .film(let film, let clock, let channel) = mask?.source {
      mask?.source = .film(film, clock: try clock.shifted(by: .zero - offset), by: channel)
    }
    try mapCurves { curve throws(TimeOverflow) in try curve.shifted(by: offset) }
  }

  /// Replaces every curve of the layer.
  package mutating func mapCurves<Failure>(
    _ change: (Curve) throws(Failure) -> Curve
  ) throws(Failure) {
    opacity = try change(opacity)
    if let movement {
      self.movement = Movement(
        layout: try movement.layout.mapCurves(change), drawnSize: movement.drawnSize)
    }
    if var mask {
      if case .rectangle(let radius) = mask.source { mask.source = .rectangle(radius: try change(radius)) }
      mask.layout = try mask.layout.mapCurves(change)
      mask.feather = try change(mask.feather)
      self.mask = mask
    }
    changes = try changes?.mapCurves(change)
    if case .text(let words) = picture { picture = .text(try words.mapCurves(change)) }
    for (index, filter) in filters.enumerated() {
      if case .effect(let name, let curve) = filter { filters[index] = .effect(name, try change(curve)) }
    }
    if let key = chromaKey {
      chromaKey = ChromaKey(
        color: key.color, tolerance: try key.tolerance.map(change), softness: try key.softness.map(change),
        spill: try change(key.spill), choke: try change(key.choke), feather: try change(key.feather))
    }
    if let crop = blurredFrame?.crop { blurredFrame?.crop = try crop.mapCurves(change) }
  }

  /// Whether only its opacity is applied between its picture and the canvas.
  package var isPlain: Bool { movement == nil && blend == .normal && mask == nil }
}

extension Layer {
  /// Whether its picture is keyed or filtered.
  package var hasFiltersOrKey: Bool { !filters.isEmpty || chromaKey != nil }
}

/// What a layer shows.
package enum Picture: Hashable, Sendable, Codable {
  /// A video stream; time 0 of the clock is the start of the layer's timeline range.
  case moving(media: Int, stream: Int, clock: MediaClock)
  /// The one picture of a stream that is on screen at this media time.
  case frozen(media: Int, stream: Int, mediaTime: RationalTime)
  /// The pictures of a nested film, by its index in the composition.
  case film(Int, clock: MediaClock)
  /// One picture of a nested film.
  case frozenFilm(Int, filmTime: RationalTime)
  case still(media: Int, stream: Int)
  case color(Color)
  /// Visible only in the frames of its events.
  indirect case subtitles(SubtitlePicture)
  case gradient(Gradient)
  case bars(ColorBars)
  case noise(Noise)
  indirect case shape(DrawnShape)
  indirect case text(ShownWords)
  indirect case credits(CreditsPicture)

  /// The index of the media file that it reads; nil if it reads none.
  package var media: Int? {
    switch self {
    case .moving(let media, _, _), .frozen(let media, _, _), .still(let media, _): media
    case .color, .gradient, .bars, .noise, .shape, .text, .credits, .subtitles, .film, .frozenFilm: nil
    }
  }

  /// A video stream at recorded speed, from a moment on.
  package static func moving(media: Int, stream: Int, mediaStart: RationalTime) -> Picture {
    .moving(media: media, stream: stream, clock: MediaClock(start: mediaStart))
  }
}

/// Whole pixels of the canvas; x grows to the right, y downwards.
package struct PixelBox: Hashable, Sendable, Codable, CustomStringConvertible {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func intersection(_ other: PixelBox) -> PixelBox {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelBox(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  /// `1280x720 at 0,0`
  package var description: String { "\(width)x\(height) at \(x),\(y)" }
}
