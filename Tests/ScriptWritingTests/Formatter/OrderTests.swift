import Basics
import ScriptWriting
import Testing
import YAMLTree

@Suite("The order of keys")
struct OrderTests {
  @Test("The keys of the language stand in the order of the reference, what an item is first")
  func keys() {
    check(
      "outputs: []\ntimeline: []\nmedia: {}\nedit: 1\ncanvas: {rate: 30, size: 640x360}\n",
      becomes: "edit: 1\nmedia: {}\ncanvas: {size: 640x360, rate: 30}\ntimeline: []\noutputs: []\n")
    check(
      "timeline:\n  - opacity: 1\n    take: all\n    name: a\n    clip: b\n",
      becomes: "timeline:\n  - clip: b\n    name: a\n    take: all\n    opacity: 1\n")
    check(
      "overlays: [{for: 1s, color: red, text: Hi}, {at: 1s, color: red}]\n",
      becomes: "overlays: [{text: Hi, color: red, for: 1s}, {color: red, at: 1s}]\n")
    check(
      "defaults: {text: {color: red, size: 5%}, clip: {volume: 1}}\n",
      becomes: "defaults: {clip: {volume: 1}, text: {color: red, size: 5%}}\n")
    check(
      "defaults: {audio: {clip: {volume: 1}}, overlays: {text: {size: 5%}, image: {width: 9%}}, transition: {ease: hold, for: 1s}, clip: {volume: 1}}\n",
      becomes:
        "defaults: {clip: {volume: 1}, transition: {for: 1s, ease: hold}, overlays: {image: {width: 9%}, text: {size: 5%}}, audio: {clip: {volume: 1}}}\n"
    )
  }

  @Test("Unknown keys and the author's own come last, in their order")
  func unknownKeys() {
    check(
      "x-b: 1\nfps: 30\nx-a: 2\nedit: 1\ntimeline: [{z: 1, lenght: 2s, clip: a}]\n",
      becomes: "edit: 1\ntimeline: [{clip: a, z: 1, lenght: 2s}]\nx-b: 1\nfps: 30\nx-a: 2\n")
  }

  @Test("Items, names and key frames keep their order")
  func authorsOrder() {
    checkStays(
      "media: {z: a.mp4, a: b.mp4}\ntimeline:\n  - {gap: 2s}\n  - {clip: a, opacity: {2s: 1, 1s: 0}}\n")
    checkStays("vars:\n  z: {type: text}\n  a: {type: text}\nx-own: {z: 1, a: 2}\n")
  }

  @Test("Of an item that is two things, the first one stays the first")
  func twoKinds() {
    check(
      "timeline: [{fit: fill, image: a, clip: b}]\n", becomes: "timeline: [{image: a, clip: b, fit: fill}]\n")
  }

  @Test("What moves takes an empty line above it along")
  func emptyLines() {
    check(
      "timeline:\n  - take: all\n\n    clip: a\n    # volume\n\n    volume: 1\n    audio: on\n",
      becomes: "timeline:\n  - clip: a\n    take: all\n    audio: on\n    # volume\n\n    volume: 1\n")
  }

  @Test("What stays where it was is in no edit")
  func edits() throws {
    let source = SourceText(name: "test.edit", "timeline:\n  - take: all\n    clip: a\n  - gap:  1s\n")
    let formatted = try format(source)
    #expect(formatted.text == "timeline:\n  - clip: a\n    take: all\n  - gap: 1s\n")
    #expect(
      formatted.edits == [
        TextEdit(range: SourceRange(14, 14), replacement: "clip: a\n    "),
        TextEdit(range: SourceRange(26, 38), replacement: ""),
        TextEdit(range: SourceRange(45, 46), replacement: ""),
      ])
    #expect(try format(SourceText(name: "test.edit", formatted.text)).edits == [])
  }

  @Test("An edit never cuts a character in two")
  func characters() throws {
    let source = SourceText(name: "test.edit", "title: \"ä\"\nx-a:  ü\n")
    let formatted = try format(source)
    #expect(formatted.text == "title: ä\nx-a: ü\n")
    #expect(source.applying(formatted.edits) == formatted.text)
  }
}
