import Basics
import Diagnostics
import EditScript
import Testing
import YAMLTree

@Suite("Filters become typed values")
struct FilterTests {
  private func item(_ keys: String) throws -> Item {
    let source = SourceText(name: "film.edit", "edit: 1\ntimeline:\n  - clip: a\n\(keys)\n")
    let reading = EditScript.read(YAMLTree.parse(source).tree, in: source)
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    return try #require(reading.script.timeline.first)
  }

  @Test(
    "in every form, and print as they could be written",
    arguments: [
      ("sepia", "sepia"), ("sepia: 50%", "{sepia: 0.5}"),
      ("blur: 4px -> 0px over last 1s", "{blur: 4px -> 0px over last 1s}"),
      ("hue: {0s: 0deg, 1s: 90deg ease}", "{hue: {0s: 0deg, 1s: 90deg ease}}"),
      ("lut: looks/warm.cube", "{lut: looks/warm.cube}"),
      ("ffmpeg: \"eq=gamma=1.2:contrast=2\"", "{ffmpeg: \"eq=gamma=1.2:contrast=2\"}"),
      ("ffmpeg: vflip", "{ffmpeg: \"vflip\"}"),
    ])
  func forms(written: String, canonical: String) throws {
    let item = try item("    filters:\n      - \(written)")
    #expect(item.filters?.value.map(\.value.canonicalText) == [canonical])
  }

  @Test("FFmpeg's quotes and backslashes are undone, and written again where they are needed")
  func escapes() throws {
    let item = try item(#"    filters: [{ffmpeg: 'geq=lum=p(X\,Y):cb=''1:2''128'}]"#)
    guard case .ffmpeg(let filter)? = item.filters?.value.first?.value.value else {
      Issue.record("no filter of FFmpeg")
      return
    }
    #expect(filter.name.value == "geq")
    #expect(filter.options.map { $0.name?.value } == ["lum", "cb"])
    #expect(filter.options.map(\.value.value) == ["p(X,Y)", "1:2128"])
    #expect(filter.canonicalText == #"geq=lum=p(X\,Y):cb=1\:2128"#)
  }

  @Test("a chroma key has a colour and amounts over time")
  func chromaKey() throws {
    let key = try #require(item("    chroma-key: {color: lime, tolerance: 0.1 -> 20%}").chromaKey?.value)
    #expect(key.canonicalText == "{color: #00ff00, tolerance: 0.1 -> 0.2}")
  }
}
