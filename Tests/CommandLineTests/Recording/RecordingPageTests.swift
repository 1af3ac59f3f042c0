import TestSupport
import Testing

@Suite struct RecordingPageTests {
  @Test("The page of a recording has its picture, its levels and its length, for nobody without the secret")
  func page() throws {
    let place = try Workplace()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/record_page.py"
    let result = try run(["/usr/bin/python3", judge, builtEditc, place.root])
    #expect(result.exitCode == 0 && result.text.hasSuffix("done\n"), "\(result.errorText)\(result.text)")
  }
}
