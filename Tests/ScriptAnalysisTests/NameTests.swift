import Basics
import ScriptAnalysis
import TestSupport
import Testing

@Suite("Names")
struct NameTests {
  private static let text = """
    edit: 1
    vars: {city: {type: text, default: Rome}}
    media: {beach: beach.mp4, "my clip": b.mp4}
    timeline:
      - {clip: beach, name: intro, take: 1s..3s}
      - {clip: my clip}
      - {text: "in ${city} and $${city}", for: 2s, fade: 1s}
      - {sequence: opener}
    overlays:
      - {image: beach, at: intro.end - 1s}
      - {text: A, at: turn..intro.end}
      - {text: B, at: turn + intro.end}
    markers: {turn: 2s, later: turn + 1s}
    sequences:
      opener: [{clip: beach, name: intro}, {color: red, for: 1s}]
    outputs:
      - {file: a.mp4, overrides: {intro: {opacity: 0.5}}}

    """

  /// The lines with the renamed places, by `rename` of the `occurrence`th text.
  private func renamed(_ old: String, _ new: String, occurrence: Int = 0) throws -> String {
    let source = SourceText(name: "", Self.text)
    let places = Self.text.ranges(of: old).map {
      Self.text.utf8.distance(from: Self.text.startIndex, to: $0.lowerBound)
    }
    let edits = try ScriptText(source).renaming(at: places[occurrence], to: new)
    return try #require(source.applying(edits))
  }

  @Test("are renamed wherever they stand, and nowhere else")
  func renaming() throws {
    #expect(
      try renamed("beach", "sea")
        == Self.text.replacing("clip: beach", with: "clip: sea")
        .replacing("image: beach", with: "image: sea").replacing("{beach:", with: "{sea:"))
    #expect(
      try renamed("city", "town")
        == Self.text.replacing("{city:", with: "{town:")
        .replacing("in ${city}", with: "in ${town}"))
    #expect(
      try renamed("my clip", "clip: 2", occurrence: 1)
        == Self.text.replacing("\"my clip\"", with: "\"clip: 2\"")
        .replacing("clip: my clip", with: "clip: \"clip: 2\""))
    #expect(try renamed("turn", "peak") == Self.text.replacing("turn", with: "peak"))
    #expect(try renamed("opener", "first") == Self.text.replacing("opener", with: "first"))
    // The sequence has an `intro` of its own.
    let intro = try renamed("intro", "start-1")
    #expect(
      intro
        == Self.text.replacing("intro", with: "start-1").replacing(
          "[{clip: beach, name: start-1}", with: "[{clip: beach, name: intro}"))
  }

  @Test(
    "come back from a rename there and back",
    arguments: ["beach", "city", "turn", "opener", "intro", "my clip"])
  func roundTrip(name: String) throws {
    let new = "zzz-1"
    let there = try renamed(name, new)
    let place = try #require(there.ranges(of: new).first)
    let source = SourceText(name: "", there)
    let back = try ScriptText(source).renaming(
      at: there.utf8.distance(from: there.startIndex, to: place.lowerBound), to: name)
    #expect(source.applying(back) == Self.text)
  }

  @Test(
    "are refused where the script would mean something else",
    arguments: [
      ("beach", "my clip"), ("beach", ""), ("beach", "a\nb"), ("intro", "in tro"), ("intro", "1st"),
      ("turn", "end"),
      ("turn", "two words"), ("city", "a}b"), ("opener", "a b"), ("beach", "https://a"),
    ])
  func refusals(old: String, new: String) {
    #expect(throws: RenamingProblem.self) { try renamed(old, new) }
  }

  @Test("of files are written anew where a file moves, and nowhere else")
  func paths() throws {
    let text = """
      edit: 1
      vars: {city: {type: text, default: Rome}}
      media: {beach: beach.mp4, far: "https://a/beach.mp4", any: "${city}.mp4"}
      timeline:
        - {clip: beach.mp4}
        - {edit: parts/intro.edit}
        - {image: photos/*.jpg, for: 1s}
      overlays:
        - {text: beach.mp4, at: 0s, for: 1s, font: fonts/a.ttf}
        - {text: B, at: 0s, for: 1s, font: Beach}
      """
    let script = ScriptText(SourceText(name: "", text))
    #expect(
      script.paths.map(\.name) == [
        "beach.mp4", "beach.mp4", "parts/intro.edit", "photos/*.jpg", "fonts/a.ttf",
      ])
    let edits = script.edits { $0 == "beach.mp4" ? "a: b/sea.mp4" : nil }
    #expect(
      script.source.applying(edits)
        == text.replacing("{beach: beach.mp4,", with: "{beach: \"a: b/sea.mp4\",")
        .replacing("clip: beach.mp4", with: "clip: \"a: b/sea.mp4\""))
  }

  @Test("lead to what they name")
  func definitions() throws {
    let script = ScriptText(SourceText(name: "", Self.text))
    func offset(_ text: String, _ shift: Int = 0) throws -> Int {
      let range = try #require(Self.text.firstRange(of: text))
      return Self.text.utf8.distance(from: Self.text.startIndex, to: range.lowerBound) + shift
    }
    let beach = try #require(script.definition(at: offset("clip: beach", 7)))
    #expect(
      beach.definition
        == .here(
          name: SourceRange(try offset("beach: beach"), try offset("beach: beach") + 5),
          extent: SourceRange(try offset("beach: beach"), try offset("beach: beach") + 16)))
    #expect(try script.definition(at: offset("b.mp4"))?.definition == .file("b.mp4"))
    #expect(try script.definition(at: offset("edit: 1")) == nil)
    #expect(try script.references(at: offset("turn..")).count == 4)
  }

  @Test("in every example come back from a rename there and back")
  func examplesRoundTrip() throws {
    var count = 0
    for (name, text) in cases(examples, quick: 4) {
      let source = SourceText(name: name, text)
      let script = ScriptText(source)
      for place in script.names.declarations where script.renamable(at: place.range.start) != nil {
        let edits = try script.renaming(at: place.range.start, to: "renamed-1")
        let there = SourceText(name: name, try #require(source.applying(edits)))
        let found = try #require(ScriptText(there).names.declarations.first { $0.name == "renamed-1" })
        let back = try ScriptText(there).renaming(at: found.range.start, to: place.name)
        // Names that needed no quotes have none afterwards.
        #expect(there.applying(back) == text, "\(name): \(place.name)")
        count += 1
      }
    }
    #expect(count > 5)
  }
}
