import Basics
import Composition
import EditScript

/// Where a picture is over its item's time: in two boxes where it stays, else as a movement with the boxes it fills.
struct PictureExtent {
  /// The whole picture; of one that moves the largest it becomes.
  let content: PixelBox
  /// What is seen of it, on the canvas or outside of it.
  let visible: PixelBox
  /// What is seen of it on the canvas.
  let shown: PixelBox
  let movement: Movement?

  /// Why there is none.
  enum Problem: Error {
    case overflow
    /// It has no size, or its position is out of range.
    case outOfReach
  }

  init(
    _ layout: PictureLayout, over length: RationalTime, canvas: PixelSize, hasMask: Bool
  ) throws(Problem) {
    let whole = PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
    // A mask lies in what is seen of the picture, also where that reaches out of the canvas.
    if layout.isStill, !hasMask {
      guard let pose = layout.pose(at: .zero), let content = pose.content.nearestPixels,
        let visible = pose.visible.nearestPixels
      else { throw .outOfReach }
      // A picture that would be too large in memory is drawn smaller, and enlarged where it is seen.
      // One that is thinner than a pixel is drawn by the part of each pixel that it covers.
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
    // A picture that stays has one pose.
    guard let moments = isStill ? [.zero] : try? moments(over: length) else { return true }
    return moments.contains { moment in
      // A picture without a pose is out of reach, which has its own finding.
      pose(at: moment).map { $0.visible.width > 0 && $0.visible.height > 0 } ?? true
    }
  }

  /// Moments that show how far the picture goes: its keys, the middles between them, and an even row.
  func moments(over length: RationalTime) throws(TimeOverflow) -> [RationalTime] {
    var times: Set<RationalTime> = [.zero, length]
    for step in 1..<32 {
      // The parts of a length may need more bits than it has; the keys below are what must not be missed.
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

  /// As large as the picture ever gets, but not so much larger than it or its canvas that it only costs memory.
  fileprivate func drawnSize(for largest: ExactBox, canvas: PixelSize) -> PixelSize {
    let size = ExactSize(width: largest.width, height: largest.height)
    let bound = max(
      Double(max(canvas.width, canvas.height)) * 2, Double(natural.map { max($0.width, $0.height) } ?? 0), 1)
    let pixels = size.width * size.height / Double(LanguageLimits.canvasPixels)
    let shrink = max(1, max(size.width, size.height) / bound, pixels.squareRoot())
    return ExactSize(width: size.width / shrink, height: size.height / shrink).nearest
  }
}
