/// A part of a film whose pictures are outside of the permitted levels.
package struct GamutPassage: Hashable, Sendable {
  /// The first and the last such picture.
  package fileprivate(set) var frames: ClosedRange<Int64>
  /// The picture with the largest share.
  package fileprivate(set) var worstFrame: Int64
  package fileprivate(set) var worst: GamutMeter.Excess
}

/// Finds the passages of a film that are outside of the permitted levels in more than a share of the picture.
package struct GamutFinder {
  private let area: Double
  /// Passages that are less than a second apart are one.
  private let framesOfSecond: Int64
  private var frame: Int64 = 0
  package private(set) var passages: [GamutPassage] = []

  package init(area: Double, framesOfSecond: Int64) {
    self.area = area
    self.framesOfSecond = framesOfSecond
  }

  /// Takes the next picture.
  package mutating func add(_ excess: GamutMeter.Excess) {
    defer { frame += 1 }
    guard excess.share > area else { return }
    if let last = passages.last, frame - last.frames.upperBound < framesOfSecond {
      passages[passages.count - 1].frames = last.frames.lowerBound...frame
      if excess.share > last.worst.share {
        passages[passages.count - 1].worst = excess
        passages[passages.count - 1].worstFrame = frame
      }
    } else {
      passages.append(GamutPassage(frames: frame...frame, worstFrame: frame, worst: excess))
    }
  }
}
