import EditScript
import FoundationEssentials
import TestSupport
import Testing

@testable import FilmComparison

/// What is rendered and not compared would be a change that nobody sees: `docs/reference.md`, which is made from the
/// schema, says which keys are rendered.
@Suite("Every key that is rendered")
struct EveryKeyTests {
  @Test("of an item has an effect to compare, but for those that change nothing of the film")
  func items() {
    let keys = LanguageSchema.itemProperties.map(\.name)
    let known = Set(ItemProperty.effects.keys).union(ItemProperty.withoutEffect)
    #expect(keys.filter { !known.contains($0) } == [])
    #expect(known.subtracting(keys) == [])
  }

  @Test("of an output has an effect to compare, but for its name")
  func outputs() {
    let keys = LanguageSchema.outputProperties.map(\.name)
    let known = Set(OutputProperty.effects.keys).union(["name"])
    #expect(keys.filter { !known.contains($0) } == [])
    #expect(known.subtracting(keys) == [])
  }

  @Test("of an item whose default is a value changes nothing of the film where that value is written")
  func defaults() throws {
    // Words are not measured here, so what their keys come to is not known.
    let subjects: [ItemKeyword: String] = [
      .clip: "clip: beach.mp4", .tone: "tone: sine, for: 2s",
      .shape: "shape: rectangle, width: 50%, height: 50%, for: 2s",
    ]
    var count = 0
    for key in LanguageSchema.item.keys {
      guard case .value(let value)? = key.defaultValue, case .item(let kinds, let lists, _) = key.role,
        let kind = [ItemKeyword.clip, .tone, .shape].first(where: kinds.contains),
        let subject = subjects[kind], let list = ItemList.allCases.first(where: lists.contains)
      else { continue }
      let script = { (more: String) in
        let story = list == .timeline ? "" : "timeline: [{clip: beach.mp4}]\n"
        return "edit: 1\ncanvas: {size: 640x360, rate: 25}\n\(story)\(list.rawValue): [{\(subject)\(more)}]\n"
          + "outputs: [{file: a.mp4}]\n"
      }
      let changes = try changes(
        script(""), script(", \(key.name): \"\(value)\""),
        media: "beach.mp4  video 640x360 25 9s  audio 48000 stereo")
      #expect(changes.items == [], "\(key.name): \(value)")
      #expect(changes.isSameFilm, "\(key.name): \(value)")
      count += 1
    }
    #expect(count > 15)
  }

  @Test("of the canvas, the mix and the checks is compared")
  func settings() throws {
    // Each of them, changed.
    let script = { (canvas: String, mix: String, checks: String) in
      "edit: 1\ncanvas: {\(canvas)}\nmix: {\(mix)}\ntimeline: [{clip: beach.mp4}]\nchecks: {\(checks)}\n"
        + "subtitles: [{cues: [{at: 1s..3s, text: Hello}], mode: sidecar, language: eng}]\n"
    }
    let media = "beach.mp4  video 640x360 25 9s  audio 48000 stereo"
    let changes = try changes(
      script("size: 640x360, rate: 25, color: bt709, depth: 8", "rate: 48000", ""),
      script(
        "size: 320x180, rate: 50, background: blue, color: bt2020, depth: 10, nested: inherit",
        "rate: 44100, channels: mono, loudness: -16 LUFS, peak: -1 dBTP, splice: 5ms",
        "orientation: landscape, duration: ..10s, size: 320x180, rate: 50, audio: required,"
          + " loudness: -16 LUFS, peak: ..-1 dBTP, silence: ..3s, black: ..2s, file-size: ..50MB, copied: 0%..,"
          + " flashes: none, captions: bbc, freeze: ..10s, gamut: r103, short-term: ..-14 LUFS,"
          + " momentary: ..-12 LUFS, range: ..15 LU, phase: -0.5.., safe-area: title"
      ),
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
    let texts =
      "title: a, artist: b, album: c, genre: d, date: e, copyright: f, description: g, comment: h,"
      + " album-artist: i, composer: j, grouping: k, keywords: l, lyrics: m, show: n, make: o, model: p,"
      + " location: \"1, 2\", quicktime: {a: b}, id3: {a: b}, vorbis: {a: b}, matroska: {a: b}, cover: 1s"
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
