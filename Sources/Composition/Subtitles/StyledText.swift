package import Basics

/// Text with the formatting that all formats have.
package struct StyledText: Hashable, Sendable, Codable {
  /// In order, without empty runs.
  package var runs: [StyledRun]

  package init(_ runs: [StyledRun]) {
    self.runs = runs.filter { !$0.text.isEmpty }
  }

  /// Text without formatting.
  package init(plain text: String) {
    self.init([StyledRun(text: text, look: TextLook())])
  }

  /// The text alone, with line feeds between lines.
  package var plain: String { runs.map(\.text).joined() }
}

extension StyledText {
  /// Whether some of its words have times of their own.
  package var isTimed: Bool { runs.contains { $0.time != nil } }

  /// Moves blanks to the end of the word before them, so that all formats give the same runs.
  func blanksBehindWords() -> StyledText {
    var moved = runs
    for index in moved.indices.dropFirst() where moved[index].time != moved[index - 1].time {
      let blanks = moved[index].text.prefix { $0 == " " }
      guard !blanks.isEmpty else { continue }
      moved[index - 1].text += blanks
      moved[index].text.removeFirst(blanks.count)
    }
    return StyledText(moved)
  }
}

/// Text with one look and one time.
package struct StyledRun: Hashable, Sendable, Codable {
  package var text: String
  package var look: TextLook
  /// When the words are spoken; nil if unknown. Empty if they were spoken before the first shown frame.
  package var time: TimeRange?

  package init(text: String, look: TextLook, time: TimeRange? = nil) {
    self.text = text
    self.look = look
    self.time = time
  }
}

/// Formatting in addition to the style of the track.
package struct TextLook: Hashable, Sendable, Codable {
  package var isBold = false
  package var isItalic = false
  package var isUnderlined = false
  package var isStruck = false
  package var color: CueColor?

  package init() {}
}

/// Eight bits per channel in sRGB.
package struct CueColor: Hashable, Sendable, Codable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// `#rrggbb`, `rrggbb`, or one of the names that subtitle files use.
  package init?(spelling: some StringProtocol) {
    let word = spelling.lowercased()
    if let named = Self.names[word] {
      self = named
      return
    }
    let digits = word.hasPrefix("#") ? String(word.dropFirst()) : word
    guard digits.utf8.count == 6, let code = UInt32(digits, radix: 16), !digits.hasPrefix("+") else {
      return nil
    }
    self.init(
      red: UInt8(truncatingIfNeeded: code >> 16), green: UInt8(truncatingIfNeeded: code >> 8),
      blue: UInt8(truncatingIfNeeded: code))
  }

  /// WebVTT's eight colours and those of HTML 4.
  private static let names: [String: CueColor] = [
    "white": CueColor(red: 255, green: 255, blue: 255), "black": CueColor(red: 0, green: 0, blue: 0),
    "red": CueColor(red: 255, green: 0, blue: 0), "lime": CueColor(red: 0, green: 255, blue: 0),
    "blue": CueColor(red: 0, green: 0, blue: 255), "yellow": CueColor(red: 255, green: 255, blue: 0),
    "cyan": CueColor(red: 0, green: 255, blue: 255), "aqua": CueColor(red: 0, green: 255, blue: 255),
    "magenta": CueColor(red: 255, green: 0, blue: 255), "fuchsia": CueColor(red: 255, green: 0, blue: 255),
    "green": CueColor(red: 0, green: 128, blue: 0), "gray": CueColor(red: 128, green: 128, blue: 128),
    "grey": CueColor(red: 128, green: 128, blue: 128), "silver": CueColor(red: 192, green: 192, blue: 192),
    "maroon": CueColor(red: 128, green: 0, blue: 0), "olive": CueColor(red: 128, green: 128, blue: 0),
    "teal": CueColor(red: 0, green: 128, blue: 128), "navy": CueColor(red: 0, green: 0, blue: 128),
    "purple": CueColor(red: 128, green: 0, blue: 128), "orange": CueColor(red: 255, green: 165, blue: 0),
  ]
}
