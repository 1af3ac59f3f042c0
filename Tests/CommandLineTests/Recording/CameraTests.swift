import FoundationEssentials
import TestSupport
import Testing

/// Recordings of a camera that a preloaded library plays.
@Suite(.serialized, .enabled(if: hasCompiler, "there is no C compiler"))
struct CameraTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  @Test("Each picture of a camera is recorded, or counted; lost cameras end the recording well")
  func pictures() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/record_camera.py"
    let result = try run(
      ["/usr/bin/python3", judge, editcPath, place.root, "\(rounds(50, quick: 3, sample: 5))"],
      environment: place.environment)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }
}

private let hasCompiler = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")
