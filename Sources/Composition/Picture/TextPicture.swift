/// Text and how it is drawn; all lengths are in pixels of the canvas.
package struct TextPicture: Hashable, Sendable, Codable {
  package var words: String
  /// Whether the text has Pango markup; else every character is literal.
  package var isMarkup: Bool
  package var font: FontChoice
  /// The height of the font's em square.
  package var size: Double
  /// From 1 to 1000, as in CSS and OpenType.
  package var weight: Int
  package var color: Color
  package var alignment: TextAlignment
  /// The width at which lines wrap, which is also used for placing.
  package var width: Double?
  /// The height used for placing, in which the text is centred; nil for its own height.
  package var height: Double?
  /// The distance between lines as a factor of the size; nil for the font's own.
  package var lineHeight: Double?
  /// Additional space between letters.
  package var tracking: Double
  /// OpenType features of the font, such as `tnum` and `liga=0`.
  package var features: [String]
  package var outline: TextOutline?
  package var shadow: TextShadow?
  package var box: TextBox?
  /// A range whose largest size that fits is used; `size` is its largest one. Nil for a fixed size.
  package var fit: TextFit?
  /// How its units appear and disappear, for which its picture has room; nil if they do not.
  package var motion: TextMotion?

  package init(
    words: String, isMarkup: Bool = false, font: FontChoice = .family("sans-serif"), size: Double,
    weight: Int = 400, color: Color, alignment: TextAlignment = .left, width: Double? = nil,
    height: Double? = nil, lineHeight: Double? = nil, tracking: Double = 0, features: [String] = [],
    outline: TextOutline? = nil, shadow: TextShadow? = nil, box: TextBox? = nil, fit: TextFit? = nil,
    motion: TextMotion? = nil
  ) {
    self.words = words
    self.isMarkup = isMarkup
    self.font = font
    self.size = size
    self.weight = weight
    self.color = color
    self.alignment = alignment
    self.width = width
    self.height = height
    self.lineHeight = lineHeight
    self.tracking = tracking
    self.features = features
    self.outline = outline
    self.shadow = shadow
    self.box = box
    self.fit = fit
    self.motion = motion
  }
}

/// The smallest size of a range, and what fits.
package struct TextFit: Hashable, Sendable, Codable {
  package var least: Double
  /// The largest number of lines; nil for any.
  package var lines: Int?
  /// What is a share of the size, and changes with it.
  package var shares: [Share]

  package enum Share: String, Hashable, Sendable, Codable {
    case tracking
    case shadow
    case padding
  }

  package init(least: Double, lines: Int? = nil, shares: [Share] = []) {
    self.least = least
    self.lines = lines
    self.shares = shares
  }
}

extension TextPicture {
  /// The text with a size of its range, which is fixed then.
  package func resized(to size: Double) -> TextPicture {
    guard let fit else { return self }
    var text = self
    let factor = size / self.size
    text.fit = nil
    text.size = size
    if fit.shares.contains(.tracking) { text.tracking *= factor }
    if fit.shares.contains(.padding) {
      text.box?.padding *= factor
      text.box?.sidePadding *= factor
    }
    if fit.shares.contains(.shadow), let shadow {
      text.shadow = TextShadow(
        color: shadow.color, x: shadow.x * factor, y: shadow.y * factor, blur: shadow.blur * factor)
    }
    return text
  }
}

/// The font that an author requests.
package enum FontChoice: Hashable, Sendable, Codable {
  /// A family, or several separated by commas, of which the first available one counts.
  case family(String)
  /// A file, as the script spells it.
  case file(String)
}

/// A line around letters, outside of them.
package struct TextOutline: Hashable, Sendable, Codable {
  package var width: Double
  package var color: Color

  package init(width: Double, color: Color) {
    self.width = width
    self.color = color
  }
}

/// A copy of the letters behind them, in one colour.
package struct TextShadow: Hashable, Sendable, Codable {
  package var color: Color
  package var x: Double
  package var y: Double
  /// As in CSS: twice the standard deviation.
  package var blur: Double

  package init(color: Color, x: Double, y: Double, blur: Double) {
    self.color = color
    self.x = x
    self.y = y
    self.blur = blur
  }
}

/// A box behind words.
package struct TextBox: Hashable, Sendable, Codable {
  package var color: Color
  /// The space above and below the text.
  package var padding: Double
  /// The space to the left and to the right of it.
  package var sidePadding: Double
  package var radius: Double

  /// - Parameter sidePadding: Nil for the same space on all sides.
  package init(color: Color, padding: Double, sidePadding: Double? = nil, radius: Double) {
    self.color = color
    self.padding = padding
    self.sidePadding = sidePadding ?? padding
    self.radius = radius
  }
}

/// A font file that a film draws with.
package struct FontReference: Hashable, Sendable, Codable {
  /// The path on this machine.
  package var path: String
  /// The SHA-256 digest of its content, in hexadecimal.
  package var digest: String

  package init(path: String, digest: String) {
    self.path = path
    self.digest = digest
  }
}

/// The measurements of text laid out with the fonts of a machine.
package struct TextFacts: Hashable, Sendable, Codable {
  /// The placed size: the text with its line height, and the box around it, in whole pixels.
  package var size: PixelSize
  /// How far the picture reaches beyond that on each side: overhanging letters, outlines, shadows.
  package var reach: PixelInsets
  /// The ink, relative to the corner of the placed box; nil if there is none.
  package var ink: PixelBox?
  /// The distance from the top of the placed box to the first baseline.
  package var baseline: Double
  /// The width of the widest line and the height of all lines, without any box.
  package var wordsWidth: Double
  package var wordsHeight: Double
  /// The largest size of its range that fits, or the smallest one; nil for a fixed size.
  package var fittedSize: Double?
  /// The number of lines.
  package var lineCount: Int
  /// The number of letters that can appear one after the other, as readers count them.
  package var letterCount: Int
  /// The number of units that its motion moves; 0 without one.
  package var unitCount: Int
  /// The font files, in the order in which they are searched for letters.
  package var fonts: [FontReference]
  /// The family found for the requested one, and the weight of its letters.
  package var family: String
  package var weight: Int
  /// Whether `family` is one of the requested families.
  package var hasFamily: Bool
  /// Characters for which no font has a letter, each once.
  package var missing: [UInt32]
  /// The requested OpenType features that none of its fonts has.
  package var missingFeatures: [String] = []
  /// Control characters, which no font draws, each once.
  package var controls: [UInt32]

  package init(
    size: PixelSize, reach: PixelInsets = PixelInsets(), ink: PixelBox? = nil, baseline: Double = 0,
    wordsWidth: Double = 0, wordsHeight: Double = 0, fittedSize: Double? = nil, lineCount: Int = 1,
    letterCount: Int = 0, unitCount: Int = 0,
    fonts: [FontReference] = [],
    family: String = "", weight: Int = 400, hasFamily: Bool = true, missing: [UInt32] = [],
    controls: [UInt32] = []
  ) {
    self.size = size
    self.reach = reach
    self.ink = ink
    self.baseline = baseline
    self.wordsWidth = wordsWidth
    self.wordsHeight = wordsHeight
    self.fittedSize = fittedSize
    self.lineCount = lineCount
    self.letterCount = letterCount
    self.unitCount = unitCount
    self.fonts = fonts
    self.family = family
    self.weight = weight
    self.hasFamily = hasFamily
    self.missing = missing
    self.controls = controls
  }

  /// The size of the whole picture.
  package var pictureSize: PixelSize {
    PixelSize(
      width: size.width + reach.left + reach.right, height: size.height + reach.top + reach.bottom)
  }
}

/// Whole pixels on each side of a box.
package struct PixelInsets: Hashable, Sendable, Codable {
  package var left: Int
  package var top: Int
  package var right: Int
  package var bottom: Int

  package init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// Why text cannot be drawn.
package enum TextFailure: Error, Hashable, Sendable, Codable {
  case noSuchFontFile
  /// The font file is outside the root that was given; it was not opened.
  case refused
  case notAFont
  /// The machine has no font at all.
  case noFonts
  /// Pango's message about the markup.
  case markup(String)
  /// A font file is no longer the one that the words were measured with.
  case fontChanged
  /// One side exceeds the largest size of a picture.
  case tooLarge
  /// A library failed for a reason that is not the author's.
  case library(String)
}
