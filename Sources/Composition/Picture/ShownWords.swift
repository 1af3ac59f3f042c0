package import Basics

/// Text with everything that is needed to draw it.
package struct ShownWords: Hashable, Sendable, Codable {
  package var text: TextPicture
  /// The font files, in the order in which they are searched for letters.
  package var fonts: [FontReference]
  /// The placed size, and how far the picture extends beyond it.
  package var size: PixelSize
  package var reach: PixelInsets
  /// The number of visible letters, in the item's own time; nil for all of them.
  package var letters: Curve?
  /// When the units of its motion move; nil without one.
  package var motion: TextMotionTimes?
  /// The counter that replaces the text; nil if there is none.
  package var counter: Counter?

  package init(
    text: TextPicture, fonts: [FontReference], size: PixelSize, reach: PixelInsets = PixelInsets(),
    letters: Curve? = nil, motion: TextMotionTimes? = nil, counter: Counter? = nil
  ) {
    self.text = text
    self.fonts = fonts
    self.size = size
    self.reach = reach
    self.letters = letters
    self.motion = motion
    self.counter = counter
  }

  /// The size of the whole picture.
  package var pictureSize: PixelSize {
    PixelSize(
      width: size.width + reach.left + reach.right, height: size.height + reach.top + reach.bottom)
  }
}

/// The text of a counter at a frame; frames count from the start of its layer.
package enum Counter: Hashable, Sendable, Codable {
  /// Hours, minutes, seconds and frames.
  case timecode(FrameRate)
  /// With leading zeros up to a number of digits.
  case frames(digits: Int)
  case seconds(FrameRate, digits: Int)
  case number(CountedNumber)
  /// What another item shows.
  indirect case source(SourceReading)

  package func words(atFrame frame: Int64) -> String {
    let frame = max(0, frame)
    switch self {
    case .timecode(let rate): return Self.timecode(frame, rate)
    case .frames(let digits): return Self.padded(frame, digits)
    case .seconds(let rate, let digits):
      let start = try? rate.start(ofFrame: frame)
      return Self.padded(start.map { Int64($0.inSeconds.rounded(.down)) } ?? 0, digits)
    case .number(let number): return number.text(atFrame: frame)
    case .source(let reading): return reading.text(atFrame: frame)
    }
  }

  /// A text as wide as any that the counter shows.
  package var sample: String {
    switch self {
    case .timecode(let rate): Self.timecode(0, rate)
    case .frames(let digits), .seconds(_, let digits): Self.padded(0, digits)
    case .number(let number): number.sample
    case .source(let reading): reading.text(ofPicture: 0)
    }
  }

  static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Drop-frame if the rate supports it, to follow the clock.
  private static func timecode(_ frame: Int64, _ rate: FrameRate) -> String {
    let drops = rate.droppedPerMinute != nil
    return Timecode(frameNumber: frame, at: rate, isDropFrame: drops)?.description ?? "\(frame)"
  }
}

extension ShownWords {
  /// The same text with the curves of its letters and of its motion replaced.
  package func mapCurves<Failure>(
    _ change: (Curve) throws(Failure) -> Curve
  ) throws(Failure) -> ShownWords {
    var changed = self
    if let letters { changed.letters = try change(letters) }
    if let appearing = motion?.appearing { changed.motion?.appearing = try change(appearing) }
    if let leaving = motion?.leaving { changed.motion?.leaving = try change(leaving) }
    return changed
  }
}
