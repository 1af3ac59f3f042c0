import TestSupport
import Testing

@Suite struct AnglesTests {
  @Test("Each frame and sample of angles is where it is on the clock, at any rate, start and drift")
  func frames() throws {
    let place = try Workplace()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/angles.py"
    let result = try run(["/usr/bin/python3", judge, builtEditc, place.root])
    #expect(result.exitCode == 0 && result.text.hasSuffix("done\n"), "\(result.errorText)\(result.text)")
  }
}
