import Basics
import Composition

/// A layer as consecutive clips.
struct WrittenLayer {
  let index: Int
  let place: String
  /// The properties that its clips share.
  var clip: InterchangeClip
  var pieces: [PlayedPiece]
  let frames: Range<Int64>
}

extension CompositionExporter {
  /// The name of an item in losses.
  func place(_ label: String, _ start: RationalTime) -> String {
    item == "film" ? "\(label) at \(start)" : "\(item), \(label) at \(start)"
  }

  /// The clips of a layer; nil if a timeline cannot contain it, which is reported.
  mutating func written(_ index: Int) throws(TimeOverflow) -> WrittenLayer? {
    let layer = film.layers[index]
    let place = place(layer.label, layer.timelineRange.start)
    if case .subtitles(let picture) = layer.picture {
      try add(picture, place: place)
    }
    guard !layer.frames.isEmpty else {
      losses.drop(place, LayerProperty.frames, "it is not visible in any frame")
      return nil
    }
    try expectSmall(layer.frames)
    guard
      let range = TimeRange(
        start: try rate.start(ofFrame: layer.frames.lowerBound),
        end: try rate.start(ofFrame: layer.frames.upperBound))
    else { return nil }
    var clip = InterchangeClip(source: .bars, duration: nil, place: InputPlace(item: place))
    clip.name = layer.name
    guard let pieces = try content(of: layer, range, place, in: &clip) else {
      losses.drop(place, aspectsOf: layer, in: film)
      return nil
    }
    try addOpacity(of: index, range, in: pieces, place, to: &clip)
    if layer.mask != nil { clip.lostLooks.insert(.mask) }
    if layer.blend != .normal { clip.lostLooks.insert(.blend) }
    if layer.chromaKey != nil { clip.lostLooks.insert(.chromaKey) }
    try stand(layer, range, place, in: &clip)
    losses.drop(place, aspectsOf: layer, in: film)
    return WrittenLayer(index: index, place: place, clip: clip, pieces: pieces, frames: layer.frames)
  }

  /// Throws for frame numbers whose sum may overflow.
  func expectSmall(_ frames: Range<Int64>) throws(TimeOverflow) {
    guard frames.lowerBound > -(1 << 60), frames.upperBound < 1 << 60 else { throw TimeOverflow() }
  }

  // MARK: Placement

  private mutating func stand(
    _ layer: Layer, _ range: TimeRange, _ place: String, in clip: inout InterchangeClip
  ) throws(TimeOverflow) {
    var content = ExactBox(layer.contentBox)
    var degrees = 0.0
    let (natural, words) = (naturalSize(layer.picture), sizeOfWords(layer.picture))
    if let movement = layer.movement {
      if let pose = movement.layout.pose(at: .zero) {
        content = pose.turnedContent
        degrees = pose.degrees
        if pose.visible.width < pose.content.width - 1 || pose.visible.height < pose.content.height - 1 {
          clip.crop = InterchangeCrop(sides: InterchangeCurve(constant: pose.cutSides), staysInPlace: true)
          losses.drop(
            place, LayerProperty.visibleBox, "the crop is not exported",
            heldBy: formatsWithKeyFrames)
        }
      } else {
        losses.drop(place, LayerProperty.movement, "its position cannot be calculated")
      }
    }
    let stand = PictureStand(
      content: content, natural: natural, canvas: film.canvas.size, degrees: degrees, words: words)
    (clip.fit, clip.layout) = (stand.fit, stand.layout)
    if let movement = layer.movement {
      if movement.layout.curves.contains(where: { $0.constantValue == nil }) {
        losses.approximate(
          place, LayerProperty.movement, "it moves; its initial position is exported",
          heldBy: formatsWithKeyFrames)
        try addMovement(
          movement, of: layer, range, words: words, natural: natural, place, to: &clip)
      }
      return
    }
    guard layer.contentBox.isCalculable, layer.visibleBox.isCalculable else {
      losses.drop(place, LayerProperty.contentBox, "its position cannot be calculated")
      return
    }
    let canvas = PixelBox(x: 0, y: 0, width: film.canvas.size.width, height: film.canvas.size.height)
    let seen = layer.visibleBox.intersection(canvas)
    let whole = layer.contentBox.intersection(canvas)
    if seen != whole {
      clip.crop = InterchangeCrop(
        sides: InterchangeCurve(constant: seen.sides(cutOff: layer.contentBox, whole)), staysInPlace: true)
      losses.drop(
        place, LayerProperty.visibleBox,
        "the whole picture on the canvas is visible, \(whole) instead of \(seen)",
        heldBy: formatsWithKeyFrames)
    }
  }

  private func sizeOfWords(_ picture: Picture) -> PixelSize? {
    if case .text(let words) = picture { words.pictureSize } else { nil }
  }

  /// The natural size of a picture; nil if it has none.
  private func naturalSize(_ picture: Picture) -> PixelSize? {
    switch picture {
    case .moving(let number, let stream, _), .frozen(let number, let stream, _),
      .still(let number, let stream):
      guard film.media.indices.contains(number) else { return nil }
      let facts = film.media[number].facts
      return (facts.video.first { $0.streamIndex == stream } ?? facts.mainVideo)?.displaySize
    case .film(let number, _), .frozenFilm(let number, _):
      return film.films.indices.contains(number) ? film.films[number].composition.canvas.size : nil
    case .color, .gradient, .bars, .noise, .shape, .text, .credits, .subtitles: return nil
    }
  }
}

extension PixelBox {
  /// Whether its edges can be computed without overflow.
  fileprivate var isCalculable: Bool { [x, y, width, height].allSatisfy { $0.magnitude < 1 << 40 } }

  /// The parts cut off at the left, top, right and bottom, in percent of the picture. Edges of the canvas
  /// need no crop; `shown` is the part of the whole picture on the canvas.
  fileprivate func sides(cutOff picture: PixelBox, _ shown: PixelBox) -> [Double] {
    let (across, down) = (100 / Double(max(picture.width, 1)), 100 / Double(max(picture.height, 1)))
    return [
      x == shown.x ? 0 : Double(x - picture.x) * across,
      y == shown.y ? 0 : Double(y - picture.y) * down,
      x + width == shown.x + shown.width
        ? 0 : Double(picture.x + picture.width - x - width) * across,
      y + height == shown.y + shown.height
        ? 0 : Double(picture.y + picture.height - y - height) * down,
    ]
  }
}
