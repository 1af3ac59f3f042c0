import TestSupport
import Testing

@Suite("editc preview")
struct PreviewServerTests {
  @Test("What it serves is the film, frame by frame and sample by sample, through saves, mistakes and losses")
  func server() throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Preview/server.py"
    let result = try withExtendedLifetime(folder) {
      try run(["/usr/bin/python3", judge, builtEditc, folder.root])
    }
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.hasSuffix(" checks, 0 failures\n"), "\(result.text.suffix(300))")
  }
}
