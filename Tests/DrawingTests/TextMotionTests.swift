import Composition
import Drawing
import TestSupport
import Testing

private func moving(
  _ text: String, _ movement: TextMovement, by unit: TextUnit = .letter, size: Double = 100,
  _ change: (inout TextPicture) -> Void = { _ in }
) -> TextPicture {
  words(text, size: size) {
    $0.motion = TextMotion(unit: unit, appearing: TextMotion.Passage(movement, .linear))
    change(&$0)
  }
}

@Suite("Units of text")
struct TextMotionTests {
  @Test(
    "are what readers count, without splitting what a font draws as one or what joins",
    .enabled(if: Fonts.missingPackage == nil, "\(Fonts.missingPackage ?? "") is not installed"),
    arguments: [
      ("Hello", 5), ("one two", 6), ("e\u{301}te\u{301}", 3), ("a\nb c", 3),
      // One glyph of DejaVu Sans for `ffi`.
      ("office", 4),
      // Lam and alef join what is before them, meem stands alone after alef.
      ("\u{633}\u{644}\u{627}\u{645}", 2),
      // Dal joins nothing after it.
      ("\u{62F}\u{627}\u{631}", 3),
      ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", 4), ("\u{D55C}\u{AD6D}\u{C5B4}", 3),
      // Na, ma and the conjunct of sa, virama, ta and e.
      ("\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}", 3),
      // Thai vowels and tones belong to their consonants.
      ("\u{E17}\u{E35}\u{E48}", 1), ("\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}x", 2), ("", 0), (" ", 0),
    ])
  func letters(text: String, count: Int) throws {
    #expect(try TextDrawing().measure(moving(text, .fade)).unitCount == count)
  }

  @Test(
    "are words and lines, also in scripts without spaces",
    .enabled(if: Fonts.missingPackage == nil, "\(Fonts.missingPackage ?? "") is not installed"),
    arguments: [
      ("one two, three", TextUnit.word, 3), ("well-known fact", .word, 3), ("one\ntwo", .word, 2),
      // Chinese lines may break between any two characters, but not before a comma.
      ("\u{4F60}\u{597D}\u{FF0C}\u{4E16}", .word, 3),
      ("one\ntwo\nthree", .line, 3), ("one two", .line, 1), ("one\n\ntwo", .line, 2), ("one two", .all, 1),
    ] as [(String, TextUnit, Int)])
  func others(text: String, unit: TextUnit, count: Int) throws {
    #expect(try TextDrawing().measure(moving(text, .fade, by: unit)).unitCount == count)
  }

  @Test(
    "at rest are the same picture as the text without motion, bit for bit",
    arguments: [
      "Hamburg", "office \u{633}\u{644}\u{627}\u{645}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc",
      "<u>one</u> <b>two</b>",
    ])
  func rest(text: String) throws {
    for unit in TextUnit.allCases {
      let picture = moving(text, .fade, by: unit, size: 40) {
        $0.isMarkup = text.contains("<")
        $0.outline = TextOutline(width: 2, color: .black)
        $0.shadow = TextShadow(color: .black, x: 3, y: 3, blur: 4)
        $0.box = TextBox(color: Color(red: 0, green: 0, blue: 128), padding: 5, radius: 3)
      }
      // Every unit has arrived long ago, but the time of the motion has not passed.
      #expect(try Drawn(picture, appearing: 900).picture == Drawn(picture).picture, "\(unit)")
    }
  }

  @Test("slide by the size of the letters while they fade in, one after the other")
  func slide() throws {
    // U+2588 fills its cell, which is 0.77 of the size wide.
    let still = try Drawn(moving("██", .slide(.up)))
    let half = try Drawn(moving("██", .slide(.up)), appearing: 0.5)
    #expect(abs(half.edges.top - still.edges.top - 50) <= 0.6, "\(half.edges), \(still.edges)")
    #expect(abs(half.edges.right - still.edges.right / 2) <= 1)
    let middle = half.alpha[half.facts.reach.top + half.facts.size.height / 2 + 40][
      half.facts.reach.left + 30]
    #expect(abs(middle - 0.5) <= 0.01)
    let later = try Drawn(moving("██", .slide(.up)), appearing: 1.25)
    #expect(abs(later.edges.bottom - still.edges.bottom - 75) <= 0.6)
    #expect(abs(later.edges.top - still.edges.top) <= 0.3)
  }

  @Test("zoom about their centres")
  func zoom() throws {
    let still = try Drawn(moving("█", .zoom(0.5)))
    let half = try Drawn(moving("█", .zoom(0.5)), appearing: 0.5)
    let (a, b) = (still.edges, half.edges)
    #expect(abs((b.right - b.left) - 0.75 * (a.right - a.left)) <= 1, "\(a), \(b)")
    #expect(abs((b.bottom - b.top) - 0.75 * (a.bottom - a.top)) <= 1)
    #expect(abs((b.right + b.left) - (a.right + a.left)) <= 1)
    // Larger than at rest: there is room for it.
    let large = try Drawn(moving("█", .zoom(2)), appearing: 0.5)
    #expect(abs((large.edges.right - large.edges.left) - 1.5 * (a.right - a.left)) <= 1, "\(large.edges)")
  }

  @Test("are uncovered by an edge that moves over them")
  func wipe() throws {
    let still = try Drawn(moving("█", .wipe(.right)))
    let width = still.edges.right - still.edges.left
    let right = try Drawn(moving("█", .wipe(.right)), appearing: 0.25)
    #expect(abs(right.edges.left - still.edges.left) <= 0.3)
    #expect(abs(right.edges.right - still.edges.left - 0.25 * width) <= 0.6)
    let left = try Drawn(moving("█", .wipe(.left)), appearing: 0.25)
    #expect(abs(still.edges.right - left.edges.left - 0.25 * width) <= 0.6)
  }

  @Test("rise from behind the lower edge of their line")
  func rise() throws {
    let still = try Drawn(moving("I", .rise))
    let half = try Drawn(moving("I", .rise), appearing: 0.5)
    // DejaVu's line is 2384 of 2048 units high.
    let line = 100 * 2384.0 / 2048
    #expect(abs(half.edges.top - still.edges.top - line / 2) <= 0.6, "\(half.edges), \(still.edges)")
    #expect(half.edges.bottom <= Double(still.facts.size.height) + 0.1)
    #expect(try Drawn(moving("I", .rise), appearing: 0).alpha.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test("are blurred as far as CSS says")
  func blur() throws {
    let drawn = try Drawn(moving("█", .blur(32)), appearing: 0.5)
    // Half of the length is left: a bell curve with a deviation of 8 pixels, at half of the opacity.
    let row = drawn.alpha[drawn.facts.reach.top + drawn.facts.size.height / 2]
    let falls = zip(row, row.dropFirst()).map { $0 - $1 }.suffix(row.count / 2)
    let tail = falls.enumerated().map { (x: Double($0), weight: max(0, $1)) }
    let sum = tail.reduce(0) { $0 + $1.weight }
    let mean = tail.reduce(0) { $0 + $1.x * $1.weight } / sum
    let variance = tail.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) * $1.weight } / sum
    #expect(abs(variance.squareRoot() - 8) <= 0.8, "\(variance.squareRoot())")
  }

  @Test("start at the right in a text from right to left")
  func rightToLeft() throws {
    let text = "\u{5D0}\u{5D1}\u{5D2}"
    let still = try Drawn(moving(text, .fade))
    let first = try Drawn(moving(text, .fade), appearing: 1)
    #expect(abs(first.edges.right - still.edges.right) <= 0.3)
    #expect(first.edges.left > (still.edges.left + still.edges.right) / 2)
  }

  @Test("move in the orders that one expects")
  func orders() {
    #expect(UnitOrder.forward.ranks(of: 4) == [0, 1, 2, 3])
    #expect(UnitOrder.backward.ranks(of: 4) == [3, 2, 1, 0])
    #expect(UnitOrder.center.ranks(of: 5) == [2, 1, 0, 1, 2])
    #expect(UnitOrder.center.ranks(of: 4) == [1, 0, 0, 1])
    #expect(UnitOrder.edges.ranks(of: 5) == [0, 1, 2, 1, 0])
    let random = UnitOrder.random.ranks(of: 20)
    #expect(random.sorted() == Array(0..<20))
    #expect(random != Array(0..<20) && random == UnitOrder.random.ranks(of: 20))
    for order in UnitOrder.allCases { #expect(order.ranks(of: 0) == []) }
  }
}
