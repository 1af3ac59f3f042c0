import Composition
import Drawing
import TestSupport
import Testing

@Suite("Words are as large as Pillow finds them in the same font")
struct MeasureTests {
  @Test(
    "in width and where their ink is",
    arguments: [
      "Hello", "flag x", "Ελλάδα", "жизнь", "<b>&amp;</b>",
      // Every character of ASCII that can be seen, and what other tools would replace.
      ##"! " # $ % & ' ( ) * + , - . / : ; < = > ? @"##, "0123456789",
      "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
      #"[\]^_`abcdefghijklmnopqrstuvwxyz{|}~"#,
      #"%{n} ${x} \n &lt; <span> {\an8}"#,
    ])
  func sizes(text: String) throws {
    let size = 64.0
    let judge = try PillowMeasure(text, size: size)
    let drawn = try Drawn(words(text, size: size))
    #expect(
      abs(drawn.facts.wordsWidth - judge.width) <= 0.5, "\(drawn.facts.wordsWidth), not \(judge.width)")
    let edges = drawn.edges
    // What is placed is whole pixels wide, with the words in its middle.
    let spare = (Double(drawn.facts.size.width) - judge.width) / 2
    #expect(abs(edges.left - spare - judge.left) <= 0.5, "\(edges), \(judge)")
    #expect(abs(edges.top - drawn.facts.baseline - judge.top) <= 0.5, "\(edges), \(judge)")
    #expect(abs(edges.bottom - drawn.facts.baseline - judge.bottom) <= 0.5, "\(edges), \(judge)")
    #expect(abs(edges.right - edges.left - (judge.right - judge.left)) <= 0.7, "\(edges), \(judge)")
  }

  @Test("and a font file beside a script is that font, whatever else is there")
  func file() throws {
    let judge = try PillowMeasure("Hello", font: Fonts.serif, size: 50)
    let drawn = try Drawn(words("Hello", size: 50) { $0.font = .file(Fonts.serif) })
    #expect(abs(drawn.facts.wordsWidth - judge.width) <= 0.5)
    #expect(drawn.facts.fonts.map(\.path) == [Fonts.serif])
    let sum = try run(["sha256sum", Fonts.serif]).text.prefix(64)
    #expect(drawn.facts.fonts.first?.digest == String(sum))
  }

  @Test("the distance of lines is a factor of the size, and a width wraps")
  func lines() throws {
    let drawing = TextDrawing()
    let one = try drawing.measure(words("one two", size: 40) { $0.lineHeight = 1.5 })
    let two = try drawing.measure(
      words("one two", size: 40) {
        $0.lineHeight = 1.5
        $0.width = 100
      })
    #expect(one.wordsHeight == 60)
    #expect(two.wordsHeight == 120)
    #expect(two.size == PixelSize(width: 100, height: 120))
    #expect(two.wordsWidth <= 100)
  }

  @Test(
    "a range of sizes gives the largest one at which Pillow's words fit, to an eighth of a pixel",
    arguments: ["Hello", "The Difference Engine", "one two three four five six seven", "Ελλάδα και Κύπρος"])
  func fitted(text: String) throws {
    let width = 300.0
    let words = words(text, size: 120) {
      $0.width = width
      $0.fit = TextFit(least: 10, lines: 2)
    }
    let facts = try TextDrawing().measure(words)
    let size = try #require(facts.fittedSize)
    // All ways to break the words into at most two lines, by the widths of Pillow at one pixel.
    let parts = text.split(separator: " ")
    let widest = try (1...parts.count).map { first in
      try [parts[..<first], parts[first...]].filter { !$0.isEmpty }
        .map { try PillowMeasure($0.joined(separator: " "), size: 1).width }.max() ?? 0
    }
    let largest = width / (widest.min() ?? 1)
    #expect(size <= min(120, largest) + 0.2 && size >= min(120, largest) - 0.4, "\(size), not \(largest)")
    #expect(facts.lineCount <= 2 && facts.wordsWidth <= width)
  }

  @Test("a text that fits at no size of its range has the smallest one")
  func tooLong() throws {
    let long = words("Donaudampfschifffahrtsgesellschaft", size: 120) {
      $0.width = 50
      $0.fit = TextFit(least: 30)
    }
    #expect(try TextDrawing().measure(long).fittedSize == 30)
  }

  @Test("tracking adds space between letters, a share of the size for each")
  func tracking() throws {
    let drawing = TextDrawing()
    let judge = try PillowMeasure("Hello", size: 40)
    let spaced = try Drawn(words("Hello", size: 40) { $0.tracking = 8 })
    // Four gaps; the space around the first and the last letter belongs to the line.
    let ink = spaced.edges.right - spaced.edges.left
    #expect(abs(ink - (judge.right - judge.left + 4 * 8)) <= 0.7, "\(ink), \(judge)")
    #expect(try drawing.measure(words("Hello", size: 40) { $0.tracking = -2 }).wordsWidth < judge.width)
  }

  @Test("features switch ligatures off")
  func features() throws {
    let joined = try TextDrawing().measure(words("ffi", size: 100))
    let apart = try Drawn(words("ffi", size: 100) { $0.features = ["liga=0"] })
    let judge = try PillowMeasure("ffi", size: 100)
    // Pillow's basic layout knows no ligatures.
    #expect(abs(apart.facts.wordsWidth - judge.width) <= 0.5, "\(apart.facts.wordsWidth), \(judge.width)")
    #expect(abs(joined.wordsWidth - judge.width) > 0.5)
  }

  @Test("a box has another padding at the sides")
  func sidePadding() throws {
    let plain = try TextDrawing().measure(words("Hello", size: 40))
    let boxed = try Drawn(
      words("Hello", size: 40) { $0.box = TextBox(color: .black, padding: 6, sidePadding: 20, radius: 0) })
    #expect(boxed.facts.size.width - plain.size.width == 40)
    #expect(boxed.facts.size.height - plain.size.height == 12)
    let letters = try Drawn(
      words("█", size: 40) { $0.box = TextBox(color: .transparent, padding: 6, sidePadding: 20, radius: 0) })
    let still = try Drawn(words("█", size: 40))
    #expect(abs(letters.edges.left - still.edges.left - 20) <= 0.6)
  }

  @Test("a box adds its padding, and a height holds the words in its middle")
  func boxes() throws {
    let drawing = TextDrawing()
    let plain = try drawing.measure(words("Hello", size: 40))
    let boxed = try drawing.measure(
      words("Hello", size: 40) { $0.box = TextBox(color: .black, padding: 12, radius: 0) })
    #expect(boxed.size.width - plain.size.width == 24)
    #expect(boxed.size.height - plain.size.height == 24)
    #expect(abs(boxed.baseline - plain.baseline - 12) < 0.01)
    let high = try drawing.measure(words("Hello", size: 40) { $0.height = 200 })
    #expect(high.size.height == 200)
    #expect(abs(high.baseline - plain.baseline - (200 - plain.wordsHeight) / 2) <= 1)
  }

  @Test("alignment moves lines within the width")
  func alignment() throws {
    let judge = try PillowMeasure("Hello", size: 40)
    for (alignment, left) in [
      (TextAlignment.left, 0), (.center, (400 - judge.width) / 2), (.right, 400 - judge.width),
    ] {
      let drawn = try Drawn(
        words("Hello", size: 40) {
          $0.width = 400
          $0.alignment = alignment
        })
      #expect(abs(drawn.edges.left - left - judge.left) <= 0.5, "\(alignment)")
    }
  }

  @Test("what cannot be drawn is said, not drawn otherwise")
  func failures() throws {
    let drawing = TextDrawing()
    #expect(throws: TextFailure.noSuchFontFile) {
      try drawing.measure(words("x") { $0.font = .file("no.ttf") })
    }
    #expect(throws: TextFailure.notAFont) {
      try drawing.measure(words("x") { $0.font = .file("/etc/passwd") })
    }
    #expect(throws: TextFailure.tooLarge) { try drawing.measure(words("x", size: 1e9)) }
    #expect(throws: TextFailure.tooLarge) { try drawing.measure(words(String(repeating: "x", count: 20000))) }
    let huge = words("<span size='999999999'>x</span>") { $0.isMarkup = true }
    #expect(throws: TextFailure.tooLarge) { try drawing.measure(huge) }
    // And the font is as good as before.
    #expect(try drawing.measure(words("x")).missing == [])
    for markup in ["<b>x", "a & b", "<nothing>x</nothing>", "<span color='nocolour'>x</span>"] {
      #expect { try drawing.measure(words(markup) { $0.isMarkup = true }) } throws: { error in
        if case .markup = error as? TextFailure { true } else { false }
      }
    }
    let unknown = try drawing.measure(words("x") { $0.font = .family("No Such Family") })
    #expect(!unknown.hasFamily)
    #expect(try drawing.measure(words("x") { $0.font = .family("No Such Family, dejavu serif") }).hasFamily)
  }
}
