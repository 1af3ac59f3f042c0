import FoundationEssentials
import TestSupport
import Testing

/// Recordings from a sound server without devices, whose tones a program judges.
@Suite(.serialized, .enabled(if: hasSoundServer, "pulseaudio is not installed"))
struct SoundTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  @Test("Each sample of several sounds is recorded once; lost devices and servers end the recording well")
  func samples() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/record_sound.py"
    let result = try run(
      ["/usr/bin/python3", judge, editcPath, place.root] + (testsLong ? ["300"] : []),
      environment: place.environment)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }
}

private let hasSoundServer = FileManager.default.isExecutableFile(atPath: "/usr/bin/pulseaudio")
