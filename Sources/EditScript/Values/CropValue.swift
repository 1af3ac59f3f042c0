package import Composition

/// The visible part of a picture.
package enum CropValue: Hashable, Sendable {
  /// `10% 0px 10% 0px`: the lengths cut off at the left, top, right and bottom.
  case insets(left: Length, top: Length, right: Length, bottom: Length)
  /// `100px,50px 640x360`: the top left corner and size of the visible rectangle.
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
