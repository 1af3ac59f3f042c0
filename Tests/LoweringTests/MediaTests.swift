import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing
import YAMLTree

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

  @Test("what a lock says is reported once for each file, and its facts count as facts")
  func lock() throws {
    guard case .known(let facts, let path)? = Shelf.standard["land.mp4"] else {
      Issue.record("the test's own media are not known")
      return
    }
    let text =
      head + "timeline: [{clip: away.mp4, take: 0s..99s}, {clip: far.mp4}, {clip: away.mp4}, {clip: new.mp4}]"
    let script = EditScript.read(text)
    var table = MediaTable([
      "away.mp4": .recorded(facts, path: path), "far.mp4": .recorded(facts, path: path),
      "new.mp4": .known(facts, path: path),
    ])
    table.lock = LockComparison(name: "film.edit.lock", command: "editc lock film.edit")
    table.lock?.findings = ["new.mp4": .missing, "away.mp4": .otherContent("bytes 7, not 8")]
    let found = lower(script, media: table).diagnostics
    #expect(
      found.map(\.id) == [.mediaDiffersFromLock, .lockOutdated, .takeOutsideMedia, .factsFromLock])
    #expect(found.map(\.severity) == [.error, .warning, .error, .note])
    #expect(found[3].message == "2 media files are missing; their facts come from film.edit.lock")
    table.lock?.problem = "film.edit.lock:3: 'bytes' is missing"
    let damaged = lower(script, media: table).diagnostics.filter { $0.id == .unreadableLock }
    #expect(damaged.map(\.message) == ["the lock cannot be used: film.edit.lock:3: 'bytes' is missing"])
    #expect(damaged.first?.range == nil)
  }

  @Test("media that are required and not looked at are an error")
  func required() {
    var table = MediaTable()
    table.requiresMedia = true
    let found = lower(EditScript.read(head + "timeline: [{clip: a.mp4}]"), media: table).diagnostics
    #expect(found.map(\.id) == [.mediaNotChecked])
    #expect(found.first?.severity == .error)
  }

  @Test(
    "the file that was meant comes as a fix, a safe one where only the case of letters differs",
    arguments: [
      (NearbyFile.Likeness.otherCase, DiagnosticID.pathCase, true), (.otherCodePoints, .missingFile, true),
      (.similar, .missingFile, false),
    ])
  func nearby(likeness: NearbyFile.Likeness, id: DiagnosticID, isSafe: Bool) throws {
    let missing = MediaState.failed(MediaFailure(.missing, reason: "no such file"))
    var table = MediaTable(["Beach.MP4": missing])
    let edit = TextEdit(range: SourceRange(1, 2), replacement: "x")
    table.nearby["Beach.MP4"] = NearbyFile(path: "beach.mp4", likeness: likeness, edits: [edit])
    let script = EditScript.read(head + "timeline: [{clip: Beach.MP4}]")
    let found = try #require(lower(script, media: table).diagnostics.first)
    #expect(found.id == id)
    #expect(found.severity == .error)
    #expect(found.fixes == [Diagnostic.Fix("write `beach.mp4`", [edit], isSafe: isSafe)])
    table.states["Beach.MP4"] = Shelf.standard["land.mp4"]
    let onlyHere = try #require(lower(script, media: table).diagnostics.first)
    #expect((onlyHere.id, onlyHere.severity) == (.pathCase, .warning))
  }

  @Test("media that nobody looked at give a note and no film")
  func unchecked() throws {
    let script = LoweredScript("edit: 1\ntimeline: [{clip: a.mp4}]\noverlays: [{color: red}]", media: [:])
    #expect(try script.finding(.mediaNotChecked).severity == .note)
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
    #expect(far.hint?.contains("declared names: beach") == true)
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

  @Test("HDR is taken as it is, its tones are mapped where it is shown")
  func highDynamicRange() {
    let hlg = Shelf.clip(1280, 720, rate: FrameRate(30), seconds: 2, transfer: "arib-std-b67")
    #expect(LoweredScript(head + "timeline: [{clip: a.mov}]", media: ["a.mov": hlg]).film.composition != nil)
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

extension EditScript {
  fileprivate static func read(_ text: String) -> EditScript {
    let source = SourceText(name: "test.edit", text)
    return read(YAMLTree.parse(source).tree, in: source).script
  }
}
