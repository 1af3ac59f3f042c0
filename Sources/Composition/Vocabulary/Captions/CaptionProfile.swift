package import Basics

/// The published guidelines for captions that a film can be checked against, by their names in scripts.
package enum CaptionProfile: String, Hashable, Sendable, CaseIterable {
  case netflix
  case bbc
  case dcmp

  package var declaration: CaptionDeclaration {
    switch self {
    case .netflix: .netflix
    case .bbc: .bbc
    case .dcmp: .dcmp
    }
  }
}

/// A number of a guideline, with its source.
package struct PublishedNumber<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  /// The page.
  package let source: String
  /// The section of the page, and what it leaves open.
  package let section: String
  /// The month in which the page was read: guidelines change, most of them without a number.
  package let read: String

  init(_ value: Value, _ source: String, _ section: String, read: String = "2026-11") {
    self.value = value
    self.source = source
    self.section = section
    self.read = read
  }
}

/// How fast a caption may be read.
package enum CaptionSpeed: Hashable, Sendable {
  /// With spaces and punctuation.
  case characters(perSecond: Double)
  case words(perMinute: Double)

  /// The same unit with another number.
  package func with(_ number: Double) -> CaptionSpeed {
    switch self {
    case .characters: .characters(perSecond: number)
    case .words: .words(perMinute: number)
    }
  }
}

/// The shortest time for which a caption may be shown.
package enum ShortestCaption: Hashable, Sendable {
  case time(RationalTime)
  case perWord(RationalTime)
}

/// The numbers of a guideline; nil where it has none.
package struct CaptionDeclaration: Hashable, Sendable {
  /// In a line, with spaces.
  package let characters: PublishedNumber<Int>
  package let lines: PublishedNumber<Int>
  package let speed: PublishedNumber<CaptionSpeed>
  package let shortest: PublishedNumber<ShortestCaption>
  package let longest: PublishedNumber<RationalTime>?
  /// The frames between captions that follow each other directly.
  package let chain: PublishedNumber<Int64>?
  /// The shortest gap between all others.
  package let gap: PublishedNumber<RationalTime>?
}

extension CaptionDeclaration {
  fileprivate static let netflix: CaptionDeclaration = {
    let general =
      "https://partnerhelp.netflixstudios.com/hc/en-us/articles/215758617-Timed-Text-Style-Guide-General-Requirements"
    let english =
      "https://partnerhelp.netflixstudios.com/hc/en-us/articles/217350977-English-USA-Timed-Text-Style-Guide"
    let timing =
      "https://partnerhelp.netflixstudios.com/hc/en-us/articles/360051554394-Timed-Text-Style-Guide-Subtitle-Timing-Guidelines"
    return CaptionDeclaration(
      characters: PublishedNumber(42, english, "Character Limitation"),
      lines: PublishedNumber(2, general, "4. Line Treatment"),
      speed: PublishedNumber(
        .characters(perSecond: 20), english,
        "Reading Speed Limits: adult programs; 17 for children's programs"),
      shortest: PublishedNumber(.time(fraction(5, 6)), general, "1. Duration"),
      longest: PublishedNumber(RationalTime(seconds: 7), general, "1. Duration"),
      chain: PublishedNumber(2, timing, "Introduction: the minimum gap is 2 frames for all frame rates"),
      gap: PublishedNumber(
        fraction(1, 2), timing,
        "1: Timing to audio: gaps of 3 to 11 frames at 24 frames per second, less than half a second, are closed"
      ))
  }()

  fileprivate static let bbc: CaptionDeclaration = {
    let page = "https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/"
    return CaptionDeclaration(
      characters: PublishedNumber(
        37, page,
        "3.1 Line length: of teletext; online, 68 % of the width of 16:9, which depends on the font of the player"
      ),
      lines: PublishedNumber(2, page, "3.3 Avoid 3 lines or more"),
      speed: PublishedNumber(
        .words(perMinute: 180), page, "4.1 Target minimum timing: 160 to 180 words per minute"),
      shortest: PublishedNumber(.perWord(fraction(3, 10)), page, "4.1 Target minimum timing"),
      longest: nil,
      chain: PublishedNumber(0, page, "4.5 Gaps: no gap, or at least a second"),
      gap: PublishedNumber(RationalTime(seconds: 1), page, "4.5 Gaps: preferably a second and a half"))
  }()

  fileprivate static let dcmp: CaptionDeclaration = {
    let guidelines = "https://dcmp.org/learn/5-captioning-guidelines-for-the-dcmp"
    return CaptionDeclaration(
      characters: PublishedNumber(32, guidelines, "Specifications, Text, Open Captions"),
      lines: PublishedNumber(2, "https://www.captioningkey.org/text.html", "Line Division"),
      speed: PublishedNumber(
        .words(perMinute: 225), guidelines,
        "Presentation Rate: adult cultural movies; 160 for adult special-interest videos, 130 for education"),
      shortest: PublishedNumber(.time(RationalTime(seconds: 2)), guidelines, "Presentation Rate"),
      longest: nil, chain: nil, gap: nil)
  }()

  private static func fraction(_ value: Int64, _ timescale: Int64) -> RationalTime {
    RationalTime(value, timescale) ?? .zero
  }
}
