import Basics
import Diagnostics
import EditScript
import Testing

@Suite("Values of other tools, and what follows from a mistake")
struct OtherWordsTests {
  @Test(
    "lead to the word of the language",
    arguments: [
      ("timeline: [{shape: %, for: 1s}]", "circle", "ellipse"),
      ("timeline: [{text: a, align: %, for: 1s}]", "middle", "center"),
      ("timeline: [{clip: a.mp4, fit: %}]", "stretch", "fill"),
      ("timeline: [{clip: a.mp4, fit: %}]", "crop", "cover"),
      ("timeline: [{clip: a.mp4, flip: %}]", "hflip", "horizontal"),
      ("timeline: [{color: red, filters: [%], for: 1s}]", "negate", "invert"),
      ("outputs: [{file: a.mp4, video: {codec: %}}]", "H.265", "hevc"),
      ("outputs: [{file: a.mp4, preset: %}]", "1080p", "1920x1080"),
      ("checks: {orientation: %}", "vertical", "portrait"),
    ])
  func leads(script: String, word: String, meant: String) {
    let found = read("edit: 1\n" + script.replacing("%", with: word)).diagnostics.filter {
      $0.id == .unknownValue
    }
    #expect(found.map { $0.fixes.map(\.title) } == [["write `\(meant)`"]])
    #expect(found.first?.fixes.first?.isSafe == false)
  }

  @Test(
    "where a mapping is needed, lead to it",
    arguments: [
      ("{noise: true, for: 1s}", "wrong-type", "write `noise: {}`"),
      ("{noise: film, for: 1s}", "wrong-type", "write `noise: {}`"),
      ("{noise: 0.3, for: 1s}", "wrong-type", "write `noise: {}`"),
      ("{shape: star, for: 1s}", "unknown-value", "write `shape: {star: 5}`"),
      ("{shape: arrow, for: 1s}", "unknown-value", "write `shape: {arrow: right}`"),
      ("{color: red, for: 1s, mask: {shape: star}}", "unknown-value", "write `shape: {star: 5}`"),
    ])
  func mappings(item: String, id: String, hint: String) {
    let found = read("edit: 1\ntimeline: [\(item)]\n").diagnostics
    #expect(found.map(\.id.name) == [id])
    #expect(found.map(\.hint) == [hint])
    #expect(read("edit: 1\ntimeline:\n  - noise:\n    for: 1s\n  - {noise: {}, for: 1s}\n").diagnostics == [])
  }

  @Test("a kind whose value is unknown does not make its other keys unknown, which are still checked")
  func unknownKind() {
    let found = read(
      """
      edit: 1
      vars: {who: {type: text, default: Ada}}
      timeline:
        - {text: "${who} ${whom}", size: 6, weight: bold, box: {color: navy}, for: 2s}
        - {shape: circle, fill: red, stroke: 2px red, for: 1s}
      """
    ).diagnostics
    #expect(found.map(\.id) == [.unknownVariable, .bareNumber, .unknownValue])
  }

  @Test func colorsOfAGradientInAList() throws {
    let found = read("{edit: 1, timeline: [{gradient: [red, \"#123456\"], for: 1s}]}").diagnostics
    let fix = try #require(found.first?.fixes.first)
    #expect(found.map(\.id) == [.wrongType] && found[0].hint == nil)
    #expect(fix.title == "write `{colors: [red, \"#123456\"]}`" && fix.isSafe)
  }

  @Test("a word for a key that stands there already names that key")
  func alreadyThere() {
    let found = read("{edit: 1, outputs: [{file: a.mp4, video: {quality: 20, crf: 3}}]}").diagnostics
    #expect(found.map(\.id) == [.unknownKey])
    #expect(found.first?.notes.map(\.message) == ["the right key, `quality`, is already written here"])
    #expect(found.first?.fixes == [])
  }

  @Test("only so many unknown words are compared with known ones")
  func budget() {
    let lines = (0..<300).map { _ in "  - {color: red, fit: cvoer}\n" }.joined()
    let found = read("edit: 1\ntimeline:\n" + lines).diagnostics
    #expect(found.count == 300)
    #expect(found.filter { !$0.fixes.isEmpty }.count == 200)
    #expect(found.last?.message == "unknown fit mode `cvoer`")
  }
}
