import Basics
import Composition
import EditScript

/// The place of a picture over its item's time: two boxes, and a movement unless it is still.
struct PictureExtent {
  /// The whole picture; for a moving picture, at its largest.
  let content: PixelBox
  /// The visible part, on the canvas or outside of it.
  let visible: PixelBox
  /// The visible part on the canvas.
  let shown: PixelBox
  let movement: Movement?

  /// Why the extent cannot be computed.
  enum Problem: Error {
    case overflow
    /// It has no size, or its position is out of range.
    case outOfReach
  }

  init(
    _ layout: PictureLayout, over length: RationalTime, canvas: PixelSize, hasMask: Bool
  ) throws(Problem) {
    let whole = PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
    // A mask is placed in the visible picture, even where that extends beyond the canvas.
    if layout.isStill, !hasMask {
      guard let pose = layout.pose(at: .zero), let content = pose.content.nearestPixels,
        let visible = pose.visible.nearestPixels
      else { throw .outOfReach }
      // A picture that would be too large in memory is drawn smaller and enlarged on the canvas. A picture
      // that is thinner than a pixel is drawn with the coverage of each pixel.
      let isThin = pose.visible.width < 1 || pose.visible.height < 1
      guard !isThin, content.width * content.height <= LanguageLimits.canvasPixels else {
        guard let content = isThin ? pose.content.touchedPixels : content,
          let visible = isThin ? pose.visible.touchedPixels : visible
        else { throw .outOfReach }
        (self.content, self.visible, shown) = (content, visible, visible.intersection(whole))
        movement = Movement(
          layout: layout, drawnSize: layout.drawnSize(for: pose.content, canvas: canvas))
        return
      }
      (self.content, self.visible, shown) = (content, visible, visible.intersection(whole))
      movement = nil
      return
    }
    guard let moments = try? layout.moments(over: length) else { throw .overflow }
    let poses = moments.map { layout.pose(at: $0) }
    let known = poses.compactMap(\.self)
    guard known.count == poses.count, let largest = known.max(by: { $0.area < $1.area }),
      let content = largest.content.nearestPixels,
      let visible = known.dropFirst().reduce(known[0].bounds, { $0.union($1.bounds) }).touchedPixels
    else { throw .outOfReach }
    (self.content, self.visible, shown) = (content, visible, visible.intersection(whole))
    movement = Movement(
      layout: layout, drawnSize: layout.drawnSize(for: largest.content, canvas: canvas))
  }
}

extension PicturePose {
  fileprivate var area: Double { content.width * content.height }
}

extension PictureLayout {
  /// Whether the picture has a width and a height at some moment; true if its moments cannot be computed.
  func isEverSeen(over length: RationalTime) -> Bool {
    // A still picture has one pose.
    guard let moments = isStill ? [.zero] : try? moments(over: length) else { return true }
    return moments.contains { moment in
      // A picture without a pose is out of reach, which has its own finding.
      pose(at: moment).map { $0.visible.width > 0 && $0.visible.height > 0 } ?? true
    }
  }

  /// Moments that cover the movement of the picture: its keys, their midpoints, and evenly spaced ones.
  func moments(over length: RationalTime) throws(TimeOverflow) -> [RationalTime] {
    var times: Set<RationalTime> = [.zero, length]
    for step in 1..<32 {
      // The parts of a length may need more bits than it has; only the keys below are essential.
      if let time = try? length.scaled(by: Int64(step), over: 32) { times.insert(time) }
    }
    for curve in curves {
      for (key, next) in zip(curve.keys, curve.keys.dropFirst()) {
        times.insert(key.time)
        times.insert(try (key.time + next.time).scaled(by: 1, over: 2))
        times.insert(next.time)
      }
    }
    return times.sorted()
  }

  /// The greatest size of the picture, bounded by its own size and its canvas to save memory.
  fileprivate func drawnSize(for largest: ExactBox, canvas: PixelSize) -> PixelSize {
    let size = ExactSize(width: largest.width, height: largest.height)
    let bound = max(
      Double(max(canvas.width, canvas.height)) * 2, Double(natural.map { max($0.width, $0.height) } ?? 0), 1)
    let pixels = size.width * size.height / Double(LanguageLimits.canvasPixels)
    let shrink = max(1, max(size.width, size.height) / bound, pixels.squareRoot())
    return ExactSize(width: size.width / shrink, height: size.height / shrink).nearest
  }
}
