// Optional properties of a layer, in addition to its picture and its place.

/// A layer that moves, rotates, or has a fractional position.
package struct Movement: Hashable, Sendable, Codable {
  package var layout: PictureLayout
  /// The size to which the picture is scaled before it is moved: its largest size, within reason.
  package var drawnSize: PixelSize

  package init(layout: PictureLayout, drawnSize: PixelSize) {
    self.layout = layout
    self.drawnSize = drawnSize
  }
}

/// A picture contained in a frame, over a blurred copy of itself that covers the frame.
package struct BlurredFrame: Hashable, Sendable, Codable {
  package var size: PixelSize
  /// The crop that is applied to the picture first.
  package var crop: CropCurves?

  package init(size: PixelSize, crop: CropCurves?) {
    self.size = size
    self.crop = crop
  }
}

/// The axes along which a picture is mirrored.
package struct Flip: Hashable, Sendable, Codable {
  package var isHorizontal: Bool
  package var isVertical: Bool

  package static let none = Flip(isHorizontal: false, isVertical: false)

  package init(isHorizontal: Bool, isVertical: Bool) {
    self.isHorizontal = isHorizontal
    self.isVertical = isVertical
  }
}

/// Limits where a picture is visible.
package struct Mask: Hashable, Sendable, Codable {
  package enum Source: Hashable, Sendable, Codable {
    /// A picture's brightness, multiplied by its alpha.
    case image(media: Int, stream: Int)
    case rectangle(radius: Curve)
    case ellipse
    case polygon([ShapePoint])
    /// A nested film, by its index in the composition; time 0 of the clock is the start of the layer's timeline range.
    case film(Int, clock: MediaClock, by: MatteChannel)
  }

  package var source: Source
  /// In the picture as it appears at the start of its item; it scales and rotates with the picture.
  package var layout: PictureLayout
  /// The width of its soft edge, in pixels.
  package var feather: Curve
  package var isInverted: Bool

  package init(source: Source, layout: PictureLayout, feather: Curve, isInverted: Bool) {
    self.source = source
    self.layout = layout
    self.feather = feather
    self.isInverted = isInverted
  }
}
