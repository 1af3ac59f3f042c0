import TestSupport
import Testing

@Suite("What is heard of a film")
struct MixTests {
  /// Runs a judge that computes what must come out without editc.
  private func judge(_ name: String) throws -> ProgramResult {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try run([
        "/usr/bin/python3", packageRoot + "/Tests/RenderTests/Judges/" + name, builtEditc, folder.root,
      ])
    }
  }

  @Test("is the mix that numpy makes of forty scripts, in double precision")
  func mixes() throws {
    let result = try judge("mixes.py")
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.contains("40 scripts, 0 failures"))
  }

  @Test("is at its sample in every kind of file, and as loud as it should be")
  func files() throws {
    let result = try judge("files.py")
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.contains("0 failures"))
  }
}
