import Basics
import TestSupport
import Testing

@Suite("A text as a word of a shell")
struct ShellWordTests {
  @Test(
    "is in quotes only where a shell would change it",
    arguments: [
      ("film.edit", "film.edit"), ("a/b-c_d+1@2:3,4=5%.edit", "a/b-c_d+1@2:3,4=5%.edit"),
      ("größe.edit", "'größe.edit'"), ("my film.edit", "'my film.edit'"), ("it's.edit", "'it'\\''s.edit'"),
      ("$(ls).edit", "'$(ls).edit'"), ("", "''"), ("~/a.edit", "'~/a.edit'"), ("a&b", "'a&b'"),
    ])
  func words(_ text: String, _ expected: String) { #expect(shellWord(text) == expected) }

  @Test("is the text, when a shell has read it")
  func shell() throws {
    var random = SeededRandom(seed: 5)
    let letters = Array("ab c'\"$`\\!*?[]{}()<>|&;#~=%^\n\té")
    for _ in 0..<50 {
      let text = String(
        (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        })
      #expect(try run(["sh", "-c", "printf %s \(shellWord(text))"]).text == text)
    }
  }
}
