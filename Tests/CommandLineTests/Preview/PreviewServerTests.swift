import TestSupport
import Testing

@Suite("editc preview")
struct PreviewServerTests {
  /// Runs a judge of this folder; its last line counts what it looked at.
  private func judge(_ name: String, _ arguments: String...) throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Preview/" + name
    let result = try withExtendedLifetime(folder) {
      try run(["/usr/bin/python3", judge, builtEditc, folder.root] + arguments)
    }
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.hasSuffix(" checks, 0 failures\n"), "\(result.text.suffix(300))")
  }

  @Test("What it serves is the film, frame by frame and sample by sample, through saves, mistakes and losses")
  func server() throws { try judge("server.py") }

  @Test(
    "Chromium shows each frame that it is asked for, plays in order and stays calm at a save",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(
      if: OtherProgram.chromium.isPresent && OtherProgram.chromedriver.isPresent, "chromium is not installed")
  )
  func chromium() throws { try judge("page.py", "chromium") }

  @Test(
    "Firefox shows each frame that it is asked for, plays in order and stays calm at a save",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: OtherProgram.firefox.isPresent, "firefox-esr is not installed"))
  func firefox() throws { try judge("page.py", "firefox") }
}
