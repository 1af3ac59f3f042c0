import Basics
import Composition
import Diagnostics
import Lowering
import Testing

/// Thirds, sixths and sevenths of a second have no exact sum with a 2^61 - 1st part of one.
private let fine = "1/2305843009213693951s"
/// Four seconds of media that begin a 2^59 - 1st part of a second after 2s, from which no 30th can be taken exactly.
private let fineTake = "1152921504606846975/576460752303423487s for 4s"

@Suite("What cannot be resolved has a finding: nothing is left out of a film silently")
struct NothingDroppedTests {
  /// A film is complete, or an error says why it is not.
  private func expectReason(
    _ script: LoweredScript, _ id: DiagnosticID, at text: String, location: SourceLocation = #_sourceLocation
  ) {
    let found = script.diagnostics.filter { $0.id == id && $0.severity == .error }
    #expect(
      found.contains { script.guilty($0)?.contains(text) == true },
      "\(script.messages) \(script.film.composition.map { "\($0)" } ?? "no film")", sourceLocation: location)
    #expect(script.film.composition == nil, sourceLocation: location)
  }

  private func story(_ items: String, _ more: String = "") -> LoweredScript {
    LoweredScript(head + "timeline: [\(items)]\n\(more)")
  }

  private let handles = "{transition: {kind: dissolve, for: 1/3s, using: handles}}"

  @Test("a sound whose curve cannot be counted from a cross-fade's start")
  func curveOfSound() {
    let script = story(
      "{clip: land.mp4, take: 2s..6s}, \(handles),"
        + " {clip: land.mp4, take: 8s..12s, volume: '1 -> 0.5 over \(fine)..2s'}")
    expectReason(script, .timeOverflow, at: "clip: land.mp4")
  }

  private let shortHandles = "{transition: {kind: dissolve, for: 1/30s, using: handles}}"

  @Test("a picture and a sound whose media time a transition would make inexact")
  func clockOfLayer() {
    for more in ["", ", audio: off"] {
      let script = story(
        "{clip: land.mp4, take: 2s..6s}, \(shortHandles),"
          + " {clip: land.mp4, take: \(fineTake)\(more)}")
      expectReason(script, .timeOverflow, at: "clip: land.mp4")
    }
  }

  @Test("a sound that cannot begin exactly so much earlier")
  func lead() {
    let script = story(
      "{clip: land.mp4, take: 2s..6s}, {clip: land.mp4,"
        + " take: \(fineTake), audio: {lead: 1/30s}}")
    expectReason(script, .timeOverflow, at: "1/30s")
  }

  @Test("an overlay whose length is no exact time")
  func lengthOfOverlay() {
    let script = story("{color: red, for: 8/7s}", "overlays: [{color: lime, at: '\(fine)..'}]")
    expectReason(script, .timeOverflow, at: fine)
  }

  @Test("a cue whose place in the film is no exact time")
  func cue() {
    let script = story(
      "{clip: land.mp4, take: \(fineTake)}",
      "subtitles: [{cues: [{at: 61/30s..4s, text: A}], of: land.mp4}]")
    expectReason(script, .timeOverflow, at: "61/30s..4s")
  }

  @Test("a cue that counts from the end of media that no item plays, or whose end nobody knows")
  func cueFromTheEnd() throws {
    let unused = story(
      "{color: red, for: 4s}", "subtitles: [{cues: [{at: -2s.., text: A}], of: land.mp4}]")
    expectReason(unused, .takeOutsideMedia, at: "-2s..")
    guard case .known(var facts, let path)? = Shelf.standard["land.mp4"] else { return }
    facts.extent = .indefinite
    let live = LoweredScript(
      head + "timeline: [{clip: live.ts, take: 0s..4s}]\n"
        + "subtitles: [{cues: [{at: -2s.., text: A}], of: live.ts}]",
      media: ["live.ts": .known(facts, path: path)])
    expectReason(live, .takeOutsideMedia, at: "-2s..")
  }

  @Test("a frozen time that counts from an end nobody knows")
  func frozenAtTheEnd() throws {
    guard case .known(var facts, let path)? = Shelf.standard["land.mp4"] else { return }
    facts.extent = .indefinite
    let script = LoweredScript(
      head + "timeline: [{clip: live.ts, freeze: -1s, for: 2s}]",
      media: ["live.ts": .known(facts, path: path)])
    expectReason(script, .takeOutsideMedia, at: "-1s")
  }

  @Test("the file of an image sequence that has no picture")
  func imageWithoutPicture() {
    var media = Shelf.standard
    media["a-1.png"] = media["logo.png"]
    media["a-2.png"] = media["song.m4a"]
    let script = LoweredScript(
      head + "media: {shots: {file: a-%d.png, frames: {rate: 25}}}\ntimeline: [{clip: shots}]", media: media,
      images: ["a-%d.png": [1, 2]])
    expectReason(script, .noPicture, at: "a-%d.png")
  }

  @Test("a fade that is longer than what a transition leaves of the sound")
  func fadeOfSound() {
    let script = story(
      "{clip: land.mp4, take: ..5s, fade: {out: 4s}},"
        + " {transition: {kind: dissolve, for: 4s, audio: cut}}, {clip: wide.mp4, take: ..5s}")
    expectReason(script, .rampOutsideItem, at: "4s")
  }

  @Test("the short fade of a cut in a sound of which there is no half")
  func splice() {
    let script = story(
      "{tone: sine, for: 4611686018427387905/4611686018427387904s}", "mix: {splice: 10ms}")
    expectReason(script, .timeOverflow, at: "tone")
  }

  @Test("a blurred frame that is too large to make")
  func blurredFrame() {
    expectReason(
      story("{clip: land.mp4, take: ..1s, fit: blur, width: 20000px, height: 20000px}"), .sizeOutOfRange,
      at: "blur")
  }

  @Test("a picture that moves between times that have no exact middle")
  func movement() {
    let script = story(
      "{color: red, for: 4s}",
      "overlays: [{image: logo.png, scale: {'1/4611686018427387905s': 1, 1/7s: 2}}]")
    expectReason(script, .timeOverflow, at: "1/4611686018427387905s")
  }

  @Test("words that come and go, or are typed, in parts of a time that has none")
  func words() {
    for animation in ["fade", "typewriter"] {
      let script = WordyScript(
        "  - {text: Hello, animate: \(animation), for: 4611686018427387848/4611686018427387847s}")
      #expect(script.film.composition == nil)
      #expect(script.messages.contains { $0.hasPrefix("time-overflow") }, "\(script.messages)")
    }
  }

  @Test("a transition whose handles end a little too early")
  func handlesWithoutExactShortage() {
    let script = story(
      "{clip: land.mp4, take: 2s..6s}, \(handles), {clip: land.mp4, take: \(fine) for 4s}")
    #expect(script.film.composition == nil, "\(script.messages)")
    #expect(script.has(.missingHandles) || script.has(.timeOverflow), "\(script.messages)")
  }
}
