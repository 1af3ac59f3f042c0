package import XMLTree

/// The maximum sizes of an SVG.
package enum SVGLimits {
  /// Of the file, its elements, and their nesting.
  package static let file = XMLLimits(size: bytes, depth: depth, elements: elements)
  package static let bytes = 2 << 20
  package static let depth = 64
  package static let elements = 50000
  /// The elements that are drawn, counting again what is used again.
  package static let drawnElements = 50000
  /// The elements that are drawn on a surface of their own: masks, opacity, blend modes.
  package static let surfaces = 350
  /// The letters of one text, which are shaped together, and of all texts, counting again what is used again.
  package static let lettersOfText = 2000
  package static let letters = 20_000
  /// The elements with filters.
  package static let filteredElements = 8
  /// The standard deviation of a blur, in pixels as shown.
  package static let blur = 200.0
  /// The dashes of all lines, estimated from the coordinates.
  package static let dashes = 200_000
  /// A coordinate, and how many widths or heights of the picture it may be away from it: the library for
  /// drawing has about 8 million pixels in each direction.
  package static let number = 1e6
  package static let reach = 500.0
  /// The length of all outlines with their strokes, in widths or heights of the picture, counting again what is used
  /// again.
  package static let outlines = 50_000.0
  /// How often rules of style sheets may apply to elements.
  static let matches = 500_000
  /// The fonts in which the texts may be drawn.
  static let fonts = 32
  /// The problems that are reported.
  static let problems = 20
  /// The width and the height.
  static let side = 16384.0
  /// The least width and height, also of a `viewBox`: what is smaller cannot be enlarged to pixels.
  static let leastSide = 1e-6
}
