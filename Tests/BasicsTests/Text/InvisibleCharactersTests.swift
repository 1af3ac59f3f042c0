import Basics
import Testing

@Suite struct InvisibleCharactersTests {
  @Test("are found by their byte")
  func offsets() {
    #expect(invisibleCharacters(in: "plain ascii and é").isEmpty)
    #expect(
      invisibleCharacters(in: "é\u{2066}x\u{FEFF}") == [
        InvisibleCharacter(offset: 2, scalar: "\u{2066}"), InvisibleCharacter(offset: 6, scalar: "\u{FEFF}"),
      ])
  }

  @Test(
    "mislead in a word",
    arguments: [
      "\u{202E}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{200C}",
      "\u{200D}",
      "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{A0}", "\u{202F}", "\u{2003}", "\u{180E}", "\u{3164}", "\u{FE0F}",
      "\u{E0041}", "\u{E0100}", "\u{2800}",
    ] as [Unicode.Scalar])
  func misleading(_ scalar: Unicode.Scalar) {
    for word in ["in\(scalar)tro", "\(scalar)intro", "intro\(scalar)"] {
      #expect(misleadingCharacters(in: word).map(\.scalar) == [scalar], "\(codePoint(scalar))")
    }
  }

  @Test(
    "do honest work",
    arguments: [
      "نمی\u{200C}خواهم", "👩\u{200D}👧", "🏳\u{FE0F}\u{200D}🌈", "👩🏽\u{200D}🚀", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}",
      "क्\u{200D}ष",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "葛\u{E0100}城", "café", "Ω", "日本",
    ])
  func honest(_ word: String) {
    #expect(misleadingCharacters(in: word) == [])
    #expect(misleadingCharacters(in: word + "\u{200B}").map(\.scalar) == ["\u{200B}"])
  }
}
