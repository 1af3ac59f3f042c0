package import XMLTree

/// The maximum sizes of an SVG.
package enum SVGLimits {
  /// Of the file, its elements, and their nesting.
  package static let file = XMLLimits(size: 2 << 20, depth: 64, elements: 50000)
  /// The elements that are drawn, counting again what is used again.
  static let drawnElements = 50000
  /// The elements that are drawn on a surface of their own: masks, opacity, blend modes.
  static let surfaces = 500
  /// The elements with filters.
  static let filteredElements = 8
  /// The standard deviation of a blur, in pixels as shown.
  static let blur = 200.0
  /// The bytes of an embedded picture.
  static let pictureBytes = 4 << 20
  /// The fonts in which the texts may be drawn.
  static let fonts = 32
  /// The problems that are reported.
  static let problems = 20
  /// The width and the height.
  static let side = 16384.0
}
