import Basics
import Diagnostics
import Testing
import YAMLTree

@Suite("A syntax error with an obvious repair does not hide the rest")
struct RecoveryTests {
  @Test(
    "A variable in brackets needs quotes",
    arguments: [
      ("- {for: ${a}, b: 1}\n", "{ and }", "${a}", "- {for: \"${a}\", b: 1}\n"),
      ("- {for: ${a}}\n", "{ and }", "${a}", "- {for: \"${a}\"}\n"),
      ("- {at: 1s + ${a} , b: 1}\n", "{ and }", "1s + ${a}", "- {at: \"1s + ${a}\" , b: 1}\n"),
      ("- {at: ${a}..${b}, c: ü}\n", "{ and }", "${a}..${b}", "- {at: \"${a}..${b}\", c: ü}\n"),
      ("- [${a}, b]\n", "[ and ]", "${a}", "- [\"${a}\", b]\n"),
      ("- {k: [x, ü ${a}]}\n", "[ and ]", "ü ${a}", "- {k: [x, \"ü ${a}\"]}\n"),
    ])
  func variable(text: String, brackets: String, value: String, repaired: String) {
    let reading = Reading(text)
    let words = brackets.split(separator: " ").map { $0 == "and" ? "and" : "`\($0)`" }.joined(separator: " ")
    #expect(
      reading.findings == ["yaml-syntax: text that contains `${` needs quotes between \(words) [\(value)]"])
    #expect(reading.diagnostics.allSatisfy { $0.fixes.first?.isSafe == true })
    #expect(reading.repaired == repaired)
    #expect(Reading(repaired).diagnostics.isEmpty)
  }

  @Test("Values keep their places in the author's text, before and after a repair")
  func places() {
    let text = """
      a: ü {x} ${no}
      b:  # one
        - {for: ${a}, to: [${b}, ${c}d], e: "f"} # two
        - {g: h}
      k:v
      l: m
      """
    let reading = Reading(text)
    #expect(
      reading.findings.map { $0.split(separator: "[").last.map(String.init) } == [
        "${a}]", "${b}]", "${c}d]", ":]",
      ])
    for (path, value) in [
      (["b", "0", "for"], "${a}"), (["b", "0", "to", "0"], "${b}"), (["b", "0", "to", "1"], "${c}d"),
      (["b", "0", "e"], "\"f\""), (["b", "1", "g"], "h"), (["k"], "v"), (["l"], "m"),
    ] {
      let node = path.reduce(reading.tree.root) { node, step in
        switch node?.value {
        case .mapping(let entries, _): entries.first { $0.key == step }?.value
        case .sequence(let items, _): Int(step).flatMap { items.indices.contains($0) ? items[$0] : nil }
        default: nil
        }
      }
      #expect(reading.slice(node) == value)
      #expect(node?.scalar?.style == (value.hasPrefix("\"") ? .doubleQuoted : .plain))
    }
    #expect(reading.tree.comments.map { reading.source[$0.range] } == ["# one", "# two"])
    #expect(reading.parse.isWhole)
    #expect(reading.repaired.map { Reading($0).diagnostics.isEmpty } == true)
  }

  @Test(
    "Tabs become the spaces that fit the lines above",
    arguments: [
      ("k:\n\ta: 1\n", "k:\n  a: 1\n"),
      ("k:\n  - a: 1\n\tb: 2\n", "k:\n  - a: 1\n    b: 2\n"),
      ("k:\n  - a: 1\n\t- b: 2\n", "k:\n  - a: 1\n  - b: 2\n"),
      ("k:\n    a: 1\n\tb: 2\n", "k:\n    a: 1\n    b: 2\n"),
    ])
  func tabs(text: String, repaired: String) { #expect(Reading(text).repaired == repaired) }

  @Test(
    "A key behind a value needs a comma",
    arguments: [
      ("- {t: \"a\" at: 1, b: 2}\n", "- {t: \"a\", at: 1, b: 2}\n"),
      ("- {t: 'ü'   at: 1}\n", "- {t: 'ü',   at: 1}\n"),
      ("- {t: [1] b-c: 2}\n", "- {t: [1], b-c: 2}\n"),
    ])
  func comma(text: String, repaired: String) {
    #expect(Reading(text).repaired == repaired)
    #expect(Reading(text).diagnostics.map { $0.fixes.first?.isSafe } == [true])
    #expect(Reading(repaired).diagnostics.isEmpty)
  }

  @Test("What cannot be repaired ends the reading, and is the last finding")
  func unrepaired() {
    let reading = Reading("a: {b: ${c}}\nd: e\nf: {g: h\ni: j\n")
    #expect(reading.value("d").map { reading.slice($0) } == "e")
    #expect(!reading.parse.isWhole)
    #expect(reading.findings.count == 2)
    #expect(reading.findings.last?.contains("never closed") == true)
  }

  @Test(
    "A repair that only moves the error is not made",
    arguments: ["a: 1\n\tb: 2\n", "k: > first\n  b\n", "a: b: c\n  d: [e\n"])
  func wrongRepair(text: String) {
    #expect(Reading(text).findings.count == 1)
  }

  @Test("A thousand errors are read in little time")
  func many() {
    let text = String(repeating: "- {a: ${b}}\n", count: 5000)
    let reading = Reading(text)
    #expect(!reading.parse.isWhole)
    #expect(reading.findings.count == 17)
  }
}
