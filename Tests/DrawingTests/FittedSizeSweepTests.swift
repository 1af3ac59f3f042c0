import Basics
import Composition
import Drawing
import TestSupport
import Testing

@Suite("Sizes that fit")
struct FittedSizeSweepTests {
  /// Words of six languages that DejaVu Sans has all letters of.
  private static let languages: [[String]] = [
    ["The", "Difference", "Engine", "of", "a", "new", "year", "in", "London", "we", "began"],
    ["Die", "Straßenbahn", "fährt", "über", "Geschwindigkeitsbegrenzung", "und", "Öl", "ist", "da"],
    ["L\u{2019}été", "à", "la", "montagne", "œuvre", "déjà", "vu", "extraordinaire", "où"],
    ["Длинная", "дорога", "в", "горы", "и", "железнодорожный", "мост", "я"],
    ["Η", "θάλασσα", "και", "το", "καλοκαίρι", "στην", "Θεσσαλονίκη", "ω"],
    ["İstanbul", "\u{2019}da", "bir", "gün", "çalışkan", "öğretmenler", "ve", "ışık"],
  ]

  private struct Headline {
    let text: String
    let width: Double
    let lines: Int
    let range: ClosedRange<Double>

    init(_ language: [String], _ random: inout SeededRandom) {
      let length = Int.random(in: 1...90, using: &random)
      var words: [String] = []
      repeat {
        words.append(language.randomElement(using: &random) ?? "")
      } while words.joined(separator: " ")
        .count < length
      text = words.joined(separator: " ")
      width = Double(Int.random(in: 200...1700, using: &random))
      lines = Int.random(in: 1...3, using: &random)
      let least = Double(Int.random(in: 8...30, using: &random))
      range = least...least + Double(Int.random(in: 1...90, using: &random))
    }

    /// Whether the words, laid into lines one after the other, are within the width and the lines.
    func fits(_ glyphs: [HarfBuzz.Glyph], size: Double) -> Bool {
      let spaces = text.utf8.enumerated().filter { $0.element == UInt8(ascii: " ") }.map(\.offset)
      let ends = spaces + [text.utf8.count]
      func width(_ from: Int, _ to: Int) -> Double {
        Double(glyphs.filter { $0.cluster >= from && $0.cluster < to }.reduce(0) { $0 + $1.advance }) * size
          / 2048
      }
      var (line, start, count) = (0, 0, 1)
      for end in ends {
        // A space at the end of a line has no width.
        if width(line, end) > self.width, line < start { (line, count) = (start, count + 1) }
        if width(line, end) > self.width { return false }
        start = end + 1
      }
      return count <= lines
    }
  }

  @Test(
    "are the largest at which HarfBuzz's words are within the width and the lines, to an eighth of a pixel",
    .enabled(if: Fonts.missingPackage == nil, "\(Fonts.missingPackage ?? "") is not installed"),
    .enabled(if: HarfBuzz.isInstalled, "libharfbuzz-bin is not installed"))
  func largest() throws {
    var random = SeededRandom(seed: 6)
    let headlines = (0..<rounds(300, quick: 40)).map { number in
      Headline(Self.languages[number % Self.languages.count], &random)
    }
    let glyphs = try HarfBuzz.glyphs(of: headlines.map(\.text), in: Fonts.sans)
    let drawing = TextDrawing()
    var between = 0
    for (headline, glyphs) in zip(headlines, glyphs) {
      let range = headline.range
      let size = try #require(
        try drawing.measure(
          words(headline.text, size: range.upperBound) {
            $0.width = headline.width
            $0.fit = TextFit(least: range.lowerBound, lines: headline.lines)
          }
        ).fittedSize)
      #expect(range.contains(size))
      // Pango lays out in 1/1024 pixel for each glyph.
      if size > range.lowerBound { #expect(headline.fits(glyphs, size: size - 0.04), "\(headline), \(size)") }
      if size < range.upperBound {
        #expect(!headline.fits(glyphs, size: size + 0.125 + 0.04), "\(headline), \(size)")
        if size > range.lowerBound { between += 1 }
      }
    }
    #expect(between * 4 > headlines.count, "most ends of the ranges are chosen")
  }
}
