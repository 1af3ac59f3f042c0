import FoundationEssentials
import TestSupport
import Testing

@Suite("editc mcp")
struct ModelContextTests {
  /// Runs a judge; its last line counts what it looked at.
  private func judge(_ name: String, _ arguments: String...) throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/" + name
    let result = try withExtendedLifetime(folder) {
      try run(
        ["/usr/bin/python3", "-B", judge, builtEditc, folder.root] + arguments,
        environment: ["XDG_CACHE_HOME": folder.path("cache")])
    }
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.hasSuffix(" checks, 0 failures\n"), "\(result.text.suffix(300))")
  }

  @Test("does an agent's work; stays in its folder, keeps answers short, ends what is cancelled")
  func session() throws { try judge("mcp_session.py", testsLong ? "33" : testsAll ? "1" : "0") }

  @Test(
    "answers the protocol's own client, eight calls at once",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: ModelContextClient.isPresent, "the PyPI package mcp is not there"))
  func client() throws { try judge("mcp_client.py", ModelContextClient.path, testsLong ? "100" : "8") }
}
