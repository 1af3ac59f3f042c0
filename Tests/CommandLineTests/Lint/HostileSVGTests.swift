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
    if testsAll { print(result.text) }
  }

  @Test("mutated files are drawn, or have findings with places, and crash nothing")
  func mutated() throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/mutated_svg.py"
    let samples = packageRoot + "/Tests/DrawingTests/Vector/Samples"
    let count = rounds(10_000, quick: 50, sample: 500)
    let result = try run(["/usr/bin/python3", judge, builtEditc, samples, folder.root, "\(count)"])
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    if testsAll { print(result.text) }
  }
}
