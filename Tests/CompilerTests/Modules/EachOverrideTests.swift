import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import TestSupport
import Testing

/// Each `each` is compared with the items that it stands for, written one by one.
@Suite("An `each` in outputs, on shapes and under overlays")
struct EachOverrideTests {
  private func film(_ script: String, media: String = "") throws -> Compilation {
    let reading = ParsedScript(SourceText(name: "test.edit", script))
    return compile(reading, media: try MediaListing("fonts\n" + media).table(for: reading.script))
  }

  private func layers(_ script: String, output: Int = 0, media: String = "") throws -> [Layer] {
    let compiled = try film(script, media: media)
    #expect(compiled.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return try #require(compiled.films[output].composition).layers
  }

  private let head = "edit: 1\ncanvas: {size: 320x180, rate: 10}\n"

  @Test(
    "An output changes keys of all items, and those beside `each`",
    arguments: [
      ("{for: 1s}", "{color: red, for: 1s}, {color: gold, for: 1s}"),
      ("{opacity: 0.5}", "{color: red, for: 2s, opacity: 0.5}, {color: gold, for: 3s, opacity: 0.5}"),
      ("{for: 4s, width: 10%}", "{color: red, for: 4s, width: 10%}, {color: gold, for: 4s, width: 10%}"),
      ("{enabled: false}", "{color: red, for: 2s, enabled: false}"),
      ("{overrides: {1: {for: 5s}}}", "{color: red, for: 5s}, {color: gold, for: 2s}"),
      (
        "{transition: dissolve 1s}",
        "{color: red, for: 2s}, {transition: dissolve 1s}, {color: gold, for: 3s}"
      ),
    ])
  func outputs(_ keys: String, _ flat: String) throws {
    let end = "{color: navy, for: 1s}"
    let script =
      head
      + "timeline:\n  - {each: {color: [red, gold], for: 2s}, name: all, overrides: {2: {for: 3s}}}\n  - \(end)\n"
      + "outputs: [{file: a.mp4}, {file: b.mp4, overrides: {all: \(keys)}}]\n"
    let usual = try layers(script)
    #expect(
      usual == (try layers(head + "timeline: [{color: red, for: 2s}, {color: gold, for: 3s}, \(end)]\n")))
    #expect(try layers(script, output: 1) == layers(head + "timeline: [\(flat), \(end)]\n"))
  }

  @Test(
    "A key beside `each` that belongs inside is one finding, whatever its value",
    arguments: ["yy", "[1s, 2s]", "2s"])
  func misplaced(_ value: String) throws {
    let script =
      head
      + "timeline: [{color: navy, for: 9s}]\noverlays: [{each: {color: [red, gold], for: 2s}, at: \(value)}]\n"
    let found = try film(script).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == ["`at` does not belong to an each"])
  }

  @Test("A shape does, too, and an output comes on top of it")
  func shapes() throws {
    let script =
      "edit: 1\ncanvas: {rate: 10}\ntimeline: [{each: {color: [red, gold], for: 2s, width: 50%}, name: all}]\n"
      + "overrides: {portrait: {all: {for: 1s, width: 80%}}}\noutputs:\n  - {file: a.mp4, size: 320x180}\n"
      + "  - {file: b.mp4, size: 180x320}\n  - {file: c.mp4, size: 180x320, overrides: {all: {for: 3s}}}\n"
    for (index, (size, keys)) in [
      ("320x180", "for: 2s, width: 50%"), ("180x320", "for: 1s, width: 80%"),
      ("180x320", "for: 3s, width: 80%"),
    ].enumerated() {
      let flat = "edit: 1\ncanvas: {size: \(size), rate: 10}\n"
      #expect(
        try layers(script, output: index)
          == layers(flat + "timeline: [{color: red, \(keys)}, {color: gold, \(keys)}]\n"))
    }
  }

  @Test("Files of a pattern, their captions and the times of their name are those of the output")
  func files() throws {
    let media = "photos/a.jpg  still 320x180\nphotos/b.jpg  still 320x180"
    let items =
      "{each: {image: photos/*.jpg, for: 2s}, name: all, captions: [One, Two], overrides: {b.jpg: {for: 3s}}}"
    let script =
      head + "timeline: [\(items)]\noverlays: [{color: red, at: all.end - 1s..all.end, width: 10%}]\n"
      + "outputs: [{file: a.mp4}, {file: b.mp4, overrides: {all: {for: 1s, fit: fill}}}]\n"
    let flat =
      head
      + "timeline: [{image: photos/a.jpg, for: 1s, fit: fill}, {image: photos/b.jpg, for: 1s, fit: fill}]\n"
      + "overlays:\n  - {text: One, at: 0s..1s, place: \"bottom, margin 6%\"}\n"
      + "  - {text: Two, at: 1s..2s, place: \"bottom, margin 6%\"}\n  - {color: red, at: 1s..2s, width: 10%}\n"
    #expect(try layers(script, output: 1, media: media) == layers(flat, media: media))
  }

  @Test(
    "What cannot be overridden is reported, once",
    arguments: [
      ("{color: blue}", "not-supported-yet: an output cannot show other items in an `each` yet"),
      ("{take: 1s..}", "key-of-another-kind: `take` does not belong to a color"),
      ("{fro: 1s}", "unknown-key: `fro` is not a key of an item"),
      ("{overrides: {3: {for: 1s}}}", "unknown-name: there is no item 3: this `each` has 2"),
    ])
  func mistakes(_ keys: String, _ message: String) throws {
    let script =
      head + "timeline: [{each: {color: [red, gold], for: 2s}, name: all}]\n"
      + "outputs: [{file: a.mp4, overrides: {all: \(keys)}}]\n"
    let found = try film(script).diagnostics.filter { $0.severity == .error }
    #expect(found.map { "\($0.id.name): \($0.message)" } == [message])
  }

  @Test("Under overlays, each item has its own time, from a list")
  func overlays() throws {
    let variables =
      "vars: {words: {type: text, default: [Ada, Grace]}, times: {type: time, default: [1s, 3s]}}\n"
    let start = head + "timeline: [{color: navy, for: 9s}]\noverlays:\n"
    let after = "  - {color: red, at: names.start..names.end, width: 10%}\n"
    let flat = try layers(
      start + "  - {text: Ada, at: 1s, for: 1s}\n  - {text: Grace, at: 3s, for: 1s}\n"
        + "  - {color: red, at: 1s..4s, width: 10%}\n")
    for written in [
      "{each: {text: \"${words}\", at: \"${times}\", for: 1s}, name: names}",
      "{each: {text: [Ada, Grace], at: [1s, 3s], for: 1s}, name: names}",
      "{each: {text: [Ada, Grace], at: 1s, for: 1s}, name: names, overrides: {2: {at: 3s}}}",
    ] {
      let script = start + "  - \(written)\n" + after
      let isListed = written.contains("${")
      #expect(
        try layers(isListed ? script.replacing("canvas:", with: variables + "canvas:") : script) == flat)
    }
    for (written, message) in [
      (
        "{each: {text: [A, B], at: 1s, for: 1s}, transition: dissolve 1s}",
        "wrong-list: `transition` joins items"
      ),
      (
        "{each: {color: [red, gold], at: 1s, for: 1s}, captions: [A, B]}",
        "wrong-list: `captions` is only for items"
      ),
      ("{each: {text: [A, B], at: [1s, 2s, 3s], for: 1s}}", "count-differs: this list has 3 values"),
      ("{each: {gap: [1s, 2s]}}", "wrong-list: a gap is not allowed under `overlays`"),
    ] {
      let found = try film(start + "  - \(written)\n").diagnostics
      let errors = found.filter { $0.severity == .error }.map { "\($0.id.name): \($0.message)" }
      #expect(errors.contains { $0.hasPrefix(message) }, "\(written): \(errors)")
    }
    let inTimeline = head + "timeline: [{each: {color: [red, gold], at: 1s, for: 1s}}]\n"
    #expect(
      try film(inTimeline).diagnostics.map(\.message)
        == ["`at` is not allowed in the timeline, whose items play one after the other"])
  }
}
