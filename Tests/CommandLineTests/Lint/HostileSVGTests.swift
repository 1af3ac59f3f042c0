import TestSupport
import Testing

/// SVG files that refer, repeat, run or grow: `lint` refuses each before anything shows it.
@Suite struct HostileSVGTests {
  @Test("references, entities, scripts and bombs are refused in little time and memory")
  func refused() throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/hostile_svg.py"
    let result = try run(["/usr/bin/python3", judge, builtEditc, folder.root])
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }
}
