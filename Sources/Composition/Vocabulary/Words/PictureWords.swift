/// Where the kept part of a cropped picture is shown.
package enum CropAnchor: String, Hashable, Sendable, Codable, CaseIterable {
  /// Fitted and placed like a picture of its own.
  case place
  /// Where it is in the whole picture.
  case keep
}

/// How a picture is fitted into a box of another shape, in CSS's words.
package enum Fit: String, Hashable, Sendable, Codable, CaseIterable {
  case contain
  case cover
  case fill
  case none
  /// Contained, over a blurred copy that covers. In a composition the copy is a separate value, and the
  /// picture is `contain`.
  case blur
}

/// How a layer's colours combine with those below: the W3C's formulas, in red, green and blue; `add` and
/// `subtract` stop at white and black.
package enum BlendMode: String, Hashable, Sendable, Codable, CaseIterable {
  case normal
  case multiply
  case screen
  case overlay
  case add
  case subtract
  case darken
  case lighten
  case difference
  case exclusion
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hue
  case saturation
  case color
  case luminosity
}

/// The part of a film that is a mask.
package enum MatteChannel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its brightness, multiplied by its alpha.
  case luma
  case alpha
}

/// Test pictures.
package enum ColorBars: String, Hashable, Sendable, Codable, CaseIterable {
  /// SMPTE EG 1: bars of 75 %, a line of blue, white and black fields, and blacks for adjusting a display.
  case smpte
  /// EBU: eight bars, white of 100 %, the others of 75 %.
  case ebu
}

/// How the lines of a text are aligned in its width.
package enum TextAlignment: String, Hashable, Sendable, Codable, CaseIterable {
  case left
  case center
  case right
  /// Both edges straight; the last line of a paragraph is left-aligned.
  case justify
}

/// The colours in which a film is composed and encoded, always in limited range.
package enum CanvasColor: String, Hashable, Sendable, Codable, CaseIterable {
  case bt709
  case bt601
  case bt2020
  case hlg
  case pq

  package var isHighDynamicRange: Bool { self == .hlg || self == .pq }
}

/// Bits per sample of the film's pictures.
package enum CanvasDepth: Int, Hashable, Sendable, Codable, CaseIterable {
  case eight = 8
  case ten = 10
}

/// Chroma subsampling: how many luma samples share a chroma sample.
package enum ChromaSampling: String, Hashable, Sendable, Codable, CaseIterable {
  case quarter = "4:2:0"
  case half = "4:2:2"
  case full = "4:4:4"
}

/// What shows between two pictures of media that play slower or have another rate than the film.
package enum BetweenPictures: String, Hashable, Sendable, Codable, CaseIterable {
  /// The picture that is on screen.
  case repeated = "repeat"
  /// Both pictures, each weighted by its proximity.
  case blend
  /// A motion-interpolated picture.
  case motion
}
