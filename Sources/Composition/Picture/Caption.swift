/// The text of an event whose words are drawn one by one, with boxes behind them or moving.
///
/// libass lays it out once; in each frame, every piece is drawn as its unit looks then.
package struct Caption: Hashable, Sendable, Codable {
  /// In the order of the text.
  package var pieces: [Piece]
  package var units: [Unit]
  /// The colour of outlines.
  package var stroke: Color
  /// The colour of highlighted letters; nil if they keep theirs.
  package var litColor: Color?
  /// Whether words are hidden before their time.
  package var hidesUnlit = false
  package var box: Box?
  /// What has a box of its own.
  package var boxUnit = BoxUnit.cue
  /// Behind highlighted words.
  package var litBox: Box?
  package var movement: Movement?

  /// A word, a part of one, or the blanks between two words.
  package struct Piece: Hashable, Sendable, Codable {
    /// In ASS, valid after the pieces before, without colours.
    package var text: String
    /// The index of its unit.
    package var unit: Int
    /// The number of its word; nil for blanks.
    package var word: Int?
    package var color: Color

    package init(text: String, unit: Int, word: Int?, color: Color) {
      self.text = text
      self.unit = unit
      self.word = word
      self.color = color
    }
  }

  /// Pieces that are highlighted together.
  package struct Unit: Hashable, Sendable, Codable {
    /// When it is highlighted, counted from the first frame of the event; nil without a time of its own.
    package var litFrames: Range<Int64>?
    /// The first frame of its time, which may be before the event.
    package var start: Int64
    /// For how many frames it moves from then on.
    package var movingFrames: Double

    package init(litFrames: Range<Int64>? = nil, start: Int64 = 0, movingFrames: Double = 0) {
      self.litFrames = litFrames
      self.start = start
      self.movingFrames = movingFrames
    }
  }

  /// A box, in pixels.
  package struct Box: Hashable, Sendable, Codable {
    package var color: Color
    /// Above and below, and at the sides.
    package var padding: Double
    package var sidePadding: Double
    package var radius: Double

    package init(color: Color, padding: Double, sidePadding: Double, radius: Double) {
      self.color = color
      self.padding = padding
      self.sidePadding = sidePadding
      self.radius = radius
    }
  }

  /// How a word comes to its place.
  package struct Movement: Hashable, Sendable, Codable {
    /// The share of its size that it starts with, about its centre.
    package var scale: Double
    /// How far below its place it starts, in pixels.
    package var depth: Double
    package var easing: Easing

    package init(scale: Double, depth: Double, easing: Easing) {
      self.scale = scale
      self.depth = depth
      self.easing = easing
    }
  }

  /// How a unit looks in a frame.
  package struct UnitState: Hashable, Sendable {
    package var isLit: Bool
    package var isShown: Bool
    package var scale = 1.0
    /// How far below its place it is.
    package var depth = 0.0

    package var moves: Bool { scale != 1 || depth != 0 }
  }

  package init(pieces: [Piece], units: [Unit], stroke: Color) {
    self.pieces = pieces
    self.units = units
    self.stroke = stroke
  }

  /// The states of its units in a frame, counted from the first frame of the event.
  package func states(at frame: Int64) -> [UnitState] {
    units.map { unit in
      let isLit = unit.litFrames?.contains(frame) ?? false
      var state = UnitState(isLit: isLit, isShown: !hidesUnlit || isLit || unit.litFrames == nil)
      if let movement, isLit, frame >= unit.start, unit.movingFrames > 0 {
        let progress = movement.easing.progress(at: Double(frame - unit.start) / unit.movingFrames)
        state.scale = movement.scale + (1 - movement.scale) * progress
        state.depth = movement.depth * (1 - progress)
      }
      return state
    }
  }

  /// The text in ASS in which each piece has a number as its colour, counted from `first`.
  package func text(numberedFrom first: Int) -> String {
    pieces.enumerated().map { index, piece in
      let number = CueColor(number: first + index).hexadecimal
      // libass stores transparency. 1 marks coloured letters.
      let alpha = 255 - piece.color.alpha
      let transparency = String(alpha == 1 ? 2 : alpha, radix: 16, uppercase: true)
      return "{\\1c&H\(number)&\\1a&H\(transparency)&\\3c&H\(number)&\\3a&H0&}" + piece.text
    }.joined()
  }
}

/// What has a box of its own in subtitles.
package enum BoxUnit: String, Hashable, Sendable, Codable, CaseIterable {
  case cue
  case line
  case word
}

extension CueColor {
  /// A number of 24 bits as a colour.
  package init(number: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }
}
