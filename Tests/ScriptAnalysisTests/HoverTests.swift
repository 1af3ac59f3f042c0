import Basics
import Compiler
import Composition
import Detection
import Diagnostics
import Lowering
import ScriptAnalysis
import TestSupport
import Testing

@Suite("Hovers, hints and actions")
struct HoverTests {
  private static let media = """
    beach.mp4  video 1920x1080 25 12s  audio 48000 stereo
    park.mov   video 1280x720 30000/1001 8s
    """
  private static let text = """
    edit: 1
    media: {beach: beach.mp4}
    canvas: {size: auto, rate: 25}
    timeline:
      - clip: beach
        name: intro
        take: 1s..3.5s
      - {color: navy, for: 12f}
      - {clip: park.mov, take: ..00:00:02:00}
    markers: {turn: 2s}

    """

  private func offset(_ word: String, _ shift: Int = 0) throws -> Int {
    let range = try #require(Self.text.firstRange(of: word))
    return Self.text.utf8.distance(from: Self.text.startIndex, to: range.lowerBound) + shift
  }

  private var script: ScriptText { ScriptText(SourceText(name: "film.edit", Self.text)) }

  private func hover(_ word: String, _ shift: Int = 0) throws -> String {
    try script.hover(at: offset(word, shift), film: knowledge(Self.text, media: Self.media))?.markdown ?? ""
  }

  @Test("say what a key is for, with an example")
  func keys() throws {
    #expect(try hover("canvas").contains("Size, frame rate and colours of the film."))
    #expect(try hover("take").contains("```yaml\ntake: 2s..8s\n```"))
    #expect(try script.hover(at: offset("take"))?.range == SourceRange(offset("take"), offset("take") + 4))
    #expect(script.hover(at: Self.text.utf8.count) == nil)
  }

  @Test("say what media hold and when items are")
  func media() throws {
    let beach = try hover("clip: beach", 7)
    for words in ["beach.mp4", "1920x1080", "25 frames per second", "48000 Hz, 2 channels", "`0s..2.5s`"] {
      #expect(beach.contains(words), "\(words) in \(beach)")
    }
    #expect(try hover("park.mov").contains("29.97 frames per second"))
    #expect(try hover("turn").contains("at `2s` (00:00:02.000), frame 50"))
    #expect(try hover("intro").contains("frames 0..63"))
  }

  @Test("say what a time is exactly, and the frames around it")
  func times() throws {
    // 3.5 s at 25 frames per second are 87.5 frames: 87 begin at 3.48 s, 88 at 3.52 s.
    let time = try hover("3.5s")
    #expect(time.contains("exactly `7/2` s"))
    #expect(time.contains("between frame 87 (`3.48s`) and frame 88 (`3.52s`)"))
    #expect(try hover("12f").contains("`0.48s`"))
    #expect(try hover("1s..").contains("25 frames at 25 frames per second"))
    #expect(try hover("00:00:02:00").contains("50 frames"))
  }

  @Test("show times beside items, and what `auto` became")
  func hints() throws {
    let film = try knowledge(Self.text, media: Self.media)
    let hints = script.hints(in: SourceRange(0, Self.text.utf8.count), film: film)
    #expect(hints.map(\.label) == ["1920x1080, 25 fps", "0s +2.5s", "2.5s +0.48s", "2.98s +2s"])
    // Only in the part that is asked for.
    let last = try offset("{clip: park")
    #expect(script.hints(in: SourceRange(last, last + 1), film: film).map(\.label) == ["2.98s +2s"])
  }

  @Test("show when transitions begin and how long they are")
  func transitions() throws {
    let text = """
      edit: 1
      canvas: {size: 640x360, rate: 25}
      timeline:
        - {color: navy, for: 4s}
        - transition: dissolve 1s
        - {color: red, for: 3s}
      """
    let film = try knowledge(text)
    let script = ScriptText(SourceText(name: "film.edit", text))
    // The dissolve takes a second of each: the film is 6 s long.
    let hints = script.hints(in: SourceRange(0, text.utf8.count), film: film)
    #expect(hints.map(\.label) == ["0s +4s", "3s +1s", "3s +3s"])
    #expect(hints[1].tip == "the transition is from 3s to 4s in the film, 1s long")
  }

  @Test("know the frames at which items are first seen")
  func shownItems() throws {
    let items = try script.shownItems(film: knowledge(Self.text, media: Self.media))
    // 2.5 s and 2.98 s at 25 frames per second are 62.5 and 74.5: a half belongs to the next frame.
    #expect(items.map(\.frame) == [0, 63, 75])
    #expect(items.map(\.hasName) == [true, false, false])
    #expect(script.shownItems(film: nil) == [])
  }

  @Test("say why an item cannot be copied, and nothing of one that can")
  func copying() throws {
    func said(_ more: String) throws -> String {
      let text = "edit: 1\ncanvas: {size: 1920x1080, rate: 25}\ntimeline:\n  - {clip: beach.mp4\(more)}\n"
      let script = ScriptText(SourceText(name: "film.edit", text))
      let place = text.utf8.count - 4 - more.utf8.count
      return try script.hover(at: place, film: knowledge(text, media: Self.media))?.markdown ?? ""
    }
    #expect(try said(", opacity: 0.5").contains("cannot be copied: "))
    #expect(try said("").contains("in the film: `0s..") && !said("").contains("cannot be copied"))
  }

  @Test("know which picture belongs to the words")
  func pictures() throws {
    func picture(_ word: String, _ shift: Int = 0) throws -> String? {
      let film = try knowledge(Self.text, media: Self.media)
      return try script.hover(at: offset(word, shift), film: film)?.picture.map { picture in
        "\(picture.file) \(picture.time?.description ?? "middle")"
      }
    }
    // The middle of a file, and of an item what it shows first.
    #expect(try picture("beach.mp4") == "beach.mp4 middle")
    #expect(try picture("clip: beach", 7) == "beach.mp4 1s")
    #expect(try picture("intro") == "beach.mp4 1s")
    #expect(try picture("color") == nil && picture("canvas") == nil)
  }

  @Test("follow a text that was changed since it was compiled")
  func moved() throws {
    let film = try knowledge(Self.text, media: Self.media)
    let later = Self.text.replacing("edit: 1\n", with: "edit: 1\ntitle: Ähm 😀\n")
    let script = ScriptText(SourceText(name: "film.edit", later))
    let hints = script.hints(in: SourceRange(0, later.utf8.count), film: film)
    #expect(hints.map(\.label) == ["1920x1080, 25 fps", "0s +2.5s", "2.5s +0.48s", "2.98s +2s"])
    let place = try #require(later.firstRange(of: "clip: beach"))
    let end = later.utf8.distance(from: later.startIndex, to: place.upperBound)
    #expect(hints.contains { $0.offset == end })
  }

  // MARK: Actions

  private func actions(_ word: String, _ shift: Int = 0) throws -> [String: String] {
    let place = try offset(word, shift)
    let film = try knowledge(Self.text, media: Self.media)
    let found = script.actions(in: SourceRange(place, place), film: film)
    return Dictionary(
      found.map { ($0.title, script.source.applying($0.edits) ?? "") },
      uniquingKeysWith: { first, _ in first })
  }

  @Test("write a time in another way where it is exactly the same")
  func conversions() throws {
    // 3.5 s lie between two frames.
    #expect(try actions("3.5s").keys.contains { $0.hasPrefix("write") } == false)
    #expect(try actions("1s..")["write `25f` (frames)"] == Self.text.replacing("1s..3.5s", with: "25f..3.5s"))
    #expect(try actions("12f")["write `0.48s` (seconds)"] == Self.text.replacing("12f", with: "0.48s"))
    #expect(
      try actions("00:00:02:00")["write `50f` (frames)"] == Self.text.replacing("00:00:02:00", with: "50f"))
  }

  @Test("give a file a name")
  func extraction() throws {
    let text = try #require(try actions("park.mov")["name this file 'park' under `media`"])
    #expect(
      text
        == Self.text.replacing("{beach: beach.mp4}", with: "{beach: beach.mp4, park: park.mov}")
        .replacing("clip: park.mov", with: "clip: park"))
    let without = "edit: 1\ntimeline:\n  - {clip: a b.mp4}\n  - {clip: a b.mp4}\n"
    let script = ScriptText(SourceText(name: "", without))
    let action = try #require(script.actions(in: SourceRange(30, 30), film: nil).first)
    #expect(
      script.source.applying(action.edits)
        == "edit: 1\nmedia:\n  a-b: a b.mp4\ntimeline:\n  - {clip: a-b}\n  - {clip: a-b}\n")
  }

  @Test("cut a clip in two that show the same film")
  func splits() throws {
    let found = try actions("clip: beach", 2)
    let split = try #require(found["split this clip in the middle"])
    #expect(
      split
        == Self.text.replacing(
          "take: 1s..3.5s\n", with: "take: 1s..2.24s\n  - clip: beach\n    take: 2.24s..3.5s\n"))
    #expect(
      found["split this clip at 'turn'"]?.contains("take: 1s..3s\n  - clip: beach\n    take: 3s..3.5s")
        == true)
    // Both films have the same frames.
    let before = try knowledge(Self.text, media: Self.media)
    let after = try knowledge(split, media: Self.media)
    #expect(before.films.first?.composition?.frameCount == after.films.first?.composition?.frameCount)
  }

  @Test("split a clip at the cuts and leave out the silences that were detected in its media")
  func detected() throws {
    let text = """
      edit: 1
      canvas: {size: 1920x1080, rate: 25}
      timeline:
        - {clip: talk.mp4, take: 10s..20s, name: intro}  # ours
        - {clip: talk.mp4, take: 30s..40s}
      outputs: [{file: cut.mp4}]

      """
    let media = "talk.mp4  video 1920x1080 25 60s  audio 48000 stereo"
    var film = try knowledge(text, media: media)
    let script = ScriptText(SourceText(name: "film.edit", text))
    func actions(_ take: String) throws -> [String: String] {
      let place = try #require(text.utf8.firstRange(of: Array(take.utf8)))
      let offset = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
      let found = script.actions(in: SourceRange(offset, offset), film: film)
      return Dictionary(
        found.map { ($0.title, script.source.applying($0.edits) ?? "") },
        uniquingKeysWith: { first, _ in first })
    }
    #expect(try actions("10s..").keys.filter { $0.contains("cut") } == [])
    func time(_ hundredths: Int64) -> RationalTime { RationalTime(hundredths, 100) ?? .zero }
    func silence(_ start: Int64, _ end: Int64) throws -> Found {
      try Found(.silence, #require(TimeRange(start: time(start), end: time(end))))
    }
    film.detected["talk.mp4"] = try [
      Found(.cut, TimeRange(at: time(500))), silence(1100, 1300), Found(.cut, TimeRange(at: time(1200))),
      Found(.cut, TimeRange(at: time(1532))), silence(1850, 1950), silence(2900, 4100),
    ]
    let found = try actions("10s..")
    let whole = "take: 10s..20s, name: intro}"
    #expect(
      found["split this clip at its 2 cuts"]
        == text.replacing(
          whole,
          with: "take: 10s..12s, name: intro}\n  - {clip: talk.mp4, take: 12s..15.32s}\n"
            + "  - {clip: talk.mp4, take: 15.32s..20s}"))
    // 120 ms before and 100 ms after each sound, in whole frames of 40 ms.
    let quiet = try #require(found["cut the silences of this clip (2)"])
    #expect(
      quiet
        == text.replacing(
          whole,
          with: "take: 10s..11.12s, name: intro}\n  - {clip: talk.mp4, take: 12.88s..18.6s}\n"
            + "  - {clip: talk.mp4, take: 19.36s..20s}"))
    #expect(try knowledge(quiet, media: media).compilation.diagnostics.filter { $0.severity != .note } == [])
    // All of the other take is silent.
    #expect(try actions("30s..").keys.filter { $0.contains("cut") } == [])
    let clip = try #require(text.utf8.firstRange(of: Array("clip: talk".utf8)))
    let offset = text.utf8.distance(from: text.startIndex, to: clip.lowerBound)
    let hover = script.hover(at: offset, film: film)?.markdown ?? ""
    #expect(hover.contains("detected here: 2 cuts, 2 silences (`3s`)"), "\(hover)")
  }

  @Test("allow a finding where it is")
  func allowing() throws {
    let text = "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline:\n  - {color: red, for: 1.01s}\n"
    let film = try knowledge(text)
    let script = ScriptText(SourceText(name: "film.edit", text))
    let place = text.utf8.count - 6
    let action = try #require(
      script.actions(in: SourceRange(place, place), film: film).first {
        $0.title == "allow `off-frame-grid` here"
      })
    let allowed = try #require(script.source.applying(action.edits))
    #expect(allowed.hasSuffix("for: 1.01s}  # editc: allow off-frame-grid\n"))
    #expect(try knowledge(allowed).compilation.diagnostics.isEmpty)
  }

  // MARK: Everywhere

  /// At every place of every example, with and without what is known of the film.
  @Test("have an answer for every place, and none traps")
  func everywhere() throws {
    for (name, text) in cases(examples, quick: 3) {
      let film = try knowledge(text)
      let script = ScriptText(SourceText(name: name, text))
      for offset in 0...script.source.bytes.count {
        if let hover = script.hover(at: offset, film: film) {
          #expect(hover.range.start <= offset && offset <= hover.range.end && !hover.markdown.isEmpty)
        }
        _ = script.definition(at: offset)
        let ranges = script.ranges(around: offset)
        for (inner, outer) in zip(ranges, ranges.dropFirst()) {
          #expect(outer.start <= inner.start && inner.end <= outer.end)
        }
        if offset % 7 == 0 { _ = script.actions(in: SourceRange(offset, offset), film: film) }
      }
      let tokens = script.tokens
      for (token, next) in zip(tokens, tokens.dropFirst()) { #expect(token.range.end <= next.range.start) }
      #expect(!tokens.isEmpty)
      #expect(script.outline.count > 2)
    }
  }

  @Test("show nothing twice and fold what has several lines")
  func outline() throws {
    let outline = script.outline
    #expect(outline.map(\.name) == ["edit", "media", "canvas", "timeline", "markers"])
    #expect(outline[3].children.map(\.name) == ["intro", "color navy", "clip park.mov"])
    #expect(
      script.foldedLines == [
        FoldedLines(first: 4, last: 9, isComment: false), FoldedLines(first: 5, last: 7, isComment: false),
      ])
  }
}
