import Basics
import EditScript
import TestSupport
import Testing
import YAMLTree

@Suite struct RandomTreeTests {
  @Test("random trees of keys and values of the language never stop the reading")
  func randomTrees() {
    let source = SourceText(name: "", everyKeyScript)
    var random = SeededRandom(seed: 7)
    var findings = 0
    for _ in 0..<rounds(500, quick: 60) {
      let root = random.mapping(depth: 5)
      let comments = (0..<3).map { _ in YAMLComment(range: random.range(), standsAlone: random.below(2) == 0)
      }
      .sorted { $0.range < $1.range }
      let reading = EditScript.read(
        YAMLTree(root: root, comments: comments), in: source, variables: GivenVariables(["city": "${city}"]))
      findings += reading.diagnostics.count
      _ = reading.script.dump
    }
    #expect(findings > 60)
  }

  @Test("four times as many unknown keys take about four times as long to report")
  func manyUnknownKeys() {
    let times = [100, 400].map { count in
      let items = (0..<count).map { "  - {clip: a, opacty\($0): 1}\n" }.joined()
      return processorTime {
        #expect(read("edit: 1\ntimeline:\n" + items).diagnostics.count == count)
      }
    }
    // What grows with the square of the keys takes sixteen times as long.
    #expect(times[1] < times[0] * 8)
  }

  @Test("a thousand clips are read whole")
  func thousandClips() {
    let items = (0..<1000).map {
      "  - clip: beach\n    name: c\($0)\n    take: 2.5s..10s\n    opacity: 1 -> 0 over last 1s\n"
    }
    let reading = read("edit: 1\nmedia: {beach: a.mp4}\ntimeline:\n" + items.joined())
    #expect(reading.findings == [])
    #expect(reading.script.timeline.count == 1000)
    #expect(reading.script.timeline.last?.name?.value == "c999")
  }
}

extension SeededRandom {
  private static let keys =
    LanguageSchema.mappings.flatMap { $0.keys.map(\.name) } + ["", "x-a", "tke", "src", "é", "0s", "intro"]
  private static let scalars = [
    "", "1", "2s..5s", "a -> b", "0 -> 1 over first 1s", "red", "#f00", "${city}", "${", "$${", "dissolve 1s",
    "9223372036854775807", "-1x", "é\u{301}", "on", "auto", "1/0", "5%", "{}", "text", "time", "bottom right",
    "99999999999999999999999s", "tc 01:00:00:00", "a.end - 5f",
  ]

  mutating func range() -> SourceRange { SourceRange(below(9000) - 50, below(9000)) }

  mutating func mapping(depth: Int) -> YAMLNode {
    let entries = (0..<below(6)).map { _ in
      YAMLEntry(key: Self.keys[below(Self.keys.count)], keyRange: range(), value: node(depth: depth - 1))
    }
    return YAMLNode(.mapping(entries, isFlow: below(2) == 0), range: range())
  }

  private mutating func node(depth: Int) -> YAMLNode {
    switch depth > 0 ? below(4) : 0 {
    case 0, 1:
      let style: YAMLScalar.Style = below(3) == 0 ? .doubleQuoted : .plain
      return YAMLNode(
        .scalar(YAMLScalar(Self.scalars[below(Self.scalars.count)], style: style)), range: range())
    case 2:
      let elements = (0..<below(4)).map { _ in node(depth: depth - 1) }
      return YAMLNode(.sequence(elements, isFlow: below(2) == 0), range: range())
    default: return mapping(depth: depth)
    }
  }
}
