import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("Animated values: ramps and key frames in an item's own time")
struct AnimationTests {
  /// The second item of a timeline lasts from 3 s to 13 s, so that its own time is not the film's.
  private func film(_ opacity: String) -> LoweredScript {
    LoweredScript(
      head + "timeline:\n  - {color: red, for: 3s}\n  - {color: blue, for: 10s, opacity: \(opacity)}")
  }

  private func opacity(_ written: String) throws -> Curve {
    let layers = try film(written).composition().layers
    return try #require(layers.last).opacity
  }

  @Test("a ramp without a range crosses the whole item, with one it holds outside of it")
  func ramps() throws {
    #expect(try opacity("1 -> 0").value(at: time(5)) == 0.5)
    let fade = try opacity("1 -> 0 over last 1s")
    #expect(try fade.value(at: time(9)) == 1)
    #expect(try fade.value(at: time(19, 2)) == 0.5)
    #expect(try fade.value(at: time(10)) == 0)
    let inner = try opacity("0 -> 1 over 2s..4s")
    #expect(try [0, 2, 3, 4, 9].map { try inner.value(at: time($0)) } == [0, 0, 0.5, 1, 1])
  }

  @Test("three values are even steps")
  func steps() throws {
    let triangle = try opacity("0 -> 1 -> 0.5")
    #expect(triangle.keys.map(\.time) == [.zero, try time(5), try time(10)])
    #expect(triangle.keys.map(\.value) == [0, 1, 0.5])
    #expect(try opacity("0 -> 1 -> 0 -> 1 over first 1s").keys[1].time == (try time(1, 3)))
  }

  @Test("an easing shapes every step of its ramp")
  func easings() throws {
    let eased = try opacity("0 -> 1 ease")
    #expect(abs(eased.value(at: try time(5)) - 0.8024) < 0.0001)
    #expect(try opacity("0 -> 1 hold").value(at: time(9)) == 0)
  }

  @Test(
    "an easing that takes an opacity, a colour or a transition beyond its end is refused, with a similar one",
    arguments: [
      ("0 -> 1 ease-out-back", "`ease-out`"), ("1 -> 0 ease-in-back", "`ease-in`"),
      ("0.2 -> 0 spring", "`ease-out`"),
      ("0 -> 1 ease-in-out-elastic", "`ease-in-out-bounce`"),
      ("0 -> 1 cubic-bezier(0.3,1.5,0.6,1)", "`cubic-bezier(0.3,1,0.6,1)`"),
      ("{0s: 0, 1s: 1 ease-in-out-back, 2s: 0}", "`ease-in-out`"),
    ])
  func overshoot(value: String, hint: String) throws {
    let finding = try film("'\(value)'".replacing("'{", with: "{").replacing("}'", with: "}")).finding(
      .easingOvershoots)
    #expect(finding.hint?.contains(hint) == true, "\(finding.hint ?? "")")
  }

  @Test("an easing that overshoots within the limits is not refused")
  func overshootWithRoom() {
    for value in [
      "20% -> 80% ease-out-back", "0.5 -> 0.6 spring", "0 -> 1 ease-out-bounce", "0 -> 1 ease-in-expo",
    ] {
      #expect(!film("'\(value)'").has(.easingOvershoots), "\(value)")
    }
  }

  @Test("several ramps meet in one curve, whatever their order")
  func severalRamps() throws {
    let curve = try opacity("[1 -> 0 over last 1s, 0 -> 1 over first 1s]")
    #expect(try [0, 1, 5, 9, 10].map { try curve.value(at: time($0)) } == [0, 1, 1, 1, 0])
  }

  @Test("a ramp that leaves its item is refused at its range")
  func outside() throws {
    for range in ["8s..11s", "-11s..-9s", "12s..13s", "last 11s", "first 301f"] {
      let script = film("'1 -> 0 over \(range)'")
      #expect(script.guilty(try script.finding(.rampOutsideItem))?.contains(range) == true, "\(range)")
    }
    #expect(!film("1 -> 0 over first 300f").has(.rampOutsideItem))
    #expect(film("1 -> 0 over 2s..2s").has(.emptyRange))
  }

  @Test("two ramps must not overlap, and a jump between them is a warning")
  func neighbours() throws {
    let overlapping = try film("[0 -> 1 over first 2s, 1 -> 0 over 1s..3s]").finding(.rampsOverlap)
    #expect(overlapping.notes.count == 1)
    let pop = film("[0 -> 1 over first 1s, 0.5 -> 0 over last 1s]")
    #expect(try pop.finding(.rampPop).severity == .warning)
    let curve = try #require(try pop.composition().layers.last).opacity
    #expect(try curve.value(at: time(899, 100)) == 1)
    #expect(try curve.value(at: time(9)) == 0.5)
    #expect(!film("[0 -> 1 over 0s..1s, 1 -> 0 over 1s..2s]").has(.rampsOverlap))
  }

  @Test("key frames hold before the first and after the last")
  func keyFrames() throws {
    let curve = try opacity("{1s: 0, 2s: 1 ease-out, -2s: 0.2}")
    #expect(curve.keys.map(\.time) == [try time(1), try time(2), try time(8)])
    #expect(try [0, 1, 2, 8, 10].map { try curve.value(at: time($0)) } == [0, 0, 1, 0.2, 0.2])
    #expect(film("{0s: 0, 11s: 1}").has(.rampOutsideItem))
    #expect(film("{2s: 0, 1s: 1}").has(.rampsOverlap))
  }

  @Test("volume ramps move the gain, decibels as factors")
  func volume() throws {
    let film = try LoweredScript(head + "timeline: [{clip: land.mp4, take: ..10s, volume: 0dB -> -20dB}]")
      .composition()
    #expect(abs(film.sounds[0].gain.value(at: try time(10)) - 0.1) < 1e-12)
  }
}
