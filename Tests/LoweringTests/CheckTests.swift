import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Checks: what must be true of the film")
struct CheckTests {
  private func film(_ timeline: String, checks: String = "{}") -> LoweredScript {
    LoweredScript(head + "timeline: [\(timeline)]\nchecks: \(checks)")
  }

  @Test("portrait beside landscape is refused, naming both clips and the first one's place")
  func mixed() throws {
    let script = film("{clip: land.mp4}, {clip: port.mp4}")
    let finding = try script.finding(.mixedOrientation)
    #expect(finding.message == "'port.mp4' is portrait (720x1280), but 'land.mp4' is landscape (1280x720)")
    #expect(script.guilty(finding) == "port.mp4")
    #expect(finding.notes.map { script.excerpt($0.range) } == ["land.mp4"])
    #expect(script.film.composition == nil)
  }

  @Test("a clip that is stored lying and shown standing counts as portrait")
  func turned() throws {
    let finding = try film("{clip: turned.mov}, {clip: land.mp4}").finding(.mixedOrientation)
    #expect(finding.message == "'land.mp4' is landscape (1280x720), but 'turned.mov' is portrait (1080x1920)")
    #expect(!film("{clip: turned.mov}, {clip: port.mp4}").has(.mixedOrientation))
  }

  @Test("every clip that differs from the first is named")
  func several() {
    let script = film("{clip: land.mp4}, {clip: port.mp4}, {clip: wide.mp4}, {clip: turned.mov}")
    #expect(script.diagnostics.filter { $0.id == .mixedOrientation }.count == 2)
  }

  @Test("an item that says how it fits, the check `any`, squares and overlays are no mixture")
  func allowed() throws {
    _ = try film("{clip: land.mp4}, {clip: port.mp4, fit: cover}").composition()
    _ = try film("{clip: land.mp4}, {clip: port.mp4}", checks: "{orientation: any}").composition()
    _ = try film("{clip: land.mp4}, {clip: square.mp4}").composition()
    _ = try LoweredScript(head + "timeline: [{clip: land.mp4}]\noverlays: [{clip: port.mp4}]").composition()
  }

  @Test(
    "a wanted orientation is held against every clip",
    arguments: [
      ("landscape", "land.mp4", "port.mp4"), ("portrait", "turned.mov", "wide.mp4"),
      ("square", "square.mp4", "land.mp4"), ("landscape", "wide.mp4", "square.mp4"),
    ])
  func wanted(check: String, good: String, bad: String) throws {
    _ = try film("{clip: \(good)}", checks: "{orientation: \(check)}").composition()
    let script = film("{clip: \(bad)}", checks: "{orientation: \(check)}")
    let finding = try script.finding(.mixedOrientation)
    #expect(script.guilty(finding) == bad)
    #expect(finding.notes.map { script.excerpt($0.range) } == [check])
  }

  @Test("a length is held against both of its bounds, which are allowed themselves")
  func duration() throws {
    for good in ["..2s", "2s..", "2s..2s", "1s..3s", "..60f"] {
      _ = try film("{color: red, for: 2s}", checks: "{duration: \(good)}").composition()
    }
    #expect(
      try film("{color: red, for: 2s}", checks: "{duration: ..1.9s}").finding(.checkFailed).message
        .contains("longer than"))
    #expect(
      try film("{color: red, for: 2s}", checks: "{duration: 61f..}").finding(.checkFailed).message
        .contains("shorter than"))
  }

  @Test(
    "a length that cannot be checked is refused",
    arguments: ["..end - 1s", "-2s..", "..intro.end", "first 2s"])
  func uncheckable(duration: String) {
    let script = film("{color: red, for: 2s}", checks: "{duration: \(duration)}")
    #expect(script.diagnostics.hasErrors, "\(script.messages)")
  }

  @Test("`auto` is nothing to hold a film against, a reversed length neither")
  func nothingToCheck() throws {
    let auto = LoweredScript(head + "checks: {size: auto, rate: auto}\ntimeline: [{clip: land.mp4}]")
    #expect(auto.diagnostics.filter { $0.id == .unknownValue }.compactMap(auto.guilty) == ["auto", "auto"])
    let reversed = LoweredScript(head + "checks: {duration: 60s..10s}\ntimeline: [{clip: land.mp4}]")
    #expect(reversed.guilty(try reversed.finding(.rangeReversed)) == "60s..10s")
    #expect(!reversed.has(.checkFailed))
  }

  @Test("size, rate and sound are held against the film")
  func others() throws {
    _ = try film("{clip: land.mp4}", checks: "{size: 1280x720, rate: 30, audio: required}").composition()
    #expect(film("{clip: land.mp4}", checks: "{size: 1920x1080}").has(.checkFailed))
    #expect(film("{clip: land.mp4}", checks: "{rate: 25}").has(.checkFailed))
    #expect(film("{clip: mute.mp4}", checks: "{audio: required}").has(.checkFailed))
  }
}
