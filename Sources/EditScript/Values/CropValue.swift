package import Composition

/// The part of a picture that is kept.
package enum CropValue: Hashable, Sendable {
  /// `10% 0px 10% 0px`: what is taken off at the left, the top, the right and the bottom.
  case insets(left: Length, top: Length, right: Length, bottom: Length)
  /// `100px,50px 640x360`: the kept rectangle's left upper corner and size.
  case window(x: Length, y: Length, size: SizeValue)
}

/// A part of a picture over time, and where that part is shown: `{part: 0px 0px 50% 0px, anchor: keep}`.
package struct CropSettings: Hashable, Sendable {
  package var part: Located<Animated<CropValue>>
  package var anchor: Located<CropAnchor>?

  package init(part: Located<Animated<CropValue>>) {
    self.part = part
  }
}

/// `2px black`: a line's width and colour.
package struct StrokeValue: Hashable, Sendable {
  package let width: Length
  package let color: Color

  package init(width: Length, color: Color) {
    self.width = width
    self.color = color
  }
}
