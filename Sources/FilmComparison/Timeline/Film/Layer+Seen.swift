import Basics
import Composition
import MediaFacts

extension Layer {
  /// The first and the last frame in which at least half of what it shows lies on the canvas, so that the pictures of
  /// one that flies in and out are not empty; of one that never does, those of its ends.
  func seenEnds(on canvas: Canvas) -> (first: Int64, last: Int64) {
    let isSeen = { (number: Int64) in isHalfSeen(inFrame: number, on: canvas) }
    let first = frames.first(where: isSeen) ?? frames.lowerBound
    return (first, frames.last { $0 == first || isSeen($0) } ?? frames.upperBound - 1)
  }

  private func isHalfSeen(inFrame number: Int64, on canvas: Canvas) -> Bool {
    guard let movement else { return true }
    guard let start = try? canvas.rate.start(ofFrame: number), let own = try? start - timelineRange.start,
      let box = movement.layout.pose(at: own)?.bounds
    else { return false }
    let width = Double(canvas.size.width)
    let height = Double(canvas.size.height)
    let seen =
      max(0, min(box.x + box.width, width) - max(box.x, 0))
      * max(0, min(box.y + box.height, height) - max(box.y, 0))
    // Of one that is larger than the canvas, half of the canvas is enough.
    return seen > 0 && 2 * seen >= min(box.width * box.height, width * height)
  }
}
