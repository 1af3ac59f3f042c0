import Basics
import Composition
import EditScript
import Lowering
import Testing

@Suite("Counters")
struct CounterTests {
  @Test(
    "of numbers group digits as their format shows",
    arguments: [
      ("# ###", 0, 1_234_567, "1 234 567"), ("# ###", 0, 999, "999"), ("# ###", 0, -1000, "-1 000"),
      ("#", 0, 1_234_567, "1234567"), ("####", 0, 12, "12"), ("a # b", 0, -3, "a -3 b"),
      ("$#,###.##", 2, 123_456_789, "$1,234,567.89"), ("#.###,##", 2, -5, "-0,05"), ("# %", 1, 7, "0.7 %"),
      ("#,##,###", 0, 123_456_789, "12,34,56,789"), ("##:##", 0, 1234, "12:34"), ("# ### €", 0, 0, "0 €"),
    ] as [(String, Int, Int64, String)])
  func formats(text: String, decimals: Int, number: Int64, shown: String) throws {
    let format = try NumberFormat(text, decimals: decimals)
    let counted = CountedNumber(from: number, to: number, frameCount: 1, easing: .linear, format: format)
    #expect(Counter.number(counted).words(atFrame: 0) == shown)
  }

  @Test(
    "of numbers show the first one in the first frame and the last one in the last frame, with any easing")
  func ends() throws {
    for easing in ["linear", "hold", "ease-out", "ease-in-out-back", "ease-out-elastic", "spring(100,10)"] {
      let words = try WordyScript(
        "  - {counter: {from: -20, to: 99.5, ease: \"\(easing)\"}, at: 1s..3s}"
      ).words()
      let counter = try #require(words.counter)
      #expect(counter.words(atFrame: 0) == "-20.0")
      #expect(counter.words(atFrame: 49) == "99.5")
      let longest = (0..<50).map { counter.words(atFrame: $0).utf8.count }.max()
      #expect(longest ?? 0 <= words.text.words.utf8.count, "\(easing): \(words.text.words)")
    }
    let linear = try WordyScript("  - {counter: {to: 49}, for: 2s}").words().counter
    for frame in 0..<50 { #expect(linear?.words(atFrame: Int64(frame)) == "\(frame)") }
  }

  @Test("of sources are a layer for each item, with its clock")
  func sources() throws {
    let film = WordyScript("  - {counter: {of: story, show: \"{frame} {name}\"}, name: burn, at: 1s..2s}")
      .film
    let layer = try #require(film.composition?.layers.last)
    guard case .text(let words) = layer.picture else { throw WordyScript.NoWords() }
    // The colour has been visible for 25 of its 100 frames.
    #expect(layer.frames == 25..<50 && words.counter?.words(atFrame: 0) == "25 -")
    #expect(words.text.features == ["tnum"])
    #expect(film.diagnostics.isEmpty)
    let steady = try WordyScript("  - counter: {of: story, show: name}").words()
    #expect(steady.counter == nil && steady.text.words == "-")
  }

  @Test("begin timecode again at midnight, and count drop-frame")
  func midnight() throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    let day = try #require(rate.framesOfDay(isDropFrame: true))
    let pictures = SourcePictures(
      clock: MediaClock(start: .zero), moment: .zero, filmRate: rate, rate: rate, start: .zero, count: 100)
    let reading = SourceReading(
      fields: [.timecode(first: day - 1, rate, isDropFrame: true)], pictures: pictures)
    #expect(reading.text(ofPicture: 0) == "23:59:59;29")
    #expect(reading.text(ofPicture: 1) == "00:00:00;00")
  }

  @Test(
    "that make no sense are reported",
    arguments: [
      ("{}", "missing-key: `counter` has neither `to` nor `of`"),
      ("{from: 1}", "missing-key: `counter` has neither `to` nor `of`"),
      ("{to: 5, of: story}", "competing-keys: `of` shows the source of an item, but `to` is about a number"),
      ("{to: 5, format: abc}", "number-syntax: the format \"abc\" has no `#` for the digits"),
      (
        "{to: 5, format: \"# ###\", decimals: 2}",
        "number-syntax: the number has 2 decimal places, but the format has 3 in its last group"
      ),
      ("{to: 1.12345678}", "number-out-of-range: `1.12345678` has more than 6 decimal places"),
      ("{of: nobody}", "unknown-name: no item is named 'nobody'"),
      ("{of: story, show: tiemcode}", "unknown-value: unknown field `tiemcode`, did you mean `timecode`?"),
      ("{of: story, show: \"{file\"}", "unknown-value: `{` has no `}`"),
      ("{of: own}, name: own", "reference-cycle: 'own' cannot show its own source"),
      ("{of: story}", "missing-timecode: 'color' has no timecode: it counts from zero"),
    ])
  func mistakes(counter: String, message: String) {
    let messages = WordyScript("  - {counter: \(counter)}").messages
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }
}
