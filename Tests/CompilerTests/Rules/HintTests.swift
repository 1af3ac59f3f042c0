import Basics
import Compiler
import Diagnostics
import Testing

@Suite("What is written in another form gets its form as a hint")
struct HintTests {
  private let start = "edit: 1\ncanvas: {size: 64x36, rate: 10}\n"

  @Test(
    "A single value or other words",
    arguments: [
      ("mask: photo.png", "{image: photo.png}"), ("mask: ellipse", "{shape: ellipse}"),
      ("mask: ink.mov", "{clip: ink.mov}"), ("skew: {x: 10deg}", "10deg"), ("skew: {y: 10deg}", "0deg 10deg"),
      ("skew: {x: 10deg, y: 5deg}", "10deg 5deg"), ("skew: [10deg, 5deg]", "10deg 5deg"),
    ])
  func forms(_ written: String, _ meant: String) throws {
    let found = try Findings(start + "timeline: [{color: red, for: 1s, \(written)}]\n")
    let finding = try found.one(.wrongType)
    #expect(finding.fixes.first?.edits.first?.replacement == meant, "\(finding.message)")
    #expect(found.all.count == 1, "\(found.all.map(\.message))")
  }

  @Test("A lookup table beside other keys is a filter")
  func lut() throws {
    let found = try Findings(start + "timeline: [{color: red, for: 1s, lut: warm.cube}]\n")
    #expect(try found.one(.unknownKey).fixes.first?.title == "write `filters: [{lut: warm.cube}]`")
  }

  @Test(
    "What would be invisible has a cause",
    arguments: [
      (
        "{color: red, at: 0s..end, mask: {text: \"\"}}",
        "never-visible: the mask hides the whole item: its text is empty"
      ),
      (
        "{color: red, at: 0s..end, mask: {shape: {polygon: \"0% 0%, 10% 20%, 15% 30%\"}}}",
        "never-visible: the mask hides the whole item: all corners of the polygon are on one line, so it has no area"
      ),
      (
        "{shape: {polygon: \"50% 0%, 50% 10%, 50% 99%\"}, at: 0s..end, width: 10px, height: 10px}",
        "never-visible: all corners of the polygon are on one line, so it has no area"
      ),
      (
        "{shape: {polygon: \"50% 0%, 50% 10%, 50% 99%\"}, stroke: 2px red, at: 0s..end, width: 10px, height: 10px}",
        nil
      ),
      ("{shape: {polygon: \"0% 0%, 10% 20%, 15% 31%\"}, at: 0s..end, width: 10px, height: 10px}", nil),
      ("{color: red, at: 0s..end, mask: {text: \"\", invert: true}}", nil),
      (
        "{gradient: {colors: [red, blue], radial: 50% 50%, radius: 0%}, at: 0s..end, width: 10px}",
        "size-out-of-range: the `radius` of a gradient must be more than 0, or only its last colour is visible"
      ),
      (
        "{gradient: {colors: [red, blue], radial: 50% 50%, radius: 0% -> 50%}, at: 0s..end, width: 10px}", nil
      ),
    ] as [(String, String?)])
  func invisible(_ item: String, _ message: String?) throws {
    let found = try Findings(
      start + "timeline: [{color: navy, for: 1s}]\noverlays: [\(item)]\n", media: "fonts")
    let named = found.all.filter {
      [.neverVisible, .sizeOutOfRange].contains($0.id) || $0.severity == .error
    }
    #expect(named.map { "\($0.id.name): \($0.message)" } == [message].compactMap(\.self))
    #expect(named.allSatisfy { $0.hint != nil })
  }
}
