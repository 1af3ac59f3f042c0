import Basics
import Diagnostics
import EditScript
import Testing
import YAMLTree

@testable import ScriptWriting

@Suite("Writing places on a clock into a script")
struct SyncMergeTests {
  private func merged(
    _ text: String, _ recordings: [(path: String, names: Set<String>, place: SyncPlace?)]
  ) throws -> String {
    var script = MergedScript(SourceText(name: "film.edit", text))
    try script.merge(recordings.map { SyncedMedium(path: $0.path, names: $0.names, place: $0.place) })
    let source = script.source
    let parse = YAMLTree.parse(source)
    #expect(parse.diagnostics + EditScript.read(parse.tree, in: source).diagnostics == [], "\(source.text)")
    return source.text
  }

  private func place(_ offset: Double, _ speed: Double = 1) throws -> SyncPlace {
    try #require(SyncPlace(offset: offset, pace: 1 / speed, length: 100))
  }

  @Test("leaves everything else as it is")
  func forms() throws {
    let text = """
      # The evening.
      edit: 1
      media:
        wide: cam1.mp4   # the clock
        close: 'b, 2.mp4'  # her phone
        plain: b, 3.mp4
        flow: {file: c.mp4, on-damage: hold}   # old
        block:
          # The lamp flickers.
          file: d.mp4  # later
          on-damage: hold
        old: {file: e.mp4, sync: {at: 1.5s, speed: 1.0001x}}
        lines:
          file: f.mp4
          sync:
            at: -2s   # about
            # its clock is bad
            speed: 1.01x
      timeline:
        - clip: wide

      """
    let recordings: [(path: String, names: Set<String>, place: SyncPlace?)] = [
      ("cam1.mp4", ["wide"], nil), ("b, 2.mp4", ["close"], try place(12.345062, 1.000145)),
      ("b, 3.mp4", ["plain"], try place(3)), ("c.mp4", ["flow"], try place(-3.2)),
      ("d.mp4", ["block"], try place(4.25)), ("e.mp4", ["old"], try place(1.5)),
      ("f.mp4", ["lines"], try place(-2, 1.02)), ("more/g h.wav", [], try place(7)),
    ]
    let result = try merged(text, recordings)
    #expect(
      result == """
        # The evening.
        edit: 1
        media:
          wide: cam1.mp4   # the clock
          close: {file: 'b, 2.mp4', sync: {at: 12.345062s, speed: 1.000145x}}  # her phone
          plain: {file: "b, 3.mp4", sync: {at: 3s}}
          flow: {file: c.mp4, sync: {at: -3.2s}, on-damage: hold}   # old
          block:
            # The lamp flickers.
            file: d.mp4  # later
            sync: {at: 4.25s}
            on-damage: hold
          old: {file: e.mp4, sync: {at: 1.5s}}
          lines:
            file: f.mp4
            sync:
              at: -2s   # about
              # its clock is bad
              speed: 1.02x
          g-h: {file: more/g h.wav, sync: {at: 7s}}
        timeline:
          - clip: wide

        """)
    // The second time, the added one has its name.
    let again = recordings.dropLast() + [("more/g h.wav", ["g-h"], try place(7))]
    #expect(try merged(result, Array(again)) == result)
  }

  @Test("keeps another spelling of the same place, and adds `media` where it is missing")
  func same() throws {
    let text =
      "edit: 1\nmedia: {a: a.mp4, b: {file: b.mp4, sync: {at: 1500ms, speed: 2/1}}}\ntimeline: [{clip: a}]\n"
    #expect(try merged(text, [("a.mp4", ["a"], nil), ("b.mp4", ["b"], try place(1.5, 2))]) == text)
    #expect(
      try merged("edit: 1\ntimeline:\n  - clip: a.mp4\n", [("a.mp4", [], nil), ("b.mp4", [], try place(2))])
        == "edit: 1\nmedia:\n  a: a.mp4\n  b: {file: b.mp4, sync: {at: 2s}}\ntimeline:\n  - clip: a.mp4\n")
    // A recording that starts with the clock needs nothing.
    let plain = "edit: 1\nmedia: {a: a.mp4, b: b.mp4}\ntimeline: [{clip: a}]\n"
    #expect(try merged(plain, [("a.mp4", ["a"], nil), ("b.mp4", ["b"], try place(0))]) == plain)
    // Two names for one file.
    #expect(
      try merged(
        "edit: 1\r\nmedia: {a: a.mp4, b: b.mp4, c: {file: b.mp4, color: bt601}}\r\ntimeline: [{clip: a}]\r\n",
        [("a.mp4", ["a"], nil), ("b.mp4", ["b", "c"], try place(1))])
        == "edit: 1\r\nmedia: {a: a.mp4, b: {file: b.mp4, sync: {at: 1s}}, c: {file: b.mp4, sync: {at: 1s}, color: bt601}}"
        + "\r\ntimeline: [{clip: a}]\r\n")
  }

  @Test("refuses what it would have to guess")
  func refusals() throws {
    let cases = [
      ("media: {a: {file: a.mp4, sync: {at: 2s}}, b: b.mp4}", "'a' follows another recording"),
      (
        "vars: {at: {type: duration, default: 2s}}\nmedia: {a: a.mp4, b: {file: b.mp4, sync: {at: \"${at}\"}}}",
        "a variable is in this `sync`"
      ),
    ]
    for (head, message) in cases {
      do {
        let text = try merged(
          "edit: 1\n\(head)\ntimeline: [{clip: a}]\n",
          [("a.mp4", ["a"], nil), ("b.mp4", ["b"], try place(1))])
        Issue.record("\(text)")
      } catch MergedScript.Problem.unclear(_, let reason) {
        #expect(reason.hasPrefix(message))
      }
    }
  }
}
