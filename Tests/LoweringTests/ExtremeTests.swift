import Basics
import Composition
import Diagnostics
import Lowering
import TestSupport
import Testing

@Suite("Extremes: nothing an author writes can stop the program")
struct ExtremeTests {
  private static let times = [
    "9223372036854775807s", "1/9223372036854775807s", "9223372036854775807/3s", "9223372036854775807f", "0s",
    "0.000000000000000001s", "99:59:59:29", "1/3s", "100000h", "360000s", "360001s",
  ]

  @Test("any length of any item gives a film or an error", arguments: times)
  func lengths(length: String) {
    for rate in ["30", "29.97", "1/3", "1000000", "1"] {
      for item in [
        "{color: red, for: '\(length)'}", "{gap: '\(length)'}", "{image: logo.png, for: '\(length)'}",
        "{clip: land.mp4, take: '\(length)..'}", "{clip: land.mp4, take: '..\(length)'}",
        "{clip: land.mp4, take: '1s for \(length)'}",
        "{color: red, for: 2s, opacity: '1 -> 0 over first \(length)'}",
        "{color: red, for: 2s, opacity: {'\(length)': 1}}",
      ] {
        for second in ["", ", \(item)"] {
          let script = LoweredScript(
            "edit: 1\ncanvas: {size: 1280x720, rate: \(rate)}\ntimeline: [\(item)\(second)]\n"
              + "overlays: [{color: red, at: '\(length)'}, {color: red, at: '-\(length)..end', for: 1s}]")
          #expect(
            script.film.composition != nil || script.diagnostics.hasErrors,
            "\(script.text) \(script.messages)")
          if let film = script.film.composition { #expect(film.frameCount > 0) }
        }
      }
    }
  }

  @Test("whatever keys and values come together, there is a film or a reason why not")
  func anything() {
    var random = SeededRandom(seed: 10)
    let times = [
      "0s", "1s", "-1s", "2.5s", "end", "start", "a.end", "b.start - 1s", "30f", "1/3s", "20s", "25s",
      "x.end",
    ]
    let media = ["land.mp4", "port.mp4", "mute.mp4", "song.m4a", "logo.png", "gone.mp4", "nothing"]
    func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    func range() -> String {
      pick([
        "\(pick(times))..\(pick(times))", "\(pick(times))..", "..\(pick(times))", "all", "last 2s",
        "1s for 0s",
      ])
    }
    func item(_ isPlaced: Bool) -> String {
      var keys = [
        pick([
          "clip: \(pick(media))", "image: \(pick(media))", "color: red", "clip: land.mp4", "image: logo.png",
        ])
      ]
      let more = [
        "take: '\(range())'", "for: '\(pick(times))'", "opacity: '1 -> 0 over \(range())'",
        "fit: \(pick(["cover", "none"]))",
        "width: \(pick(["0px", "12%", "200vmin"]))",
        "place: '\(pick(["top left", "-50%, 50%", "right, margin 9999px"]))'",
        "name: \(pick(["a", "b", "c"]))", "enabled: false", "audio: off", "volume: -6dB",
        isPlaced ? "at: '\(pick([pick(times), range()]))'" : "note: x",
      ]
      keys += more.shuffled(using: &random).prefix(.random(in: 0...4, using: &random))
      return "  - {\(keys.joined(separator: ", "))}\n"
    }
    var films = 0
    let rounds = rounds(1500, quick: 200)
    for _ in 0..<rounds {
      var text =
        "edit: 1\ncanvas: {size: \(pick(["auto", "640x360"])), rate: \(pick(["auto", "29.97", "30"]))}\n"
      text += "checks: {orientation: any, duration: '\(range())'}\n"
      for (list, isPlaced) in [("timeline", false), ("overlays", true), ("audio", true)] {
        text += "\(list):\n"
        for _ in 0..<Int.random(in: 1...3, using: &random) { text += item(isPlaced) }
      }
      let script = LoweredScript(text)
      let isExplained = script.diagnostics.hasErrors || script.has(.mediaNotChecked)
      #expect(script.film.composition != nil || isExplained, "\(text) \(script.messages)")
      films += script.film.composition == nil ? 0 : 1
      for layer in script.film.composition?.layers ?? [] {
        #expect(layer.frames.upperBound <= script.film.composition?.frameCount ?? 0)
        #expect(!layer.visibleBox.isEmpty)
      }
    }
    #expect(films > rounds / 75, "\(films)")
  }

  @Test("a film lasts for a hundred hours at most")
  func longest() throws {
    #expect(
      try LoweredScript(head + "timeline: [{color: red, for: 360000s}]").composition().frameCount
        == 10_800_000)
    #expect(
      try LoweredScript(head + "timeline: [{color: red, for: 360001s}]").finding(.overLimit).message
        .contains("360000s"))
  }

  @Test(
    "an empty timeline is no film and one error at least",
    arguments: ["timeline: []", "timeline:", "", "timeline: [{color: red, for: 1s, enabled: false}]"])
  func empty(timeline: String) {
    let script = LoweredScript(head + timeline)
    #expect(script.film.composition == nil)
    #expect(script.diagnostics.hasErrors)
  }

  @Test("lengths up to the largest that can be written place a picture or say why not")
  func lengths() {
    for length in ["1000000%", "1000000px", "1000000vmin", "0px", "0.0000001%"] {
      for key in ["width", "height", "place"] {
        let value = key == "place" ? "'\(length), \(length)'" : length
        for fit in ["contain", "cover", "fill", "none"] {
          let script = LoweredScript(
            head
              + "timeline: [{color: red, for: 1s}]\noverlays: [{image: logo.png, \(key): \(value), fit: \(fit)}]"
          )
          #expect(script.film.composition != nil || script.diagnostics.hasErrors, "\(script.text)")
        }
      }
    }
  }

  @Test("ten thousand items, names and misspellings take no quadratic time")
  func many() throws {
    let count = 5000
    let story = (0..<count).map { "  - {color: red, for: 10f, name: s\($0)}" }.joined(separator: "\n")
    let over = (0..<count).map { "  - {color: lime, at: s\(count - 1 - $0).start, for: 5f}" }.joined(
      separator: "\n")
    let script = LoweredScript(head + "timeline:\n\(story)\noverlays:\n\(over)")
    #expect(try script.composition().layers.count == 2 * count)
    let few = 1000
    let names = (0..<few).map { "  name\($0)x: land.mp4" }.joined(separator: "\n")
    let wrong = (0..<few).map { "  - {clip: nmae\($0)y}" }.joined(separator: "\n")
    let misspelled = LoweredScript(head + "media:\n\(names)\ntimeline:\n\(wrong)")
    #expect(misspelled.has(.unknownMedia))
  }
}
