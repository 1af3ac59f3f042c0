// What a layer may have besides its picture and its place.

/// A layer that moves, rotates, or has a fractional position.
package struct Movement: Hashable, Sendable, Codable {
  package var layout: PictureLayout
  /// What the picture is brought to before it is moved: as large as it ever gets, within reason.
  package var drawnSize: PixelSize

  package init(layout: PictureLayout, drawnSize: PixelSize) {
    self.layout = layout
    self.drawnSize = drawnSize
  }
}

/// A picture that is made of another one, contained, before a blurred copy of it that covers.
package struct BlurredFrame: Hashable, Sendable, Codable {
  package var size: PixelSize
  /// What is taken off the other one first.
  package var crop: CropCurves?

  package init(size: PixelSize, crop: CropCurves?) {
    self.size = size
    self.crop = crop
  }
}

/// Which sides of a picture change places.
package struct Flip: Hashable, Sendable, Codable {
  package var isHorizontal: Bool
  package var isVertical: Bool

  package static let none = Flip(isHorizontal: false, isVertical: false)

  package init(isHorizontal: Bool, isVertical: Bool) {
    self.isHorizontal = isHorizontal
    self.isVertical = isVertical
  }
}

/// What lets a picture through.
package struct Mask: Hashable, Sendable, Codable {
  package enum Source: Hashable, Sendable, Codable {
    /// A picture's brightness, times its alpha.
    case image(media: Int, stream: Int)
    case rectangle(radius: Curve)
    case ellipse
  }

  package var source: Source
  /// In the picture as it is seen at the start of its item; grows and turns with it.
  package var layout: PictureLayout
  /// How far its edge runs, in pixels.
  package var feather: Curve
  package var isInverted: Bool

  package init(source: Source, layout: PictureLayout, feather: Curve, isInverted: Bool) {
    self.source = source
    self.layout = layout
    self.feather = feather
    self.isInverted = isInverted
  }
}
