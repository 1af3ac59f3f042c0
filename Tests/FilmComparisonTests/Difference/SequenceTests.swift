import Basics
import Diagnostics
import FilmComparison
import TestSupport
import Testing

@Suite("What changed in sequences and in files of colours")
struct SequenceTests {
  private static let head =
    "edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{sequence: part}, {sequence: rest}]\n"

  private func values(_ old: String, _ new: String) throws -> [String] {
    let found = try changes(
      Self.head + "sequences:\n" + old, Self.head + "sequences:\n" + new,
      media: "a.mp4  video 64x36 10 9s\nb.mp4  video 64x36 10 9s")
    #expect(found.items.isEmpty)
    return found.settings.map { setting in
      let value = setting.value
      return
        "\(setting.section) \(value.property): \(value.old ?? value.unwritten) -> \(value.new ?? value.unwritten)"
    }
  }

  @Test("is said item by item, with the name of the sequence")
  func sequences() throws {
    let old =
      "  part: [{clip: a.mp4, take: ..2s}, {clip: b.mp4, take: ..3s}]\n  rest: [{color: red, for: 1s}]\n"
    #expect(try values(old, old) == [])
    #expect(
      try values(
        old,
        "  part: [{clip: a.mp4, take: ..1s}, {clip: b.mp4, take: ..3s}]\n  rest: [{color: red, for: 1s}]\n")
        == ["sequences part: clip a.mp4, take: ..2s -> ..1s"])
    #expect(
      try values(
        old,
        "  part: [{clip: b.mp4, take: ..3s}]\n  rest: [{color: red, for: 1s}, {color: blue, for: 1s}]\n")
        == [
          "sequences part: clip a.mp4: timeline 1 -> not there",
          "sequences rest: color #0000ff: not there -> timeline 2",
        ])
    // An overlay needs the long form.
    #expect(
      try values(
        "  part: [{clip: a.mp4}]\n  rest: [{clip: b.mp4}]\n",
        "  part: {timeline: [{clip: a.mp4}], overlays: [{color: red, width: 10%, height: 10%}]}\n"
          + "  rest: [{clip: b.mp4}]\n")
        == ["sequences part: color #ff0000: not there -> overlays 1"])
  }

  @Test("is said of files of colours whose content is another one, and what they colour is made again")
  func looks() throws {
    let item = "{clip: a.mp4, take: ..5s, filters: [{lut: warm.cube}]}"
    let output = "outputs: [{file: film.mp4}]\n"
    let scripts = [
      "edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline: [\(item), {color: red, for: 5s}]\n" + output,
      Self.head + "sequences: {part: [\(item)], rest: [{color: red, for: 5s}]}\n" + output,
    ]
    for script in scripts {
      let films = try ["0 0 0", "0 0 0.5"].map {
        try TestFilm(script, media: "a.mp4  video 64x36 10 9s", looks: ["warm.cube": $0])
      }
      #expect(!films[0].findings.hasErrors, "\(films[0].findings)")
      let found = compareFilms(films[0].version, films[1].version, storeIsKnown: false)
      let text = found.text(old: "old", new: "new")
      #expect(found.media.map(\.newFile) == ["warm.cube"], "\(text)")
      #expect(found.media.first?.oldDigest != found.media.first?.newDigest)
      #expect(text.contains("media\n  ~ warm.cube  different content\n"), "\(text)")
      #expect(text.contains("1 segment kept            5s..10s"), "\(text)")
      #expect(text.contains("1 segment rendered again  0s..5s"), "\(text)")
      let same = compareFilms(films[0].version, films[0].version, storeIsKnown: false)
      #expect(same.isSameFilm && same.media.isEmpty)
    }
  }

  @Test("is said of whole sequences that come and go")
  func wholeOnes() throws {
    #expect(
      try values(
        "  part: [{clip: a.mp4}]\n  rest: [{clip: b.mp4}]\n  more: [{clip: b.mp4}, {clip: a.mp4}]\n",
        "  part: [{clip: a.mp4}]\n  rest: [{clip: b.mp4}]\n  other: [{clip: b.mp4}]\n")
        == ["sequences other: nothing -> 1 item", "sequences more: 2 items -> nothing"])
  }
}
