import Basics
import Diagnostics
import EditScript
import Testing

/// A script, what is found in it, and what a safe fix makes of it (nil: there is none).
struct WrongScript: Sendable, CustomTestStringConvertible {
  let text: String
  let findings: [String]
  let fixed: String?

  init(_ text: String, _ findings: String..., fixed: String? = nil) {
    self.text = text
    self.findings = findings
    self.fixed = fixed
  }

  var testDescription: String { text }
}

@Suite struct WrongScriptTests {
  @Test("unknown keys: the key, and the key that was meant", arguments: unknownKeys)
  func unknownKey(_ script: WrongScript) { expect(script) }

  @Test("values of the wrong form, empty values, missing keys and versions", arguments: wrongForms)
  func wrongForm(_ script: WrongScript) { expect(script) }

  @Test("keys that do not go together", arguments: conflicts + alternatives)
  func conflict(_ script: WrongScript) { expect(script) }

  @Test("what is not rendered yet is refused once, and still checked", arguments: planned)
  func notYet(_ script: WrongScript) { expect(script) }

  private func expect(_ script: WrongScript) {
    let reading = read(script.text)
    #expect(reading.findings == script.findings, "\(reading.diagnostics.map(\.message))")
    let hasSafeFix = reading.diagnostics.contains { $0.fixes.contains(where: \.isSafe) }
    #expect((hasSafeFix ? reading.fixed : nil) == script.fixed)
  }

  static let unknownKeys = [
    WrongScript("{edit: 1, fooo: 1}", "unknown-key fooo"),
    WrongScript("{edit: 1, timelime: []}", "unknown-key timelime", fixed: "{edit: 1, timeline: []}"),
    WrongScript(
      "{edit: 1, Canvas: {fps: 30}}", "unknown-key Canvas", "unknown-key fps",
      fixed: "{edit: 1, canvas: {rate: 30}}"),
    WrongScript(
      "{edit: 1, timeline: [{src: a.mp4, cutFrom: 2s, duration: 1s}, {image: a.png, duration: 1s}]}",
      "unknown-key src", "unknown-key cutFrom", "unknown-key duration",
      fixed: "{edit: 1, timeline: [{clip: a.mp4, cutFrom: 2s, duration: 1s}, {image: a.png, for: 1s}]}"),
    WrongScript(
      "{edit: 1, overlays: [{image: a.png, start: 2s, alpha: 0.5}]}",
      "unknown-key start", "unknown-key alpha",
      fixed: "{edit: 1, overlays: [{image: a.png, start: 2s, opacity: 0.5}]}"),
    // Words that mean something else elsewhere are suggested only: with the same value they make another film.
    WrongScript("{edit: 1, timeline: [{clip: a, level: -16dB}]}", "unknown-key level"),
    WrongScript("{edit: 1, timeline: [{clip: a, mute: true}]}", "unknown-key mute"),
    WrongScript("{edit: 1, timeline: [{clip: a, fade-in: 1s}]}", "unknown-key fade-in"),
    WrongScript("{edit: 1, timeline: [{clip: a, setpts: 2x}]}", "unknown-key setpts"),
    WrongScript("{edit: 1, timeline: [{clip: a, stream-loop: 2}]}", "unknown-key stream-loop"),
    WrongScript("{edit: 1, metadata: {note: draft}}", "unknown-key note"),
    WrongScript("{edit: 1, mix: {loudness: -16dB}}", "wrong-unit dB"),
    WrongScript("{edit: 1, mix: {peak: -1dBFS}}", "wrong-unit dBFS"),
    WrongScript("{edit: 1, timeline: [{clip: a, volume: -6dBFS}]}", "wrong-unit dBFS"),
    WrongScript("{edit: 1, timeline: [{clip: a, take: 10f...20f}]}", "range-syntax ..."),
    WrongScript("{edit: 1, timeline: [{gap: '1,500ms'}]}", "number-syntax ,"),
    WrongScript(
      "{edit: 1, timeline: [{clip: a, source_range: 2s..}]}", "unknown-key source_range",
      fixed: "{edit: 1, timeline: [{clip: a, take: 2s..}]}"),
    // What an unknown key was meant to be is read on: its value is checked, nothing else is missing.
    WrongScript(
      "{edit: 1, outputs: [{path: a.mp4, presett: huge}]}", "unknown-key path", "unknown-key presett",
      "unknown-value huge", fixed: "{edit: 1, outputs: [{file: a.mp4, preset: huge}]}"),
    WrongScript("{edit: 1, x-ray: [1, {2: 3}]}"),
    WrongScript("{edit: 1, canvas: {x-ray: 1}}", "unknown-key x-ray"),
    WrongScript(
      "{edit: 1, defaults: {imgae: {fit: cover}}}", "unknown-key imgae",
      fixed: "{edit: 1, defaults: {image: {fit: cover}}}"),
    WrongScript(
      "{edit: 1, defaults: {overlasy: {text: {size: 4%}}}}", "unknown-key overlasy",
      fixed: "{edit: 1, defaults: {overlays: {text: {size: 4%}}}}"),
    WrongScript(
      "{edit: 1, defaults: {overlays: {txet: {size: 4%}}}}", "unknown-key txet",
      fixed: "{edit: 1, defaults: {overlays: {text: {size: 4%}}}}"),
    WrongScript("{edit: 1, defaults: {overlays: {audio: {clip: {volume: 1}}}}}", "unknown-key audio"),
    WrongScript(
      "{edit: 1, defaults: {overlays: {text: {colr: red}}}}", "unknown-key colr",
      fixed: "{edit: 1, defaults: {overlays: {text: {color: red}}}}"),
  ]

  static let wrongForms = [
    WrongScript("", "missing-key "),
    WrongScript("- a", "wrong-type - a"),
    WrongScript("title: a", "missing-key title"),
    WrongScript("edit: 2", "unsupported-version 2"),
    WrongScript("edit: one", "unsupported-version one"),
    WrongScript("{edit: 1, title: [a, b]}", "wrong-type [a, b]"),
    WrongScript("{edit: 1, canvas: 1280x720}", "wrong-type 1280x720"),
    WrongScript("{edit: 1, canvas: {size: {w: 1}}}", "wrong-type {w: 1}"),
    WrongScript(
      "{edit: 1, timeline: {clip: a}}", "wrong-type {clip: a}", fixed: "{edit: 1, timeline: [{clip: a}]}"),
    WrongScript("edit: 1\ntimeline:\n  clip: a\n", "wrong-type clip: a"),
    WrongScript("{edit: 1, timeline: [beach]}", "wrong-type beach"),
    WrongScript("edit: 1\ntitle:\n", "empty-value title"),
    WrongScript("edit: 1\ntimeline:\noutputs: []\n", "empty-value timeline"),
    WrongScript(
      "edit: 1\ntimeline:\n  - color: #f00\n    for: 1s\n", "wrong-color #f00",
      fixed: "edit: 1\ntimeline:\n  - color: \"#f00\"\n    for: 1s\n"),
    WrongScript(
      "edit: 1\ncanvas:\n  background: #f0f0f0 # grey\n  rate: 30\n", "wrong-color #f0f0f0",
      fixed: "edit: 1\ncanvas:\n  background: \"#f0f0f0\" # grey\n  rate: 30\n"),
    WrongScript("edit: 1\ncanvas:\n  background: # later\n", "empty-value background"),
    WrongScript("{edit: 1, outputs: [{preset: web}]}", "missing-key preset"),
    WrongScript("{edit: 1, outputs: [{}]}", "missing-key {}"),
    WrongScript("{edit: 1, media: {a: {}}}", "missing-key a"),
    WrongScript("{edit: 1, media: {a: ''}}", "empty-value ''"),
    WrongScript("{edit: 1, timeline: [{for: 1s}]}", "missing-key for"),
    WrongScript("{edit: 1, timeline: [{clip: a, for: 5}]}", "bare-number 5"),
    WrongScript("{edit: 1, timeline: [{clip: a, fit: covr}]}", "unknown-value covr"),
    WrongScript("{edit: 1, timeline: [{clip: a, opacity: []}]}", "empty-value []"),
    WrongScript("{edit: 1, timeline: [{clip: a, opacity: {}}]}", "empty-value {}"),
    WrongScript(
      "{edit: 1, timeline: [{clip: a, opacity: {soon: 1, 1s: 2}}]}", "time-syntax soon",
      "bare-number 2"),
    WrongScript("{edit: 1, timeline: [{clip: a, name: b}, {clip: a, name: b}]}", "duplicate-name b"),
    WrongScript(
      "{edit: 1, timeline: [{clip: a, name: b}], overlays: [{clip: a, name: b}]}", "duplicate-name b"),
    WrongScript("{edit: 1, outputs: [{file: a.mp4, name: b}, {file: c.mp4, name: b}]}", "duplicate-name b"),
    WrongScript("{edit: 1, defaults: {image: cover}}", "wrong-type cover"),
    WrongScript("{edit: 1, defaults: {overlays: cover}}", "wrong-type cover"),
    WrongScript("{edit: 1, defaults: {audio: {clip: loud}}}", "wrong-type loud"),
    WrongScript("{edit: 1, defaults: {overlays: }}", "empty-value overlays"),
    WrongScript(
      "{edit: 1, overlays: {defaults: {text: {size: 4%}}}}", "wrong-type {defaults: {text: {size: 4%}}}"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [brightness]}]}", "empty-value brightness"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{brightness: 2}]}]}", "number-out-of-range 2"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{sepia: 50}]}]}", "bare-number 50"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{hue: 90}]}]}", "bare-number 90"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [sepai]}]}", "unknown-value sepai"),
    WrongScript(
      "{edit: 1, timeline: [{clip: a, filters: sepia}]}", "wrong-type sepia",
      fixed: "{edit: 1, timeline: [{clip: a, filters: [sepia]}]}"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{ffmpeg: \"\"}]}]}", "empty-value \"\""),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{ffmpeg: \"eq,hue\"}]}]}", "ffmpeg-syntax ,hue"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{ffmpeg: \"[a]eq\"}]}]}", "ffmpeg-syntax [a]eq"),
    WrongScript("{edit: 1, timeline: [{clip: a, chroma-key: {tolerance: 0.2}}]}", "missing-key chroma-key"),
  ]

  static let conflicts = [
    WrongScript("{edit: 1, timeline: [{clip: a, image: b}]}", "two-in-one-entry image"),
    WrongScript("{edit: 1, timeline: [{clip: a, color: red}]}", "two-in-one-entry color"),
    WrongScript("{edit: 1, timeline: [{image: a, take: 1s..}]}", "key-of-another-kind take"),
    WrongScript("{edit: 1, timeline: [{gap: 1s, opacity: 1}]}", "key-of-another-kind opacity"),
    WrongScript("{edit: 1, timeline: [{clip: a, at: 1s}]}", "wrong-list at"),
    WrongScript(
      "{edit: 1, audio: [{clip: a, opacity: 5}]}", "wrong-list opacity", "bare-number 5"),
    WrongScript("{edit: 1, audio: [{image: a}]}", "wrong-list image"),
    WrongScript("{edit: 1, overlays: [{gap: 1s}]}", "wrong-list gap"),
    WrongScript("{edit: 1, defaults: {image: {name: a}}}", "key-of-another-kind name"),
    WrongScript("{edit: 1, defaults: {image: {take: 1s..}}}", "key-of-another-kind take"),
    WrongScript("{edit: 1, defaults: {overlays: {image: {take: 1s..}}}}", "key-of-another-kind take"),
    WrongScript("{edit: 1, defaults: {overlays: {gap: {note: x}}}}", "wrong-list gap"),
    WrongScript("{edit: 1, defaults: {audio: {clip: {opacity: 0.5}}}}", "wrong-list opacity"),
    WrongScript("{edit: 1, defaults: {overlays: {text: {at: 1s}}}}", "key-of-another-kind at"),
    WrongScript("{edit: 1, timeline: [{clip: a, filters: [{sepia: 1, noir: 1}]}]}", "two-in-one-entry noir"),
    WrongScript("{edit: 1, audio: [{clip: a, filters: [sepia]}]}", "filter-on-wrong-item sepia"),
    WrongScript(
      "{edit: 1, audio: [{clip: a, filters: [{lut: a.cube}, fade]}]}", "filter-on-wrong-item lut",
      "filter-on-wrong-item fade"),
    WrongScript(
      "{edit: 1, timeline: [{clip: a, filters: [denoise]}], audio: [{clip: a, filters: [denoise]}]}"),
  ]

  static let alternatives = [
    WrongScript(
      "{edit: 1, outputs: [{file: a.mp4, video: {quality: 20, bitrate: 5M}}]}", "competing-keys bitrate"),
    WrongScript(
      "{edit: 1, subtitles: [{file: a.srt, cues: []}]}", "competing-keys cues"),
  ]

  static let planned = [
    // What is switched off need not be rendered; it is checked all the same.
    WrongScript("{edit: 1, timeline: [{text: a, enabled: false}, {clip: b, speed: 2x, enabled: off}]}"),
    WrongScript(
      "{edit: 1, timeline: [{clip: b, speed: fast, enabled: false}]}", "number-syntax fast"),
    WrongScript(
      "{edit: 1, timeline: [{gradient: red -> blue over first 1s, for: 2s}]}",
      "not-animatable red -> blue over first 1s"),
    WrongScript("{edit: 1, timeline: [{text: a, weight: fat}]}", "unknown-value fat"),
    WrongScript(
      "{edit: 1, outputs: [{file: a.mov, audio: [{name: a, codec: copy}]}]}", "not-supported-yet copy"),
    WrongScript(
      "{edit: 1, sequences: {a: [{clip: b, name: c}, {clip: d}]}, timeline: [{clip: b, name: c}]}"),
    WrongScript("{edit: 1, defaults: {clip: {audio: {lead: 1s}}}, timeline: [{clip: a}]}"),
  ]

  @Test("ten different mistakes in one script are ten findings at their places")
  func tenMistakes() {
    let reading = read(
      """
      edit: 1
      canvas: {size: wide, fps: 30}
      timeline:
        - clip: beach
          take: 10s..2
          opacity: 1.5
        - image: logo
          take: 1s..
        - text: hello
        - for: 2s
        - color: #f00
      overlays:
        clip: beach
      outputs:
        - preset: web
      """)
    #expect(
      reading.diagnostics.map { diagnostic in
        let place = diagnostic.range.map { reading.source.place(at: $0.start) }
        return "\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.id.name)"
      } == [
        "2:16 length-syntax", "2:22 unknown-key", "5:16 bare-number", "6:14 number-out-of-range",
        "8:5 key-of-another-kind", "10:5 missing-key", "11:12 wrong-color",
        "13:3 wrong-type", "15:5 missing-key",
      ])
  }

  @Test("names both kinds of an item that is two things")
  func bothKinds() throws {
    let reading = read("{edit: 1, timeline: [{clip: a, image: b}]}")
    let found = try #require(reading.diagnostics.first)
    #expect(found.message == "an item has one kind, but this one is a clip and an image")
    #expect(found.notes.first?.range.map { reading.source[$0] } == "clip")
    #expect(reading.script.dump == "timeline 1 clip \"a\"\n")
  }

  @Test("a key that belongs to other kinds says to which")
  func placeOfKey() throws {
    let found = try #require(read("{edit: 1, timeline: [{image: a, take: 1s..}]}").diagnostics.first)
    #expect(found.message == "`take` does not belong to an image")
    #expect(found.hint == "it belongs to `clip`, `sequence`, `edit` and `angles` items")
  }

  @Test("no value is typed by YAML")
  func notTyped() {
    let reading = read("{edit: 1, title: no, note: 1:30, timeline: [{clip: 0755, name: true}, {clip: 1e3}]}")
    #expect(reading.findings == [])
    #expect(
      reading.script.dump == """
        title "no"
        note "1:30"
        timeline 1 clip "0755"
        timeline 1 name "true"
        timeline 2 clip "1e3"

        """)
  }

  @Test("defaults lie under the keys of an item, where they belong, and keep their own places")
  func defaults() throws {
    let reading = read(
      """
      edit: 1
      defaults: {clip: {opacity: 0.5, volume: 0.1}, gap: {note: x}}
      timeline: [{clip: a, volume: 1}, {image: b}]
      audio: [{clip: c}]
      """)
    #expect(reading.findings == ["key-of-another-kind note"])
    #expect(
      reading.script.dump == """
        timeline 1 clip "a"
        timeline 1 opacity 0.5
        timeline 1 volume 1
        timeline 2 image "b"
        audio 1 clip "c"
        audio 1 volume 0.1

        """)
    let range = try #require(reading.script.timeline[0].opacity?.range)
    #expect(reading.source[range] == "0.5")
    #expect(reading.source.place(at: range.start).line == 2)
  }

  @Test("defaults of a list lie over those of all lists, key by key, in sequences and captions, too")
  func defaultsOfLists() {
    let reading = read(
      """
      edit: 1
      defaults:
        text: {size: 6%, color: white}
        sequence: {opacity: 0.5}
        transition: {for: 1s}
        timeline: {transition: {ease: ease-in-out}}
        overlays: {text: {size: 4%}}
        audio: {transition: {for: 200ms}}
      timeline:
        - {sequence: part}
        - {transition: dissolve}
        - {text: Big}
        - {each: {color: [red, navy], for: 1s}, captions: [One, Two], transition: dissolve}
      overlays: [{text: Small}, {text: Own, size: 9%}]
      audio: [{clip: a}, {transition: dissolve}, {clip: b}]
      sequences: {part: {timeline: [{text: Inner}], overlays: [{text: Over}]}}
      """)
    #expect(reading.findings == [])
    let texts = reading.script.writtenItems.compactMap { item -> String? in
      guard case .text(let text) = item.kind else { return nil }
      return "\(text.value) \(item.style?.size.map { reading.source[$0.range] } ?? "none")"
    }
    #expect(
      Set(texts) == ["Big 6%", "One 4%", "Two 4%", "Small 4%", "Own 9%", "Inner 6%", "Over 4%"], "\(texts)")
    let dump = reading.script.dump
    #expect(dump.contains("timeline 1 opacity 0.5\n"))
    #expect(dump.contains("timeline 2 transition dissolve 1s, ease ease-in-out\n"), "\(dump)")
    #expect(dump.contains("audio 2 transition dissolve 0.2s\n"), "\(dump)")
  }

  @Test("a default that a list does not know, and defaults in the list itself, say where they belong")
  func wordsOfListDefaults() throws {
    let gap = try #require(read("{edit: 1, defaults: {overlays: {gap: {note: x}}}}").diagnostics.first)
    #expect(gap.message == "a gap is not allowed under `overlays`")
    #expect(gap.hint == "it belongs under `timeline`")
    let unseen = try #require(read("{edit: 1, defaults: {audio: {clip: {opacity: 1}}}}").diagnostics.first)
    #expect(unseen.message == "`opacity` applies to pictures; items under `audio` are only heard")
    let inside = try #require(read("{edit: 1, overlays: {defaults: {text: {size: 4%}}}}").diagnostics.first)
    #expect(inside.message == "`overlays` is a mapping; expected a list of items")
    #expect(
      inside.hint
        == "default keys for the items of one list are at the top level: `defaults: {overlays: {text: {size: 5%}}}`"
    )
    #expect(inside.fixes.isEmpty)
  }
}
