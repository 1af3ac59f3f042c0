import Composition
import Drawing
import TestSupport
import Testing

@Suite("Words are drawn")
struct DrawingTests {
  @Test(
    "in eight scripts, and emoji, without a box",
    .enabled(if: Fonts.missingPackage == nil, "needs the Debian package \(Fonts.missingPackage ?? "")"),
    arguments: [
      "Latin: Hello", "Ελληνικά", "Кириллица", "العربية", "עברית", "हिन्दी क्षत्रिय", "漢字かな交じり", "สวัสดี",
      "🎬👩‍👩‍👧❤️🇩🇪",
    ])
  func scripts(text: String) throws {
    let drawn = try Drawn(words(text, size: 48))
    #expect(drawn.facts.missing == [])
    #expect(drawn.facts.ink != nil)
    #expect(drawn.alpha.contains { $0.contains { $0 > 0.9 } })
  }

  @Test(
    "shaped: Arabic letters join, Devanagari marks go before, emoji join to one",
    .enabled(if: Fonts.missingPackage == nil, "needs the Debian package \(Fonts.missingPackage ?? "")"))
  func shaping() throws {
    let drawing = TextDrawing()
    let width = { (text: String) in try drawing.measure(words(text)).wordsWidth }
    // Letters that stand alone are wider than joined ones.
    let (joined, alone) = (try width("ععع"), try width("ع\u{200C}ع\u{200C}ع"))
    #expect(joined < 0.95 * alone)
    let (family, woman) = (try width("👩‍👩‍👧"), try width("👩"))
    #expect(family < 1.5 * woman)
    let (conjunct, pair) = (try width("क्ष"), try width("कष"))
    #expect(conjunct < pair)
  }

  @Test("characters without a letter are named, each once; controls apart")
  func missing() throws {
    let facts = try TextDrawing().measure(words("a\u{12F90}b\u{12F90}\u{0}\u{7}\u{85}"))
    #expect(facts.missing == [0x12F90])
    #expect(facts.controls == [0, 7])
  }

  @Test("literally, where there is no markup: any character whatever")
  func literal() throws {
    let drawing = TextDrawing()
    let plain = try drawing.measure(words("<b>&amp;</b> %s ${x} \\n"))
    let markup = try drawing.measure(words("&lt;b&gt;&amp;amp;&lt;/b&gt; %s ${x} \\n") { $0.isMarkup = true })
    #expect(plain.wordsWidth == markup.wordsWidth)
    // Every character of the first two planes' ends, alone: nothing may trap or refuse.
    for value in Array(0...0x2FF) + Array(0x2000...0x206F) + Array(0xFFF0...0x1000F) + [0x10FFFF, 0xE0001] {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(throws: Never.self) { try drawing.measure(words(String(scalar), size: 10)) }
    }
  }

  @Test("with every kind of line end as one")
  func lineEnds() throws {
    let drawing = TextDrawing()
    let heights = try ["a\nb", "a\r\nb", "a\rb", "a\u{85}b"].map {
      try drawing.measure(words($0)).wordsHeight
    }
    #expect(Set(heights).count == 1)
    #expect(try drawing.measure(words("a\n\nb")).wordsHeight > heights[0] * 1.4)
  }

  @Test("in colours that are exactly those asked for, alpha multiplied in")
  func colours() throws {
    // U+2588 fills its cell.
    let drawn = try Drawn(
      words("█", size: 60) {
        $0.color = Color(red: 200, green: 100, blue: 50, alpha: 128)
        $0.box = TextBox(color: Color(red: 0, green: 0, blue: 128), padding: 20, radius: 0)
      })
    #expect(drawn.pixel(3, 3) == [0, 0, 128, 255])
    // 200 * 128/255 and so on, over the box: by hand.
    let middle = drawn.pixel(drawn.facts.size.width / 2, drawn.facts.size.height / 2)
    for (value, expected) in zip(middle, [100.4, 50.2, 25.1 + 128 * 127 / 255, 255]) {
      #expect(abs(Double(value) - expected) <= 1.5, "\(middle)")
    }
  }

  @Test("with an outline outside of the letters, as wide as it says")
  func outline() throws {
    let plain = try Drawn(words("█", size: 60))
    let outlined = try Drawn(words("█", size: 60) { $0.outline = TextOutline(width: 5, color: .black) })
    let (a, b) = (plain.edges, outlined.edges)
    for (inner, outer) in [(a.left, b.left), (a.top, b.top), (b.right, a.right), (b.bottom, a.bottom)] {
      #expect(abs(inner - outer - 5) <= 0.3, "\(a), \(b)")
    }
  }

  @Test("with a shadow whose blur is a bell curve of half its length")
  func shadow() throws {
    let blur = 16.0
    let drawn = try Drawn(
      words("█", size: 100) {
        $0.color = Color(red: 255, green: 255, blue: 255, alpha: 0)
        $0.shadow = TextShadow(color: .black, x: 0, y: 0, blur: blur)
      })
    // The shadow of transparent letters is none; of opaque ones it reaches beyond them.
    #expect(drawn.alpha.allSatisfy { $0.allSatisfy { $0 == 0 } })
    let opaque = try Drawn(
      words("█", size: 100) { $0.shadow = TextShadow(color: .black, x: 200, y: 0, blur: blur) })
    // Across the right edge of the shadow the shade falls as the integral of a bell curve.
    let row = opaque.alpha[opaque.facts.reach.top + opaque.facts.size.height / 2]
    let falls = zip(row, row.dropFirst()).map { $0 - $1 }
    let tail = falls.suffix(40).enumerated().map { (x: Double($0), weight: max(0, $1)) }
    let sum = tail.reduce(0) { $0 + $1.weight }
    let mean = tail.reduce(0) { $0 + $1.x * $1.weight } / sum
    let variance = tail.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) * $1.weight } / sum
    #expect(abs(variance.squareRoot() - blur / 2) <= 0.8, "\(variance.squareRoot())")
  }

  @Test("letter by letter, without any of them moving")
  func typing() throws {
    let text = words("Hamburg 🎬 ok", size: 40) { $0.outline = TextOutline(width: 1, color: .black) }
    let whole = try Drawn(text)
    let judge = try PillowMeasure("Hambu", size: 40)
    let some = try Drawn(text, shownLetters: 5)
    #expect(some.picture.width == whole.picture.width)
    #expect(abs(some.edges.right - 1 - judge.right) <= 0.7, "\(some.edges), \(judge)")
    for (a, b) in zip(whole.alpha, some.alpha) {
      let end = Int(judge.right) + some.facts.reach.left - 2
      #expect(a.prefix(end) == b.prefix(end))
    }
    #expect(try Drawn(text, shownLetters: 0).alpha.allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(try Drawn(text, shownLetters: 12).picture == whole.picture)
    let underlined = words("<u>under</u>", size: 40) { $0.isMarkup = true }
    let half = try Drawn(underlined, shownLetters: 2)
    let two = try PillowMeasure("un", size: 40)
    #expect(abs(half.edges.right - two.width) <= 1.5)
  }

  @Test("the same way each time, whatever a desktop is set to")
  func again() throws {
    let text = words("Same\nशब्द", size: 31) {
      $0.shadow = TextShadow(color: .black, x: 2, y: 2, blur: 4)
      $0.outline = TextOutline(width: 1.5, color: .black)
    }
    let first = try Drawn(text)
    let second = try Drawn(text)
    #expect(first.picture == second.picture)
    // No pixel of letters has a colour of its own, as it would have with subpixels.
    let letters = try Drawn(words("Same", size: 31))
    for start in stride(from: 0, to: letters.picture.pixels.count, by: 4) {
      let pixel = letters.picture.pixels[start..<start + 4]
      #expect(Set(pixel).count == 1)
    }
  }

  @Test("a font file that changed since it was measured is refused")
  func changed() throws {
    let drawing = TextDrawing()
    let text = words("x")
    let facts = try drawing.measure(text)
    let other = facts.fonts.map { FontReference(path: $0.path, digest: String(repeating: "0", count: 64)) }
    #expect(throws: TextFailure.fontChanged) {
      try drawing.draw(ShownWords(text: text, fonts: other, size: facts.size, reach: facts.reach))
    }
  }
}
