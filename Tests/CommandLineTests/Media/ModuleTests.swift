import TestSupport
import Testing

/// Many generated scripts with parameters and packages, judged from outside.
@Suite("Scripts with parameters, in numbers")
struct ModuleTests {
  private func judge(_ name: String, _ arguments: [String], _ expected: String) throws {
    let folder = try TemporaryFolder()
    let result = try withExtendedLifetime(folder) {
      try run(
        [
          "/usr/bin/python3", "-B", packageRoot + "/Tests/CommandLineTests/Judges/" + name, builtEditc,
          folder.root,
        ]
          + arguments,
        environment: ["XDG_CACHE_HOME": folder.path("cache")])
    }
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.contains(expected), "\(result.text.suffix(300))")
  }

  @Test("Each mistake is found where it is, once, and its fix removes it")
  func mistakes() throws {
    try judge("module_mistakes.py", [testsLong ? "20" : "2", "1"], " 0 failures, 0 findings without a place")
  }

  @Test("A script with parameters makes the pictures of the same script without them")
  func pairs() throws {
    try judge("module_pairs.py", [testsLong ? "500" : "25", "7"], " pairs, 0 failures, opaque within 0.00")
  }

  @Test("No path leaves the folder of a script under `use`")
  func escapes() throws {
    try judge("module_reach.py", ["escapes", testsLong ? "1128" : "60", "3"], " 0 failures")
  }

  @Test("Hostile values change only the words that are drawn")
  func values() throws {
    try judge("module_reach.py", ["values", testsLong ? "200" : "6", "3"], " values, 0 failures")
  }

  @Test("Each changed byte of a package is noticed")
  func flips() throws {
    try judge("module_reach.py", ["flips", testsLong ? "500" : "20", "3"], " changes, 0 failures")
  }

  @Test("A package is the same in each form, and no command but `fetch` connects")
  func forms() throws { try judge("module_reach.py", ["forms", testsLong ? "20" : "2", "3"], " 0 failures") }

  @Test(
    "A film with every kind of drawing has the same bytes, whatever makes it",
    .enabled(if: testsAll, "runs in `make test-all`"))
  func everyDrawing() throws {
    let emulated = testsLong ? ["core2duo", "Nehalem", "Haswell"] : []
    try judge("graphics_film.py", [testsLong ? "50" : "1"] + emulated, " 0 failures")
  }

  @Test("The shipped templates show words of eight kinds on three shapes")
  func templates() throws { try judge("module_templates.py", [testsLong ? "96" : "6", "2"], " 0 failures") }
}
