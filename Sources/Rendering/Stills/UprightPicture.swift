package import Composition
package import LibAV

/// Brings pictures into the form in which they are looked at: upright, in proportion, and not too large.
package struct UprightPicture: Sendable {
  /// The pictures as they lie in the file, upright and in the shape of their pixels.
  private let displaySize: PixelSize
  private let orientation: PictureOrientation
  private let hasAlpha: Bool
  private let isAlphaMultipliedIn: Bool
  private let pool = FramePool()

  /// How a track of a media file is shown.
  package init(of track: VideoTrackFacts) {
    displaySize = track.displaySize
    orientation = track.orientation
    hasAlpha = track.hasAlpha
    isAlphaMultipliedIn = false
  }

  /// How frames of a film are shown, as they are. Its alpha, if it has any, is multiplied into its colours.
  package init(canvas: PixelSize, hasAlpha: Bool = false) {
    displaySize = canvas
    orientation = .upright
    self.hasAlpha = hasAlpha
    isAlphaMultipliedIn = hasAlpha
  }

  /// The size of a picture within bounds, in proportion and never larger than it is.
  package func size(within bounds: PixelSize?) -> PixelSize {
    guard let bounds else { return displaySize }
    return displaySize.fitted(into: bounds)
  }

  /// The picture as bytes of a picture file.
  package func bytes(
    of frame: VideoFrame, as writer: PictureWriter, within bounds: PixelSize?
  ) throws(LibAVError) -> [UInt8] {
    let size = storedSize(within: bounds)
    let target = writer.target(size: size, hasAlpha: hasAlpha)
    return try writer.bytes(of: turned(converted(frame, to: target)))
  }

  /// The picture as red, green, blue and alpha, a byte each.
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
      // Scaled first: afterwards the colour under transparent pixels would be seen at edges.
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
  /// The largest size of the same proportion within bounds that is not larger than this; no side goes below a pixel.
  package func fitted(into bounds: PixelSize) -> PixelSize {
    guard width > bounds.width || height > bounds.height, width > 0, height > 0 else { return self }
    // Which side reaches its bound first: width / bounds.width against height / bounds.height.
    let isWide = Int128(width) * Int128(bounds.height) >= Int128(height) * Int128(bounds.width)
    let scaled = { (side: Int, bound: Int, other: Int) in
      max(1, Int(clamping: (2 * Int128(side) * Int128(bound) + Int128(other)) / (2 * Int128(other))))
    }
    return isWide
      ? PixelSize(width: bounds.width, height: scaled(height, bounds.width, width))
      : PixelSize(width: scaled(width, bounds.height, height), height: bounds.height)
  }
}
