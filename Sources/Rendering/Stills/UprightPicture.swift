package import Composition
package import LibAV

/// Converts pictures for viewing: upright, in proportion, and not too large.
package struct UprightPicture: Sendable {
  /// The size of the pictures as they are shown.
  private let displaySize: PixelSize
  private let orientation: PictureOrientation
  private let hasAlpha: Bool
  private let isAlphaMultipliedIn: Bool
  private let pool = FramePool()

  /// Shows the pictures of a track.
  package init(of track: VideoTrackFacts) {
    displaySize = track.displaySize
    orientation = track.orientation
    hasAlpha = track.hasAlpha
    isAlphaMultipliedIn = false
  }

  /// Shows the pictures of a track as they are stored: not rotated, and with a pixel for each stored one.
  package init(storedIn track: VideoTrackFacts) {
    displaySize = track.storedSize
    orientation = .upright
    hasAlpha = track.hasAlpha
    isAlphaMultipliedIn = false
  }

  /// Shows frames of a film as they are. Alpha, if any, is premultiplied.
  package init(canvas: PixelSize, hasAlpha: Bool = false) {
    displaySize = canvas
    orientation = .upright
    self.hasAlpha = hasAlpha
    isAlphaMultipliedIn = hasAlpha
  }

  /// The size of a picture within bounds, in proportion and never larger than its own.
  package func size(within bounds: PixelSize?) -> PixelSize {
    guard let bounds else { return displaySize }
    return displaySize.fitted(into: bounds)
  }

  /// The contents of a picture file with the picture.
  package func bytes(
    of frame: VideoFrame, as writer: PictureWriter, within bounds: PixelSize?
  ) throws(LibAVError) -> [UInt8] {
    let size = storedSize(within: bounds)
    let target = writer.target(size: size, hasAlpha: hasAlpha)
    return try writer.bytes(of: turned(converted(frame, to: target)))
  }

  /// The picture as RGBA, one byte per component.
  package func pixels(of frame: VideoFrame, within bounds: PixelSize?) throws(LibAVError) -> VideoFrame {
    let target = PictureTarget(size: storedSize(within: bounds), layout: .rgba, color: .sRGB)
    return try turned(converted(frame, to: target))
  }

  /// The size before it is turned upright.
  private func storedSize(within bounds: PixelSize?) -> PixelSize {
    let upright = size(within: bounds)
    return orientation.swapsAxes ? upright.turned : upright
  }

  private func converted(_ frame: VideoFrame, to target: PictureTarget) throws(LibAVError) -> VideoFrame {
    var frame = frame
    if isAlphaMultipliedIn, let layout = frame.layout {
      // Scale first: otherwise the colour under transparent pixels would show at edges.
      let scaled = PictureTarget(size: target.size, layout: layout, color: frame.color)
      frame = try PictureConverter(to: scaled, pool: pool).convert(frame).dividedByAlpha(pool: pool)
    }
    return try PictureConverter(to: target, pool: pool).convert(frame)
  }

  private func turned(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    try PictureTurn(orientation, pool: pool).apply(to: frame)
  }
}

extension PixelSize {
  /// The largest size with the same proportions that is within bounds and not larger than this one; each side
  /// has at least one pixel.
  package func fitted(into bounds: PixelSize) -> PixelSize {
    guard width > bounds.width || height > bounds.height, width > 0, height > 0 else { return self }
    // Compares width / bounds.width with height / bounds.height, to find the side that reaches its bound
    // first.
    let isWide = Int128(width) * Int128(bounds.height) >= Int128(height) * Int128(bounds.width)
    let scaled = { (side: Int, bound: Int, other: Int) in
      max(1, Int(clamping: (2 * Int128(side) * Int128(bound) + Int128(other)) / (2 * Int128(other))))
    }
    return isWide
      ? PixelSize(width: bounds.width, height: scaled(height, bounds.width, width))
      : PixelSize(width: scaled(width, bounds.height, height), height: bounds.height)
  }
}
