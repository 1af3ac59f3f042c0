/// Names with their roles, which stand on the canvas or move over it together.
///
/// Each text is a separate picture, at most as wide as the canvas. A frame depends only on the texts in it.
package struct CreditsPicture: Hashable, Sendable, Codable {
  package var texts: [CreditsText]
  package var motion: RollMotion

  package init(texts: [CreditsText], motion: RollMotion = RollMotion()) {
    self.texts = texts
    self.motion = motion
  }
}

/// A role, the names of an entry, or a line across both columns.
package struct CreditsText: Hashable, Sendable, Codable {
  package var words: ShownWords
  /// The corner of the whole picture on the canvas, before it moves.
  package var x: Int
  package var y: Int

  package init(words: ShownWords, x: Int, y: Int) {
    self.words = words
    self.x = x
    self.y = y
  }
}

/// How far credits have moved down, in whole pixels.
package struct RollMotion: Hashable, Sendable, Codable {
  /// The pixels in `frames` frames; negative upwards.
  package var pixels: Int
  /// 1, unless a preset reduces the size of the film.
  package var frames: Int
  /// The part of the next pixel that is passed at the first frame, in parts of `frames`.
  package var phase: Int

  package init(pixels: Int = 0, frames: Int = 1, phase: Int = 0) {
    self.pixels = pixels
    self.frames = frames
    self.phase = phase
  }

  /// The distance at a frame; frames count from the first one of the layer.
  package func distance(atFrame frame: Int64) -> Int { passed(frame).quotient }

  /// The same motion from a frame on, after the distance at that frame.
  package func starting(atFrame frame: Int64) -> RollMotion {
    RollMotion(pixels: pixels, frames: frames, phase: passed(frame).remainder)
  }

  /// Divided downwards, so that each frame passes the same parts in both directions.
  private func passed(_ frame: Int64) -> (quotient: Int, remainder: Int) {
    let parts = phase + pixels * Int(frame)
    let (quotient, remainder) = parts.quotientAndRemainder(dividingBy: frames)
    return remainder < 0 ? (quotient - 1, remainder + frames) : (quotient, remainder)
  }
}

extension CreditsPicture {
  /// Whether all positions in a layer of this many frames can be calculated.
  package func isCalculable(over count: Int) -> Bool {
    let lengths = texts.flatMap { text in
      let (size, reach) = (text.words.size, text.words.reach)
      return [text.x, text.y, size.width, size.height, reach.left, reach.top, reach.right, reach.bottom]
    }
    return count <= 1 << 32 && motion.pixels.magnitude <= 1 << 28 && (1...1 << 28).contains(motion.frames)
      && (0..<motion.frames).contains(motion.phase) && lengths.allSatisfy { $0.magnitude <= 1 << 40 }
  }

  /// The credits as they are from a frame to the one before another, without texts that are outside of the
  /// canvas meanwhile. Frames count from the first one of the layer.
  package func part(_ shown: Range<Int64>, onCanvasOfHeight height: Int) -> CreditsPicture {
    guard let last = shown.last else { return CreditsPicture(texts: [], motion: motion) }
    let (first, end) = (motion.distance(atFrame: shown.lowerBound), motion.distance(atFrame: last))
    var part = self
    part.texts = texts.compactMap { text in
      let picture = text.words.pictureSize.height
      guard text.y + max(first, end) + picture > 0, text.y + min(first, end) < height else { return nil }
      return CreditsText(words: text.words, x: text.x, y: text.y + first)
    }
    part.motion = motion.starting(atFrame: shown.lowerBound)
    return part
  }

  /// Whether one of the texts is on the middle line of the canvas; true if they stand still.
  package func crossesMiddle(ofCanvas height: Int, atFrame frame: Int64) -> Bool {
    let middle = height / 2 - motion.distance(atFrame: frame)
    return motion.pixels == 0
      || texts.contains { $0.y <= middle && middle < $0.y + $0.words.pictureSize.height }
  }

  /// All words, one line each, in their order.
  package var lines: [String] {
    texts.flatMap { $0.words.text.words.split(separator: "\n").map(String.init) }
  }
}

extension Picture {
  /// The texts that it draws with Pango.
  package var shownWords: [ShownWords] {
    switch self {
    case .text(let words): [words]
    case .credits(let credits): credits.texts.map(\.words)
    default: []
    }
  }

  /// Changes the texts that it draws with Pango.
  package mutating func changeWords(_ change: (inout ShownWords) -> Void) {
    switch self {
    case .text(var words):
      change(&words)
      self = .text(words)
    case .credits(var credits):
      for index in credits.texts.indices { change(&credits.texts[index].words) }
      self = .credits(credits)
    default: break
    }
  }
}
