import FoundationEssentials
import TestSupport
import Testing

@testable import FilmDiff

/// What is rendered and not compared would be a change that nobody sees: `docs/reference.md`, which is made from the
/// schema, says which keys are rendered.
@Suite("Every key that is rendered")
struct EveryKeyTests {
  @Test("of an item is compared, but for those that change nothing of the film")
  func items() throws {
    let keys = try renderedKeys(under: "An item")
    let kinds: Set = [
      "clip", "image", "color", "gradient", "bars", "shape", "text", "counter", "gap", "sequence",
      "edit", "tone", "silence", "transition",
    ]
    let compared = Set(ItemProperty.all.map(\.name)).union(kinds)
    #expect(keys.subtracting(compared) == ["name", "note", "enabled"])
    #expect(compared.subtracting(keys) == [])
  }

  @Test("of an output is compared, but for its name")
  func outputs() throws {
    var keys = try renderedKeys(under: "An output").subtracting(["video", "audio"])
    for part in ["video", "audio"] {
      keys.formUnion(try renderedKeys(under: "An output's \(part)").map { "\(part).\($0)" })
    }
    let compared = Set(OutputProperty.all.map(\.name))
    #expect(keys.subtracting(compared) == ["name"])
    #expect(compared.subtracting(keys) == [])
  }

  @Test("of the canvas, the mix and the checks is compared")
  func settings() throws {
    // Each of them, changed.
    let script = { (canvas: String, mix: String, checks: String) in
      "edit: 1\ncanvas: {\(canvas)}\nmix: {\(mix)}\ntimeline: [{clip: beach.mp4}]\nchecks: {\(checks)}\n"
    }
    let media = "beach.mp4  video 640x360 25 9s  audio 48000 stereo"
    let changes = try changes(
      script("size: 640x360, rate: 25, color: bt709, depth: 8", "rate: 48000", ""),
      script(
        "size: 320x180, rate: 50, background: blue, color: bt2020, depth: 10",
        "rate: 44100, channels: mono, loudness: -16 LUFS, peak: -1 dBTP, splice: 5ms",
        "orientation: landscape, duration: ..10s, size: 320x180, rate: 50, audio: required,"
          + " loudness: -16 LUFS, peak: ..-1 dBTP, silence: ..3s, black: ..2s, file-size: ..50MB"),
      media: media)
    let settings = Dictionary(grouping: changes.settings, by: \.section).mapValues {
      Set($0.map(\.value.property))
    }
    #expect(try renderedKeys(under: "The canvas") == settings["canvas"])
    #expect(try renderedKeys(under: "The mix") == settings["mix"])
    #expect(try renderedKeys(under: "The checks") == Set(changes.checks.map(\.value.property)))
  }

  @Test("of the metadata and the markers is compared, and makes another file")
  func labels() throws {
    let script = { (metadata: String, markers: String) in
      "edit: 1\ncanvas: {size: 64x64, rate: 25}\ntimeline: [{color: red, for: 9s}]\nmarkers: {\(markers)}\n"
        + "metadata: {\(metadata)}\noutputs: [{file: a.mp4}]\n"
    }
    let texts = "title: a, artist: b, album: c, genre: d, date: e, copyright: f, description: g, comment: h"
    let all = try changes(
      script("", "a: 1s, b: 2s"),
      script("keep: all, language: eng, \(texts)", "a: {at: 1s, chapter: true}, c: 3s"))
    let settings = Dictionary(grouping: all.settings, by: \.section).mapValues {
      Set($0.map(\.value.property))
    }
    #expect(try renderedKeys(under: "The metadata") == settings["metadata"])
    #expect(settings["markers"] == ["a", "b", "c"])
    #expect(!all.isSameFilm)
    // What no file says makes no other file.
    #expect(try changes(script("", "a: 1s"), script("keep: all", "b: 2s")).isSameFilm)
    #expect(try !changes(script("", "a: 1s"), script("", "a: {at: 1s, chapter: true}")).isSameFilm)
  }

  /// The keys in the tables of a section that have no ✗ in the third column.
  private func renderedKeys(under heading: String) throws -> Set<String> {
    let page = String(
      decoding: try Data(contentsOf: URL(filePath: packageRoot + "/docs/reference.md")), as: UTF8.self)
    let start = try #require(page.firstRange(of: "## \(heading)\n")).upperBound
    let section = page[start...].prefix(
      upTo: page[start...].firstRange(of: "\n## ")?.lowerBound ?? page.endIndex)
    let keys = section.split(separator: "\n").compactMap { line -> String? in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count > 4, !cells[3].contains("✗") else { return nil }
      let parts = cells[1].split(separator: "`", omittingEmptySubsequences: false)
      return parts.count > 2 ? String(parts[1]) : nil
    }
    #expect(!keys.isEmpty, "\(heading)")
    return Set(keys)
  }
}
