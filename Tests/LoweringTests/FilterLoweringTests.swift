import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing
import YAMLTree

@Suite("Filters and keys of an item's picture")
struct FilterLoweringTests {
  private func layer(_ keys: String, canvas: String = "size: 1280x720, rate: 30") throws -> Layer {
    let film = LoweredScript(
      "edit: 1\ncanvas: {\(canvas)}\ntimeline:\n  - {color: red, for: 3s}\n  - {color: blue, for: 4s, \(keys)}\n"
    )
    return try #require(try film.composition().layers.last)
  }

  @Test("amounts are in the item's own time, and a bare name has its usual one")
  func amounts() throws {
    let layer = try layer("filters: [sepia, {brightness: 0 -> 0.4}, sharpen, {grain: 30%}]")
    guard case .effect(.brightness, let curve) = layer.filters[1] else {
      Issue.record("\(layer.filters)")
      return
    }
    #expect(curve.value(at: try time(2)) == 0.2)
    #expect(layer.filters[0] == .effect(.sepia, .constant(1)))
    #expect(layer.filters[2] == .effect(.sharpen, .constant(1)))
    #expect(layer.filters[3] == .effect(.grain, .constant(0.3)))
  }

  @Test("lengths become pixels of the canvas, angles degrees")
  func lengths() throws {
    let expected = [("8px", 8.0), ("5%", 36), ("2vmin", 14.4)]
    for (written, pixels) in expected {
      #expect(try layer("filters: [{blur: \(written)}]").filters == [.effect(.blur, .constant(pixels))])
    }
    #expect(try layer("filters: [{hue: 0.25turn}]").filters == [.effect(.hue, .constant(90))])
  }

  @Test("a transition moves the layer's start and not its curves")
  func transitions() throws {
    let film = LoweredScript(
      """
      edit: 1
      canvas: {size: 320x180, rate: 30}
      timeline:
        - {clip: land.mp4, take: 0s..4s}
        - transition: {kind: dissolve, for: 2s, using: handles}
        - {clip: land.mp4, take: 5s..9s, filters: [{brightness: 0 -> 0.4}], chroma-key: {color: lime, tolerance: 0 -> 0.4}}
      """)
    let layer = try #require(try film.composition().layers.last)
    guard case .effect(_, let curve) = try #require(layer.filters.first), let key = layer.chromaKey else {
      Issue.record("\(layer)")
      return
    }
    // The layer begins a second before its item, whose curve has not begun then.
    #expect(curve.value(at: try time(1)) == 0)
    #expect(abs(curve.value(at: try time(3)) - 0.2) < 1e-12)
    #expect(abs((key.tolerance?.value(at: try time(3)) ?? 0) - 0.2) < 1e-12)
  }

  @Test("a ramp outside of its item is found in a filter as anywhere")
  func wrongRamps() throws {
    let film = LoweredScript(
      "edit: 1\ncanvas: {size: 320x180, rate: 30}\ntimeline:\n"
        + "  - {color: red, for: 3s, filters: [{blur: 0px -> 4px over 2s..5s}]}\n")
    #expect(film.guilty(try film.finding(.rampOutsideItem)) == "2s..5s")
  }

  @Test("a key's colour must be one")
  func greyKey() throws {
    let film = LoweredScript(
      "edit: 1\ncanvas: {size: 320x180, rate: 30}\ntimeline:\n"
        + "  - {color: red, for: 3s, chroma-key: {color: \"#808590\"}}\n")
    let finding = try film.finding(.wrongColor)
    #expect(film.guilty(finding) == "\"#808590\"")
    #expect(finding.message == "a chroma key needs a saturated colour; this one is nearly grey")
  }

  @Test("files of colours: known, malformed, missing, and not looked at")
  func luts() throws {
    func lowered(_ state: LookState?) -> LoweredFilm {
      let text =
        "edit: 1\ncanvas: {size: 320x180, rate: 30}\ntimeline:\n"
        + "  - {color: red, for: 3s, filters: [{lut: a.cube}]}\n  - {color: red, for: 3s, filters: [{lut: a.cube}]}\n"
      let source = SourceText(name: "test.edit", text)
      var table = MediaTable()
      table.looks["a.cube"] = state
      return lower(EditScript.read(YAMLTree.parse(source).tree, in: source).script, media: table)
    }
    let film = try #require(lowered(.known(path: "/x/a.cube", digest: "d")).composition)
    #expect(film.luts == [LUT(spelling: "a.cube", path: "/x/a.cube", digest: "d")])
    #expect(film.layers.map(\.filters) == [[.look(0)], [.look(0)]])

    let malformed = lowered(.malformed(CubeProblem(line: 7, reason: "`x` is not a number")))
    #expect(malformed.composition == nil)
    #expect(
      malformed.diagnostics.map(\.message) == [
        "'a.cube' is not a colour lookup table: line 7: `x` is not a number"
      ])
    #expect(
      lowered(.failed(MediaFailure(.missing, reason: "no such file"))).diagnostics.map(\.id) == [.missingFile]
    )
    let unknown = lowered(nil)
    #expect(unknown.composition == nil)
    #expect(unknown.diagnostics.map(\.id) == [.mediaNotChecked])
  }
}
