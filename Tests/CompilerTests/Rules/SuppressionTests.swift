import Basics
import Compiler
import Diagnostics
import TestSupport
import Testing
import YAMLTree

@Suite("Comments that allow findings")
struct SuppressionTests {
  /// What is left of findings at the words `<id>` of a text: `line: message`, or `line: id` for those given.
  private func remaining(_ text: String, _ given: (String, DiagnosticID, Severity?)...) -> [String] {
    let source = SourceText(name: "film.edit", text)
    let findings = given.map { word, id, severity in
      Diagnostic(id, severity: severity, id.name, at: range(of: word, in: source))
    }
    return Suppressions(in: YAMLTree.parse(source).tree, of: source).applied(to: findings)
      .sortedAndUnique()
      .map { finding in
        "\(finding.range.map { "\(source.place(at: $0.start).line)" } ?? "-"): \(finding.message)"
      }
  }

  private func range(of word: String, in source: SourceText) -> SourceRange? {
    let bytes = Array(word.utf8)
    let start = source.bytes.indices.first { source.bytes[$0...].starts(with: bytes) }
    return start.map { SourceRange($0, $0 + bytes.count) }
  }

  /// The text after the safe repairs of what is wrong with its comments, where nothing else is found.
  private func repaired(_ text: String, _ given: (String, DiagnosticID)...) -> String {
    Repair(of: SourceText(name: "film.edit", text)) { source in
      let findings = given.map { Diagnostic($1, $1.name, at: range(of: $0, in: source)) }
      return Suppressions(in: YAMLTree.parse(source).tree, of: source).applied(to: findings)
    }.source.text
  }

  @Test("A comment covers the findings of its own line, or of the next one where it stands alone")
  func covered() {
    let text = """
      a: one   # editc: allow no-sound, upscaled
      b: two
      # editc: allow no-sound
      # editc: allow upscaled
      # why we do this
      c: three
      d: four
      """
    #expect(
      remaining(
        text, ("one", .noSound, nil), ("two", .noSound, nil), ("three", .upscaled, nil),
        ("three", .noSound, nil), ("four", .upscaled, nil), ("one", .upscaled, nil))
        == ["2: no-sound", "7: upscaled"])
  }

  @Test("What a comment does not name stays, and so does a finding about no place")
  func others() {
    #expect(
      remaining("a: one # editc: allow no-sound", ("one", .upscaled, nil), ("nowhere", .noSound, nil))
        == ["-: no-sound", "1: upscaled", "1: `no-sound` reports nothing here"])
  }

  @Test(
    "Blanks and commas separate names, and the marker may stand close to the sign",
    arguments: [
      "# editc: allow no-sound, upscaled", "#editc: allow no-sound upscaled",
      "#\teditc:allow no-sound,upscaled",
    ])
  func spelling(comment: String) {
    #expect(remaining("a: one \(comment)", ("one", .upscaled, nil), ("one", .noSound, nil)) == [])
  }

  @Test("A name of an earlier version leads to the names of today that can be allowed")
  func formerNames() throws {
    let source = SourceText(
      name: "film.edit", "a: one # editc: allow conflicting-keys\nb: two # editc: allow value-syntax\n")
    let found = Suppressions(in: YAMLTree.parse(source).tree, of: source).applied(to: [])
    #expect(
      found.map(\.message)
        == ["the rule `conflicting-keys` no longer exists", "the rule `value-syntax` no longer exists"])
    #expect(
      found.map(\.hint) == [
        "it is now called `no-effect` or `take-cut-short`",
        "its findings now have other names and are all errors, which cannot be suppressed",
      ])
    #expect(found.map { $0.fixes.map(\.title) } == [["write `no-effect`", "write `take-cut-short`"], []])
  }

  @Test(
    "Comments for people are left alone",
    arguments: [
      "# about editc: allow", "# editcs: allow x", "# allow no-sound", "# The editc: allow comment",
    ])
  func people(comment: String) {
    #expect(remaining("a: one \(comment)") == [])
  }

  @Test("An error cannot be allowed, and the comment that tries is told so")
  func errors() {
    #expect(
      remaining("a: one # editc: allow take-outside-media", ("one", .takeOutsideMedia, nil))
        == [
          "1: take-outside-media",
          "1: `take-outside-media` is an error here, and errors cannot be suppressed",
        ])
    #expect(
      remaining("a: one # editc: allow take-outside-media", ("one", .takeOutsideMedia, .warning)) == [])
  }

  @Test("A name that allows nothing is reported once everything was looked at, and not before")
  func unused() {
    let text = "a: one # editc: allow no-sound\nb: two"
    #expect(remaining(text) == ["1: `no-sound` reports nothing here"])
    #expect(remaining(text, ("two", .unknownKey, nil)) == ["2: unknown-key"])
    #expect(remaining(text, ("two", .mediaNotChecked, nil)) == ["2: media-not-checked"])
    let paths = "a: one # editc: allow absolute-path, media-not-checked\nb: two"
    #expect(
      remaining(paths, ("two", .mediaNotChecked, nil))
        == ["1: `absolute-path` reports nothing here", "2: media-not-checked"])
    #expect(remaining("a: one # editc: allow media-not-checked") == [])
  }

  @Test("The same name twice is once too often")
  func twice() {
    #expect(
      remaining("a: one # editc: allow no-sound, no-sound", ("one", .noSound, nil))
        == ["1: `no-sound` reports nothing here"])
  }

  @Test("Unknown words are reported")
  func unknown() {
    #expect(remaining("a: one # editc: allow no-sond") == ["1: there is no rule `no-sond`"])
    #expect(
      remaining("a: one # editc: off unknown-suppression") == [
        "1: `off` is not an instruction, expected `allow`"
      ]
    )
    #expect(remaining("a: one # editc: allow") == ["1: `allow` names no rule"])
    #expect(remaining("a: one # editc:") == ["1: the comment has no instruction"])
    #expect(
      remaining("a: one # editc: ignore no-sound", ("one", .noSound, nil))
        == ["1: no-sound", "1: `ignore` is not an instruction, expected `allow`"])
  }

  @Test("Findings about comments can be allowed as others")
  func ownFindings() {
    #expect(remaining("a: one # editc: allow no-sound, unused-suppression") == [])
    #expect(remaining("# editc: allow unknown-suppression, no-sond\na: one") == [])
    #expect(remaining("# editc: allow unused-suppression\na: one # editc: allow no-sound") == [])
  }

  @Test("Unused names go with what separates them, and the last one with its comment")
  func removal() {
    #expect(repaired("a: one   # editc: allow no-sound\nb: two\n") == "a: one\nb: two\n")
    #expect(repaired("a:\n  # editc: allow no-sound\n  b: two\n") == "a:\n  b: two\n")
    #expect(repaired("a: one\n# editc: allow no-sound") == "a: one\n")
    #expect(repaired("# editc: allow no-sound\r\na: one\r\n") == "a: one\r\n")
    #expect(
      repaired("a: one # editc: allow upscaled, no-sound, flash-frame", ("one", .noSound))
        == "a: one # editc: allow no-sound")
    #expect(
      repaired("a: one # editc: allow upscaled, no-sound, flash-frame, short-gap", ("one", .upscaled))
        == "a: one # editc: allow upscaled")
    #expect(repaired("a: one # editc: allow upscaled,no-sound") == "a: one")
  }

  @Test("Misspelled words are mended where one is near")
  func suggestions() {
    #expect(
      repaired("a: one # editc: disable no-sond", ("one", .noSound)) == "a: one # editc: allow no-sound")
    #expect(repaired("a: one # editc: forbid no-sound") == "a: one # editc: forbid no-sound")
    #expect(repaired("a: one # editc: allow qwertyuiop") == "a: one # editc: allow qwertyuiop")
  }

  @Test("Eight times as many comments and names take less than thirty times as long")
  func many() {
    func time(_ count: Int) -> Duration {
      let lines = (0..<count).map {
        "# editc: allow no-sound\nkey\($0): 1 # editc: allow upscaled, upscald\($0)\n"
      }
      let stacked = String(repeating: "# editc: allow no-sound, flash-fram\n", count: count)
      let wide = "a: 1 # editc: allow " + String(repeating: "unused-suppression,short-gap,", count: count)
      return processorTime {
        #expect(remaining(lines.joined()).count == 3 * count)
        #expect(remaining(stacked).count == 2 * count)
        // The comment allows findings about itself.
        #expect(remaining(wide) == [])
      }
    }
    #expect(time(800) < time(100) * 30)
  }
}
