/// Words and how they are drawn; all lengths in pixels of the canvas.
package struct TextPicture: Hashable, Sendable, Codable {
  package var words: String
  /// Whether the text has Pango markup; else every character is literal.
  package var isMarkup: Bool
  package var font: FontChoice
  /// The height of the letters: of the font's em square.
  package var size: Double
  /// From 1 to 1000, as CSS and OpenType count.
  package var weight: Int
  package var color: Color
  package var alignment: TextAlignment
  /// Lines are wrapped at this width, which is also the width of the text for placing.
  package var width: Double?
  /// How high the words are for whoever places them, who stand in the middle of it; nil: as high as they are.
  package var height: Double?
  /// The distance of lines as a factor of the size; nil: what the font says.
  package var lineHeight: Double?
  package var outline: TextOutline?
  package var shadow: TextShadow?
  package var box: TextBox?

  package init(
    words: String, isMarkup: Bool = false, font: FontChoice = .family("sans-serif"), size: Double,
    weight: Int = 400, color: Color, alignment: TextAlignment = .left, width: Double? = nil,
    height: Double? = nil, lineHeight: Double? = nil, outline: TextOutline? = nil,
    shadow: TextShadow? = nil, box: TextBox? = nil
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
    self.outline = outline
    self.shadow = shadow
    self.box = box
  }
}

/// Which font an author asks for.
package enum FontChoice: Hashable, Sendable, Codable {
  /// A family, or several with commas between them of which the first that is there counts.
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
  /// How far its edge is spread, as CSS counts: twice the standard deviation.
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
  package var padding: Double
  package var radius: Double

  package init(color: Color, padding: Double, radius: Double) {
    self.color = color
    self.padding = padding
    self.radius = radius
  }
}

/// A font file that a film draws with.
package struct FontReference: Hashable, Sendable, Codable {
  /// Where this machine finds it.
  package var path: String
  /// Its content: SHA-256 in hexadecimal.
  package var digest: String

  package init(path: String, digest: String) {
    self.path = path
    self.digest = digest
  }
}

/// What is known of words once they have been laid out with the fonts of a machine.
package struct TextFacts: Hashable, Sendable, Codable {
  /// What is placed: the words with the room that lines take, and the box around them, in whole pixels.
  package var size: PixelSize
  /// How far the picture reaches beyond that on each side: overhanging letters, outlines, shadows.
  package var reach: PixelInsets
  /// The ink, relative to the corner of the placed box; nil if there is none.
  package var ink: PixelBox?
  /// The distance from the top of the placed box to the first baseline.
  package var baseline: Double
  /// How wide the widest line is and how high all lines are together, without any box.
  package var wordsWidth: Double
  package var wordsHeight: Double
  /// How many letters can appear one after the other, counted as readers count.
  package var letterCount: Int
  /// The files it is drawn with, in the order in which they are asked for letters.
  package var fonts: [FontReference]
  /// The family that was found for the one asked for, and how heavy its letters are.
  package var family: String
  package var weight: Int
  /// Whether that is a family that was asked for.
  package var hasFamily: Bool
  /// What no font has a letter for, each once.
  package var missing: [UInt32]
  /// Control characters, which no font draws, each once.
  package var controls: [UInt32]

  package init(
    size: PixelSize, reach: PixelInsets = PixelInsets(), ink: PixelBox? = nil, baseline: Double = 0,
    wordsWidth: Double = 0, wordsHeight: Double = 0, letterCount: Int = 0, fonts: [FontReference] = [],
    family: String = "", weight: Int = 400, hasFamily: Bool = true, missing: [UInt32] = [],
    controls: [UInt32] = []
  ) {
    self.size = size
    self.reach = reach
    self.ink = ink
    self.baseline = baseline
    self.wordsWidth = wordsWidth
    self.wordsHeight = wordsHeight
    self.letterCount = letterCount
    self.fonts = fonts
    self.family = family
    self.weight = weight
    self.hasFamily = hasFamily
    self.missing = missing
    self.controls = controls
  }

  /// Of the whole picture.
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

/// Why words cannot be drawn.
package enum TextFailure: Error, Hashable, Sendable, Codable {
  case noSuchFontFile
  /// The font file is outside the root that was given; it was not opened.
  case refused
  case notAFont
  /// The machine has no font at all.
  case noFonts
  /// What Pango says about the markup, and how many bytes before it are fine, where it says that.
  case markup(String)
  /// A font file is no longer the one that the words were measured with.
  case fontChanged
  /// One side would have more pixels than a picture can have.
  case tooLarge
  /// A library refused for a reason that is not the author's.
  case library(String)
}
