import Composition
import Diagnostics
import EditTime
import Lowering
import MediaFacts
import SourceText
import Testing

@Suite("Media: from names to facts")
struct MediaTests {
  @Test(
    "each way in which a file gives no facts is told apart, once a file",
    arguments: [
      (MediaFailure.Kind.missing, DiagnosticID.missingFile), (.isDirectory, .fileIsDirectory),
      (.isLFSPointer, .lfsPointer), (.unreadable, .unreadableFile),
    ])
  func failures(kind: MediaFailure.Kind, id: DiagnosticID) throws {
    let script = LoweredScript(
      head + "media: {a: x/a.mp4}\ntimeline: [{clip: a}, {clip: x/a.mp4}, {clip: a}]",
      media: ["x/a.mp4": .failed(MediaFailure(kind, reason: "moov atom not found"))])
    let finding = try script.finding(id)
    #expect(finding.message.contains("'x/a.mp4'"))
    #expect(script.guilty(finding) == "x/a.mp4")
    if kind == .unreadable { #expect(finding.message.contains("moov atom not found")) }
    #expect(script.film.composition == nil)
  }

  @Test("media that nobody looked at give an information and no film")
  func unchecked() throws {
    let script = LoweredScript("edit: 1\ntimeline: [{clip: a.mp4}]\noverlays: [{color: red}]", media: [:])
    #expect(try script.finding(.mediaNotChecked).severity == .information)
    #expect(script.diagnostics.count == 1)
    #expect(script.film.composition == nil)
  }

  @Test("no film is made without a clip that nobody looked at, even where its place is known")
  func uncheckedInPlace() {
    let script = LoweredScript(
      head + "timeline: [{clip: gone.mp4, take: 0s..2s}, {color: red, for: 1s}]", media: [:])
    #expect(!script.diagnostics.hasErrors)
    #expect(script.film.composition == nil)
  }

  @Test("one missing file hides no mistake in the times of the others, even where it leaves the rate open")
  func missingBesideMistakes() throws {
    let missing = MediaState.failed(MediaFailure(.missing, reason: "no such file"))
    let script = LoweredScript(
      """
      edit: 1
      timeline:
        - clip: gone.mp4
        - {clip: land.mp4, take: 5s..99s}
        - {color: red, for: 2s, opacity: 1 -> 0 over 1s..3s}
        - {color: red, for: 12f}
      """, media: Shelf.standard.merging(["gone.mp4": missing]) { _, new in new })
    #expect(script.diagnostics.map(\.id) == [.missingFile, .takeOutsideMedia, .rampOutsideItem])
  }

  @Test("a misspelled media name comes with the one that was meant, ready to be written")
  func didYouMean() throws {
    let script = LoweredScript(head + "media: {beach: land.mp4}\ntimeline: [{clip: baech}]")
    let finding = try script.finding(.unknownMedia)
    #expect(finding.hint == "did you mean 'beach'?")
    #expect(finding.fixes.first?.edits.first?.replacement == "beach")
    #expect(script.guilty(finding) == "baech")
    let far = try LoweredScript(head + "media: {beach: land.mp4}\ntimeline: [{clip: zebra}]").finding(
      .unknownMedia)
    #expect(far.hint?.contains("declared are beach") == true)
  }

  @Test("files of the wrong kind say which key takes them")
  func kinds() throws {
    #expect(
      try LoweredScript(head + "timeline: [{image: land.mp4}]").finding(.wrongType).hint
        == "use `clip: land.mp4`")
    #expect(
      try LoweredScript(head + "timeline: [{clip: logo.png}]").finding(.wrongType).hint?
        .contains("image: logo.png") == true)
    #expect(LoweredScript(head + "timeline: [{clip: song.m4a}]").has(.noPicture))
    #expect(LoweredScript(head + "timeline: [{image: song.m4a}]").has(.noPicture))
  }

  @Test("HDR is refused, because showing it as if it were not would be wrong")
  func highDynamicRange() {
    let hlg = Shelf.clip(1280, 720, rate: FrameRate(30), seconds: 2, transfer: "arib-std-b67")
    #expect(LoweredScript(head + "timeline: [{clip: a.mov}]", media: ["a.mov": hlg]).has(.notSupportedYet))
  }

  @Test("facts at the ends of 64 bits never trap, and what gives no film says why")
  func extremeFacts() throws {
    let ends: [RationalTime] = [
      try time(.min), try time(.max), try time(1, .max), try time(.max, 3), try time(.min, .max), .zero,
    ]
    let rates = [FrameRate(1, per: .max), FrameRate(1_000_000), FrameRate(.max, per: .max - 1), nil]
    for end in ends {
      for rate in rates {
        guard
          case .known(var facts, let path) = Shelf.clip(
            64, 64, rate: rate, seconds: 1, timecode: "99:59:59:29")
        else { continue }
        facts.extent = .finite(end)
        facts.origin = end
        facts.video[0].mediaRange = TimeRange(at: end)
        facts.video[0].frameCount = .max
        for take in ["all", "1s..2s", "last 1s", "tc 00:00:00:00..", "1f..end - 1f"] {
          let script = LoweredScript(
            "edit: 1\ntimeline: [{clip: a.mp4, take: '\(take)'}, {clip: a.mp4}]\naudio: [{clip: a.mp4, at: -1f}]",
            media: ["a.mp4": .known(facts, path: path)])
          #expect(script.film.composition != nil || script.diagnostics.hasErrors, "\(end) \(take)")
        }
      }
    }
  }
}
