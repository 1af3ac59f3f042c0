import TestSupport
import Testing

@Suite("editc preview", .serialized)
struct PreviewServerTests {
  /// Runs a judge of this folder, by a command if one is given; its last line counts what it looked at.
  private func judge(_ name: String, _ arguments: String..., by command: [String] = []) throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Preview/" + name
    let result = try withExtendedLifetime(folder) {
      try run(command + ["/usr/bin/python3", judge, builtEditc, folder.root] + arguments)
    }
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.hasSuffix(" checks, 0 failures\n"), "\(result.text.suffix(300))")
  }

  @Test("What it serves is the film, frame by frame and sample by sample, through saves, mistakes and losses")
  func server() throws { try judge("server.py") }

  @Test("A fix is written for the page alone, if the file is what was checked, and undone to the same bytes")
  func repairs() throws { try judge("repairs.py") }

  @Test(
    "A full disk is said on the page, and all is made when there is room again",
    .enabled(if: canMount, "this user may not mount file systems"))
  func fullDisk() throws { try judge("disk.py", by: ["unshare", "-rm"]) }

  @Test(
    "Without a font it makes the film and has nothing to say",
    .enabled(if: canMount, "this user may not mount file systems"))
  func noFont() throws {
    let place = try Workplace()
    try place.write(
      "film.edit", "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: teal, for: 1s}]\n")
    let hidden = "for f in /usr/share/fonts /usr/local/share/fonts; do mount -t tmpfs none $f; done"
    let result = try run(
      ["unshare", "-rm", "sh", "-c", "\(hidden); exec \"$0\" preview film.edit --once", builtEditc],
      in: place.root, environment: place.environment.merging(["HOME": place.root]) { $1 })
    #expect(result.exitCode == 0)
    #expect(!result.errorText.contains("warning"), "\(result.errorText)")
  }

  /// The judges that need a browser, all of them in `make judge` alone.
  private static let judges = [
    "page.py", "timeline.py", "hostile.py", "buffers.py", "findings.py", "controls.py", "compare.py",
    "clip.py", "found.py",
  ]

  @Test(
    "Chromium shows each frame of any film, plays in order, stays calm at a save, draws the timeline, and repairs a script; in `make judge` it runs no text of a script",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(
      if: OtherProgram.chromium.isPresent && OtherProgram.chromedriver.isPresent, "chromium is not installed"),
    arguments: testsLong
      ? judges
      : [
        "page.py", "timeline.py", "buffers.py", "findings.py", "controls.py", "compare.py", "clip.py",
        "found.py",
      ]
  )
  func chromium(name: String) throws { try judge(name, "chromium") }

  @Test(
    "Firefox runs no text of a script, and changes none for another page; in `make judge` it does all that Chromium does",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: OtherProgram.firefox.isPresent, "firefox-esr is not installed"),
    arguments: testsLong ? judges : ["hostile.py"])
  func firefox(name: String) throws { try judge(name, "firefox") }
}
