import TestSupport
import Testing

@Suite("What is heard of a film")
struct MixTests {
  /// Runs a judge that computes what must come out without editc.
  private func judge(_ name: String, _ arguments: [String] = []) throws -> ProgramResult {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try run(
        [
          "/usr/bin/python3", packageRoot + "/Tests/RenderTests/Judges/" + name, builtEditc, folder.root,
        ] + arguments)
    }
  }

  @Test("is the mix that numpy makes of each of many scripts, in double precision")
  func mixes() throws {
    let result = try judge("mixes.py")
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains(" scripts, 0 failures"))
  }

  @Test("is at its sample in every kind of file, and as loud as it should be")
  func files() throws {
    let result = try judge("files.py")
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains("0 failures"))
  }

  @Test(
    "stays in place over minutes, and does not drift: over hours with EDITC_LONG_FILMS",
    .enabled(if: testsAll, "runs in `make test-all`"))
  func hours() throws {
    let result = try judge("hours.py")
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains("0 failures"))
  }

  @Test(
    "is the sound of real files to the sample: priming, edit lists, late and negative starts; `make judge` tries all",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: RealMedia.isPresent, "the folder of real clips is not beside the checkout"))
  func realFiles() throws {
    let result = try judge("real_sounds.py", [RealMedia.folder ?? ""] + sampleOfCases)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains(" files, 0 failures"))
  }
}
