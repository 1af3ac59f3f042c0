import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import TestSupport
import Testing

@Suite("Parameters of played scripts")
struct ParameterTests {
  @Test(
    "Each mistake is found at the value that the caller wrote, once",
    arguments: [
      ("name: Ada", []),
      ("nmae: Ada", ["unknown-parameter nmae"]),
      ("name: Ada, color: red", ["unknown-parameter color"]),
      ("accent: red", ["missing-parameter titles/title.edit"]),
      ("name: 'to ${x}'", ["unknown-variable ${x}"]),
      ("", ["missing-parameter titles/title.edit"]),
      ("name: Ada, _gap: 9%", ["private-name _gap"]),
      ("name: Ada, height: 5vmin", ["renamed-parameter height"]),
      ("name: Ada, height: 5vmin, size: 6vmin", ["renamed-parameter height"]),
      ("name: Ada, accent: reddish", ["unknown-value reddish"]),
      ("name: Ada, length: 4", ["bare-number 4"]),
      ("name: Ada, length: 0.9s", ["number-out-of-range 0.9s"]),
      ("name: Ada, length: 20f", ["number-out-of-range 20f"]),
      ("name: Ada, length: 1s", []),
      ("name: Ada, size: 12.1vmin", ["number-out-of-range 12.1vmin"]),
      ("name: Ada, size: 30px", ["number-out-of-range 30px"]),
      ("name: Ada, size: 12vmin", []),
      ("name: Ada, share: 1.01", ["number-out-of-range 1.01"]),
      ("name: Ada, accent: navy, share: 1", []),
      ("name: Ada, share: 0 -> 1", ["wrong-type 0 -> 1"]),
      ("name: a -> b", []),
      ("name: Ada, side: top", ["unknown-value top"]),
      ("name: [Ada, Bob]", ["wrong-type [Ada, Bob]"]),
      ("name: Ada, lines: one", ["wrong-type one"]),
      ("name: Ada, lines: [one, two]", []),
    ])
  func mistakes(_ values: String, _ expected: [String]) throws {
    let film = try film(passing: values)
    #expect(film.findings == expected)
    for finding in film.compilation.diagnostics where finding.id != .unknownVariable {
      let names = finding.message + finding.notes.map(\.message).joined()
      #expect(names.contains("titles/title.edit"), "\(finding.message)")
      #expect(finding.hint != nil || !finding.notes.isEmpty)
    }
    let hasErrors = film.compilation.diagnostics.contains { $0.severity == .error }
    #expect((film.compilation.films.first?.composition == nil) == hasErrors)
  }

  @Test("A value under both names of a variable is an error, whose repair would double a key")
  func bothNames() throws {
    let finding = try #require(
      try film(passing: "name: Ada, height: 5vmin, size: 6vmin").compilation.diagnostics.first)
    #expect(finding.severity == .error && finding.fixes.isEmpty)
    #expect(finding.message == "`height` of 'titles/title.edit' is now `size`, which is passed, too")
  }

  @Test("Mistakes in the played script are told once, without what they cause in its calls")
  func mistakesThere() throws {
    let calls = ["{edit: a.edit, with: {x: A}}", "{edit: a.edit, with: {x: B}}", "{edit: a.edit}"]
    let film = try Playing(
      "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [\(calls.joined(separator: ", "))]",
      ["a.edit": "edit: 1\nvars: {x: {example: A}}\ntimeline: [{text: \"${x}\", for: 1s}]"])
    #expect(film.findings == ["unreadable-file a.edit"])
  }

  @Test("Key frames are one finding")
  func keyFrames() throws {
    let found = try film(passing: "name: Ada, share: [0s: 1, 1s: 0]").compilation.diagnostics
    #expect(found.map(\.message) == ["`share` gets one value, but these are key frames"])
  }

  @Test("A wrong value names the place of its declaration")
  func declarations() throws {
    let finding = try #require(try film(passing: "name: Ada, share: 2").compilation.diagnostics.first)
    #expect(finding.notes.map(\.message) == ["`share` is declared in titles/title.edit:7:3"])
  }

  @Test("A former name has the value of the new one, and is repaired")
  func renamed() throws {
    let old = try film(passing: "name: Ada, height: 5vmin")
    let new = try film(passing: "name: Ada, size: 5vmin")
    #expect(old.compilation.films.first?.composition == new.compilation.films.first?.composition)
    #expect(old.repaired == new.source.text)
    #expect(new.findings == [])
  }

  @Test("What a value leads to is found at the value, with its place in the script")
  func consequences() throws {
    let inner = """
      edit: 1
      vars:
        start: {type: time}
        name: {type: text, default: Ada}
      canvas: {size: 1280x720, rate: 30, nested: inherit}
      timeline: [{clip: sea.mp4, take: "${start}..4s"}]
      """
    let film = try Playing(
      "edit: 1\ncanvas: {size: 1280x720, rate: 30}\ntimeline: [{edit: a.edit, with: {start: 5s}}]",
      ["a.edit": inner],
      media: "sea.mp4  video 1280x720 30 12s")
    #expect(film.findings.contains("range-reversed 5s"))
    let finding = try #require(film.all(.rangeReversed).first)
    #expect(finding.message.hasPrefix("in 'a.edit': "))
    #expect(finding.notes.map(\.message) == ["at a.edit:6:34"])
  }

  @Test("Values pass through several scripts, and findings lead back to the outermost one")
  func throughScripts() throws {
    let middle = """
      edit: 1
      vars:
        tint: {type: text}
        names: {type: text, list: true}
      canvas: {size: 1280x720, rate: 30, nested: inherit}
      timeline:
        - {edit: title.edit, with: {name: "${tint}", accent: "${tint}", lines: "${names}"}}
      """
    func film(_ tint: String) throws -> Playing {
      try Playing(
        "edit: 1\ncanvas: {size: 1280x720, rate: 30}\n"
          + "timeline: [{edit: titles/middle.edit, with: {tint: \(tint), names: [a]}}]",
        ["titles/middle.edit": middle, "titles/title.edit": titleScript])
    }
    #expect(try film("teal").findings == [])
    let wrong = try film("tael")
    #expect(wrong.findings == ["unknown-value tael"])
    let finding = try #require(wrong.compilation.diagnostics.first)
    #expect(
      finding.message == "in 'titles/middle.edit': unknown colour `tael`, did you mean `teal`?")
  }

  @Test("A script that plays itself with other values is a cycle")
  func cycle() throws {
    let inner = """
      edit: 1
      vars: {name: {type: text, default: a}}
      canvas: {size: 1280x720, rate: 30}
      timeline: [{edit: a.edit, with: {name: "${name}b"}}]
      """
    let source = SourceText(name: "test.edit", "edit: 1\ncanvas: {size: 64x64}\ntimeline: [{edit: a.edit}]")
    var table = MediaTable()
    var call = try #require(ParsedScript(source).script.calls.first)
    for _ in 0..<3 {
      table.scripts[call] = PlayedText(SourceText(name: "a.edit", inner)).played(by: call)
      guard case .script(let script, _) = table.scripts[call] else { break }
      call = try #require(script.calls.first)
    }
    let found = compile(source, media: table).diagnostics.filter { $0.id == .referenceCycle }
    #expect(found.map(\.message) == ["in 'a.edit': the script 'a.edit' plays itself: a.edit -> a.edit"])
  }

  @Test("An item in an each gets its own value of each list")
  func each() throws {
    let script = """
      edit: 1
      vars: {names: {type: text, default: [Ada, Bob]}, sides: {type: text, default: [left, right]}}
      canvas: {size: 1280x720, rate: 30}
      timeline: [{each: {edit: titles/title.edit, with: {name: "${names}", side: "${sides}"}}}]
      """
    let film = try Playing(script, ["titles/title.edit": titleScript])
    #expect(film.findings == [])
    let films = try #require(film.compilation.films.first?.composition?.films)
    #expect(films.count == 2)
    let words = films.map { film in
      film.composition.layers.compactMap {
        if case .text(let shown) = $0.picture { shown.text.words } else { nil }
      }
    }
    #expect(words == [["Ada"], ["Bob"]])
  }

  @Test("An example stands for a value where a script is looked at, and nowhere else")
  func examples() throws {
    let source = SourceText(name: "title.edit", titleScript)
    func findings(_ reading: ParsedScript) throws -> [DiagnosticID] {
      compile(reading, media: try MediaListing("fonts").table(for: reading.script)).diagnostics.map(\.id)
    }
    #expect(try findings(ParsedScript(source)) == [])
    let strict = ParsedScript(source, variables: GivenVariables(allowsExamples: false))
    #expect(try findings(strict) == [.unsetVariable])
  }
}

@Suite("Canvas and shape of played scripts")
struct PlayedCanvasTests {
  /// Random values, each of which the flat script writes where the played one has a variable.
  @Test("A script that inherits the canvas is the film of a sequence with the same items")
  func sameAsSequence() throws {
    var random = SeededRandom(seed: 47)
    for _ in 0..<30 {
      let size = ["1280x720", "720x1280", "640x640", "854x480"].randomElement(using: &random) ?? ""
      let rate = ["25", "29.97", "30", "50"].randomElement(using: &random) ?? ""
      let (accent, side) = (
        ["red", "#12345678", "teal"].randomElement(using: &random) ?? "", Bool.random(using: &random)
      )
      let length = Int.random(in: 1...9, using: &random)
      let share = Double(Int.random(in: 1...100, using: &random)) / 100
      let head = "edit: 1\ncanvas: {size: \(size), rate: \(rate), depth: 10, color: bt709}\n"
      let called = try Playing(
        head
          + "timeline: [{edit: t.edit, with: {name: Ada B, accent: \"\(accent)\", length: \(length)s, share: \(share), "
          + "side: \(side ? "left" : "right"), lines: [x]}}]", ["t.edit": titleScript])
      let flat = try Playing(
        head + "timeline: [{sequence: s}]\nsequences:\n  s:\n    timeline: "
          + "[{color: \"\(accent)\", for: \(length)s, opacity: \(share)}]\n    overlays:\n      "
          + "- {text: Ada B, at: 0s..end, size: 6vmin, place: \"top \(side ? "left" : "right"), margin 8%\"}\n      "
          + "- {text: \(side ? "left" : "right"), at: 0s..end}\n", [:])
      #expect(called.findings == [])
      let ours = try #require(called.compilation.films.first?.composition)
      let theirs = try #require(flat.compilation.films.first?.composition)
      #expect(ours.films.map(\.composition) == theirs.films.map(\.composition))
      #expect(ours.films.map(\.composition.canvas.size) == [ours.canvas.size])
      #expect(ours.duration == theirs.duration)
    }
  }

  @Test("A script has its own canvas by default", arguments: [", nested: own", ""])
  func own(_ key: String) throws {
    let inner = titleScript.replacing(", nested: inherit", with: key)
    let film = try Playing(
      "edit: 1\ncanvas: {size: 640x640, rate: 25}\ntimeline: [{edit: t.edit, with: {name: Ada}}]",
      ["t.edit": inner])
    #expect(
      film.compilation.films.first?.composition?.films.map(\.composition.canvas.size) == [
        PixelSize(width: 1280, height: 720)
      ])
  }

  static let shaped = """
    edit: 1
    canvas: {size: 1280x720, rate: 30, nested: inherit}
    timeline: [{color: red, name: a, for: 2s}]
    overlays: [{color: white, name: b, at: 0s..end, width: 10%, height: 10%, opacity: 0.5}]
    overrides:
      portrait: {a: {color: green}}
      square: {a: {color: blue}, b: {opacity: 0.25}}
    """

  @Test(
    "Overrides follow the shape of the canvas: of an output, of a film that plays the script, of the media",
    arguments: [
      ("640x360", red), ("360x640", green), ("360x360", blue), ("640x638", red), ("638x640", green),
    ])
  func shapes(_ size: String, _ expected: Color) throws {
    let output = try Playing(Self.shaped + "\noutputs: [{file: a.mp4, size: \(size)}]", [:])
    #expect(output.findings == [])
    #expect(try #require(output.compilation.films.first?.composition).colors.first == expected)
    let played = try Playing(
      "edit: 1\ncanvas: {size: \(size), rate: 30}\ntimeline: [{edit: s.edit}]", ["s.edit": Self.shaped])
    #expect(played.findings == [])
    #expect(played.compilation.films.first?.composition?.films.first?.composition.colors.first == expected)
    let clip = Self.shaped.replacing("size: 1280x720", with: "size: auto")
      .replacing("[{color: red, name: a, for: 2s}]", with: "[{clip: c.mp4}, {color: red, name: a, for: 2s}]")
    let measured = try Playing(clip, [:], media: "c.mp4  video \(size) 30 2s")
    #expect(try #require(measured.compilation.films.first?.composition).colors.first == expected)
  }

  @Test("An output's overrides come on top of those of its shape, key by key")
  func outputs() throws {
    let film = try Playing(
      Self.shaped
        + "\noutputs:\n  - {file: a.mp4, size: 360x360, overrides: {b: {color: gold}}}\n"
        + "  - {file: b.mp4, size: 360x360, overrides: {a: {color: gold}}}\n", [:])
    #expect(film.findings == [])
    let films = try film.compilation.films.map { try #require($0.composition) }
    #expect(films[0].colors == [blue, gold])
    #expect(films[0].layers.map(\.opacity).last == films[1].layers.map(\.opacity).last)
    #expect(films[1].colors.first == gold)
  }

  @Test(
    "A canvas that is measured resolves each played script once: otherwise, each level would double the work")
  func chain() throws {
    let last = 15
    var played: [String: String] = [:]
    for number in 1...last {
      let next = number < last ? ", {edit: s\(number + 1).edit, name: a}" : ", {color: red, name: a, for: 1s}"
      played["s\(number).edit"] =
        "edit: 1\ntimeline: [{clip: c.mp4}\(next)]\noverrides: {square: {a: {opacity: 0.5}}}"
    }
    let film = try Playing(
      "edit: 1\ntimeline: [{clip: c.mp4}, {edit: s1.edit}]", played, media: "c.mp4  video 64x64 25 1s")
    #expect(film.findings == [])
    // A clip of a second at each level, and the colour.
    let composition = try #require(film.compilation.films.first?.composition)
    #expect(composition.duration == RationalTime(seconds: 17))
  }

  @Test("Mistakes in overrides of shapes are found where they are written")
  func mistakes() throws {
    let film = try Playing(
      Self.shaped + "\n  tall: {a: {color: gold}}\n  landscape: {c: {color: gold}, a: {colour: gold}}\n", [:])
    #expect(film.findings.filter { !$0.hasPrefix("unknown-key") } == ["unknown-name c"])
    #expect(film.findings.contains("unknown-key tall"))
  }
}

@Suite("Conditions and styles")
struct ConditionTests {
  @Test(
    "An item is part of the film if all its conditions hold",
    arguments: [
      ("when: flag", "flag: true", true), ("when: flag", "flag: false", false),
      ("unless: flag", "flag: true", false),
      ("when: words", "words: a", true), ("when: words", "words: ''", false),
      ("unless: words", "words: ''", true),
      ("when: list", "list: [a]", true), ("when: list", "list: []", false),
      ("when: {words: [a, b]}", "words: b", true), ("when: {words: [a, b]}", "words: c", false),
      ("when: {words: a, flag: 'true'}", "words: a, flag: true", true),
      ("when: {words: a, flag: 'true'}", "words: a, flag: false", false),
      ("when: flag, unless: {words: a}", "flag: true, words: a", false),
    ])
  func conditions(_ condition: String, _ values: String, _ isShown: Bool) throws {
    let inner = """
      edit: 1
      vars:
        flag: {type: flag, default: false}
        words: {type: text, default: ""}
        list: {type: text, list: true, default: []}
      canvas: {size: 1280x720, rate: 30, nested: inherit}
      timeline: [{color: red, for: 2s}]
      overlays:
        - {color: white, at: 0s..end, \(condition)}
        - {text: "${words}", when: {words: [never]}, at: 0s..end}
      """
    let film = try Playing(
      "edit: 1\ncanvas: {size: 640x360, rate: 30}\ntimeline: [{edit: a.edit, with: {\(values)}}]",
      ["a.edit": inner])
    #expect(film.findings.filter { !$0.hasPrefix("unused") } == [])
    let inside = try #require(film.compilation.films.first?.composition?.films.first?.composition)
    #expect(inside.layers.count == (isShown ? 2 : 1))
  }

  @Test(
    "A condition names variables that exist, without their braces",
    arguments: [
      ("when: nmae", "unknown-variable nmae"), ("when: '${name}'", "wrong-type '${name}'"),
      ("when: {list: [a]}", "wrong-type list"), ("when: {}", "empty-value {}"),
    ])
  func mistakes(_ condition: String, _ expected: String) throws {
    let film = try Playing(
      """
      edit: 1
      vars: {name: {type: text, default: a}, list: {type: text, default: [a]}}
      canvas: {size: 640x360, rate: 30}
      timeline: [{color: red, for: 2s, \(condition)}, {text: "${name}", when: list, for: 1s}]
      """, [:])
    #expect(film.findings.filter { !$0.hasPrefix("reading-speed") } == [expected])
  }

  @Test("An item that is left out is checked, and its name can be used")
  func leftOut() throws {
    let film = try Playing(
      """
      edit: 1
      vars: {more: {type: flag, default: false}}
      canvas: {size: 640x360, rate: 30}
      timeline: [{color: red, for: 2s}]
      overlays: [{color: whit, at: 0s..end, when: more}]
      """, [:])
    #expect(film.findings == ["unknown-value whit"])
  }

  @Test("Own keys come before the style, and the style before defaults, key by key")
  func styles() throws {
    let film = try Playing(
      """
      edit: 1
      styles: {loud: {opacity: 0.5, place: top left}}
      defaults: {color: {opacity: 0.9, width: 20%, height: 30%, style: loud}}
      canvas: {size: 100x100, rate: 25}
      timeline: [{gap: 2s}]
      overlays:
        - {color: red, at: 0s..end, place: bottom right}
        - {color: red, at: 0s..end, style: loud, opacity: 0.25}
        - {image: a.png, at: 0s..end, style: loud}
      """, [:], media: "a.png  still 100x100")
    #expect(film.findings.filter { !$0.hasPrefix("opaque") } == [])
    let layers = try #require(film.compilation.films.first?.composition).layers
    #expect(layers.map { "\($0.opacity)" }.count == 3)
    let flat = try Playing(
      """
      edit: 1
      canvas: {size: 100x100, rate: 25}
      timeline: [{gap: 2s}]
      overlays:
        - {color: red, at: 0s..end, place: bottom right, opacity: 0.5, width: 20%, height: 30%}
        - {color: red, at: 0s..end, place: top left, opacity: 0.25, width: 20%, height: 30%}
        - {image: a.png, at: 0s..end, opacity: 0.5, place: top left}
      """, [:], media: "a.png  still 100x100")
    #expect(layers == flat.compilation.films.first?.composition?.layers)
  }

  @Test(
    "Mistakes with styles have a place",
    arguments: [
      ("style: lound", ["unknown-name lound", "no-effect loud"]),
      ("style: loud", ["key-of-another-kind loud"]), ("opacity: 0.5", ["no-effect loud"]),
      ("style: '${look}'", []),
    ])
  func styleMistakes(_ key: String, _ expected: [String]) throws {
    let film = try Playing(
      """
      edit: 1
      canvas: {size: 640x360, rate: 30}
      vars: {look: {type: text, default: quiet}}
      styles: {loud: {opacity: 0.5, size: 5vmin}, quiet: {opacity: 0.25}}
      timeline: [{color: red, for: 2s, \(key)}, {color: red, for: 2s, style: quiet, note: "${look}"}]
      """, [:])
    #expect(film.findings.sorted() == expected.sorted())
  }
}

private let red = Color(red: 255, green: 0, blue: 0)
private let green = Color(red: 0, green: 128, blue: 0)
private let blue = Color(red: 0, green: 0, blue: 255)
private let gold = Color(red: 255, green: 215, blue: 0)

extension Composition {
  /// The constant colours of its layers, from the bottom.
  fileprivate var colors: [Color] {
    layers.compactMap { layer in
      if case .color(let color) = layer.picture { color } else { nil }
    }
  }
}
