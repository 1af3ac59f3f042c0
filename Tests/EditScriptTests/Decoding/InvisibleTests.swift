import Basics
import Diagnostics
import EditScript
import Testing
import YAMLTree

@Suite("Characters that nobody sees")
struct InvisibleTests {
  /// As in the examples of the rule: what is wrong, at which text.
  private func findings(_ text: String) -> [String] {
    let source = SourceText(name: "", text)
    return read(text).diagnostics.map { found in
      let guilty = found.range.map { source[$0] } ?? ""
      return
        "\(found.severity.rawValue): \(found.message) [\(guilty.unicodeScalars.map(codePoint).joined(separator: " "))]"
    }
  }

  private func repaired(_ text: String) -> String? {
    let found = read(text).diagnostics.compactMap(\.fixes.first)
    return SourceText(name: "", text).applying(found.filter(\.isSafe).flatMap(\.edits))
  }

  @Test("in a key of the language are all that is wrong with it, and its value is read")
  func keys() {
    let text = "edit: 1\ntimeline:\n  - co\u{200B}lor: red\n    f\u{AD}or: 2\n"
    #expect(
      findings(text) == [
        "error: the key contains U+200B (zero-width space) [U+200B]",
        "error: the key contains U+00AD (soft hyphen) [U+00AD]",
        "error: `2` has no unit, expected `2s` or `2f` [U+0032]",
      ])
    #expect(repaired(text) == "edit: 1\ntimeline:\n  - color: red\n    for: 2\n")
  }

  @Test("in a value of the language are all that is wrong with it")
  func values() {
    let text =
      "edit: 1\ncanvas: {rate: 3\u{200B}0, background: \"\u{202E}red\"}\ntimeline: [{color: red, for: 2\u{A0}s}]\n"
    #expect(
      findings(text) == [
        "error: the value contains U+200B (zero-width space) [U+200B]",
        "error: the value contains U+202E (changes the direction of text) [U+202E]",
        "error: the value contains U+00A0 (no-break space) [U+00A0]",
      ])
    #expect(
      repaired(text)
        == "edit: 1\ncanvas: {rate: 30, background: \"red\"}\ntimeline: [{color: red, for: 2 s}]\n")
  }

  @Test("in names are warnings, where they are given and where they are used")
  func names() {
    let text = """
      edit: 1
      vars: {ci\u{200B}ty: {type: text, default: a.mp4}}
      media: {be\u{2060}ach: "${ci\u{200B}ty}"}
      timeline: [{color: red, for: 1s, name: in\u{FEFF}tro}]
      overlays: [{color: red, at: in\u{FEFF}tro.end, for: 1s}]

      """
    #expect(
      findings(text) == [
        "warning: the name contains U+200B (zero-width space) [U+200B]",
        "warning: the name contains U+2060 (word joiner) [U+2060]",
        "warning: the name contains U+200B (zero-width space) [U+200B]",
        "warning: the name contains U+FEFF (byte-order mark) [U+FEFF]",
        "warning: the value contains U+FEFF (byte-order mark) [U+FEFF]",
      ])
    #expect(repaired(text)?.unicodeScalars.contains { !$0.isASCII } == false)
    #expect(repaired(text).map { read($0).diagnostics } == [])
  }

  @Test("are nobody's business in what people read, and where they do honest work")
  func honest() {
    #expect(
      findings(
        """
        edit: 1
        title: "soft\u{AD}hyphen \u{2067}and\u{2069} no\u{A0}break"
        note: \u{200E}
        media: {👩\u{200D}👧: family.mp4}
        timeline:
          - {clip: 👩\u{200D}👧, name: 👩\u{200D}👧, note: "\u{200B}"}
        overlays: [{color: red, at: 👩\u{200D}👧.end, for: 1s}]
        """) == [])
  }

  @Test("made by an escape are named without a repair")
  func escapes() {
    let text = "edit: 1\n\"time\\u200Bline\": [{color: \"r\\u00ADed\", for: 1s}]\n"
    #expect(
      read(text).diagnostics.map(\.message) == [
        "the key contains U+200B (zero-width space)", "the value contains U+00AD (soft hyphen)",
      ])
    #expect(read(text).diagnostics.flatMap(\.fixes) == [])
  }
}
