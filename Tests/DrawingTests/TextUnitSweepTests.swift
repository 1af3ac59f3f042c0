import Basics
import Composition
import Drawing
import TestSupport
import Testing

/// A way of writing, with its font and letters that may follow each other.
struct WrittenScript: Sendable, CustomTestStringConvertible {
  let name: String
  let font: String
  let file: String
  let letters: [String]
  var isRightToLeft = false
  /// Letters that join the next one; and, as well as these, those that join only the previous one.
  var joinsNext: Set<Character> = []
  var joinsPrevious: Set<Character> = []

  var testDescription: String { name }

  private static let fonts = "/usr/share/fonts/truetype/"
  private static let dejaVu = ("DejaVu Sans", fonts + "dejavu/DejaVuSans.ttf")
  private static let droid = ("Droid Sans Fallback", fonts + "droid/DroidSansFallbackFull.ttf")

  private init(
    _ name: String, _ font: (name: String, file: String), _ letters: [String], isRightToLeft: Bool = false,
    joinsNext: Set<Character> = [], joinsPrevious: Set<Character> = []
  ) {
    self.name = name
    self.font = font.name
    file = font.file
    self.letters = letters
    self.isRightToLeft = isRightToLeft
    self.joinsNext = joinsNext
    self.joinsPrevious = joinsPrevious
  }

  static let all = [
    WrittenScript(
      "Latin with combining marks", dejaVu,
      ["a", "e\u{301}", "o\u{308}\u{304}", "n", "x\u{323}", "M", "i", "\u{E9}", "q\u{307}", "t", ",", "-"]),
    WrittenScript(
      "Latin with ligatures", dejaVu, ["f", "fi", "ffl", "ff", "i", "l", "a", "fj", "T", "W", "."]),
    WrittenScript(
      "Arabic", dejaVu,
      // Beh, seen, lam, meem, alef, dal, waw, teh marbuta, hamza, lam with alef, beh with a vowel sign.
      [
        "\u{628}", "\u{633}", "\u{644}", "\u{645}", "\u{627}", "\u{62F}", "\u{648}", "\u{629}", "\u{621}",
        "\u{644}\u{627}", "\u{628}\u{64E}",
      ], isRightToLeft: true, joinsNext: ["\u{628}", "\u{633}", "\u{644}", "\u{645}", "\u{628}\u{64E}"],
      joinsPrevious: ["\u{627}", "\u{62F}", "\u{648}", "\u{629}"]),
    WrittenScript(
      "Hebrew", dejaVu,
      ["\u{5D0}", "\u{5D1}\u{5BC}", "\u{5E9}\u{5C1}\u{5B8}", "\u{5DC}", "\u{5D5}", "\u{5DD}"],
      isRightToLeft: true),
    WrittenScript(
      "Devanagari", ("Lohit Devanagari", fonts + "lohit-devanagari/Lohit-Devanagari.ttf"),
      // Na, ki (its sign stands before it), a conjunct of sa and ta, rka, ksha, ma with anusvara, digits.
      [
        "\u{928}", "\u{915}\u{93F}", "\u{938}\u{94D}\u{924}\u{947}", "\u{930}\u{94D}\u{915}",
        "\u{915}\u{94D}\u{937}", "\u{92E}\u{902}", "\u{967}", "\u{905}",
      ]),
    WrittenScript(
      "Thai", ("Garuda", fonts + "tlwg/Garuda.ttf"),
      ["\u{E17}\u{E35}\u{E48}", "\u{E01}", "\u{E19}\u{E49}\u{E33}", "\u{E44}", "\u{E2B}", "\u{E1B}\u{E39}"]),
    WrittenScript("Korean", droid, ["\u{D55C}", "\u{AD6D}", "\u{C5B4}", "\u{AC00}", "\u{B2C8}"]),
    WrittenScript(
      "emoji with joiners", ("Noto Color Emoji", fonts + "noto/NotoColorEmoji.ttf"),
      [
        "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F600}", "\u{1F44D}\u{1F3FD}",
        "\u{1F1E9}\u{1F1EA}", "\u{2764}\u{FE0F}", "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "1\u{FE0F}\u{20E3}",
      ]),
  ]

  /// A line of one to five words.
  func text(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (0..<Int.random(in: 1...7, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
        .joined()
    }.joined(separator: " ")
  }

  /// How many letters move on their own: HarfBuzz begins a cluster there, and Unicode a letter, that does not join.
  func unitCount(of text: String, clusters: Set<Int>) -> Int {
    var (count, position): (Int, Int) = (0, 0)
    var previous: Character?
    for letter in text {
      let follows = joinsNext.contains(letter) || joinsPrevious.contains(letter)
      let isJoined = previous.map { joinsNext.contains($0) && follows } ?? false
      if clusters.contains(position), letter != " ", !isJoined { count += 1 }
      position += letter.utf8.count
      previous = letter
    }
    return count
  }
}

@Suite("Units of any text")
struct TextUnitSweepTests {
  @Test(
    "are the clusters of HarfBuzz, are at rest the text without motion, and begin where one reads",
    .enabled(if: Fonts.missingPackage == nil, "\(Fonts.missingPackage ?? "") is not installed"),
    .enabled(if: HarfBuzz.isInstalled, "libharfbuzz-bin is not installed"), arguments: WrittenScript.all)
  func sweep(script: WrittenScript) throws {
    var random = SeededRandom(seed: 42)
    let texts = (0..<rounds(63, quick: 8)).map { _ in script.text(&random) }
    let drawing = TextDrawing()
    for (text, glyphs) in zip(texts, try HarfBuzz.glyphs(of: texts, in: script.file)) {
      let clusters = Set(glyphs.map(\.cluster))
      let still = words(text, size: 24) { $0.font = .family(script.font) }
      var moving = still
      moving.motion = TextMotion(unit: .letter, appearing: TextMotion.Passage(.typewriter, .linear))
      let count = try drawing.measure(moving).unitCount
      #expect(count == script.unitCount(of: text, clusters: clusters), "\(text)")
      let rest = try Drawn(still, in: drawing)
      // Each has arrived long ago, but the time of the motion has not passed.
      #expect(try Drawn(moving, appearing: 900, in: drawing).picture == rest.picture, "\(text)")
      guard count > 1 else { continue }
      let (first, all) = (try Drawn(moving, appearing: 0.5, in: drawing).edges, rest.edges)
      #expect(first.right - first.left < all.right - all.left, "\(text): \(first), \(all)")
      let distance = script.isRightToLeft ? all.right - first.right : first.left - all.left
      #expect(distance <= 1, "\(text): \(first), \(all)")
    }
  }
}
