import FoundationEssentials
import TestSupport
import Testing

/// The real pre-commit, on a repository made for the test.
@Suite struct PreCommitTests {
  private let place: Workplace
  private let environment: [String: String]

  init() throws {
    place = try .oddlyNamed()
    environment = place.environment.merging([
      "HOME": place.path("tmp"), "PRE_COMMIT_HOME": place.path("pre-commit"),
      "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org", "LC_ALL": "C.UTF-8",
      "PATH": folder(of: editcPath) + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
    ]) { $1 }
    // What a repository of editc looks like to pre-commit.
    try place.write(
      "editc/.pre-commit-hooks.yaml",
      String(contentsOfFile: packageRoot + "/.pre-commit-hooks.yaml", encoding: .utf8))
    try shell("cd editc && git init -q && git add . && git commit -q -m hooks")
    let page = try String(contentsOfFile: packageRoot + "/docs/ci.md", encoding: .utf8)
    let revision = try shell("git -C editc rev-parse HEAD").text.split(separator: "\n")[0]
    try place.write(
      "edits/.pre-commit-config.yaml",
      try #require(page.components(fencedAs: "yaml").first)
        .replacing("URL-OF-EDITC", with: place.path("editc"))
        .replacing("rev: REVISION", with: "rev: \(revision)")
        // The hooks of the page install a package; these run the editc of the test.
        .replacing("- id: editc-fmt", with: "- id: editc-fmt-system")
        .replacing("- id: editc-lint", with: "- id: editc-lint-system")
    )
    try place.write("edits/notes.txt", "fps: 30\n")
    try shell("cd edits && git init -q && git add .")
  }

  @discardableResult
  private func shell(_ line: String) throws -> ProgramResult {
    let result = try run(["bash", "-c", line], in: place.root, environment: environment)
    try #require(result.exitCode == 0, "\(line)\n\(result.text)\n\(result.errorText)")
    return result
  }

  private func hooks() throws -> ProgramResult {
    try run(
      ["bash", "-c", "git add . && pre-commit run --all-files --color never"], in: place.path("edits"),
      environment: environment)
  }

  private static let good = """
    edit: 1
    canvas: {size: 160x90, rate: 30}
    timeline:
      - {color: red, for: 1s}

    """

  @Test("The list of hooks is one that pre-commit accepts")
  func manifest() throws {
    try shell("pre-commit validate-manifest editc/.pre-commit-hooks.yaml")
  }

  @Test("A good edit passes, a wrong one stops the commit with its mistake, and other files are left alone")
  func lint() throws {
    try place.write("edits/good.edit", Self.good)
    let passed = try hooks()
    #expect(passed.exitCode == 0, "\(passed.text)")
    #expect(passed.text.split(separator: "\n").count { $0.hasSuffix("Passed") } == 2)
    try place.write("edits/sub/wrong film.edit", Self.good.replacing("rate: 30", with: "rate: fast"))
    let failed = try hooks()
    #expect(failed.exitCode == 1)
    #expect(failed.text.contains("sub/wrong film.edit:2:30: error: "), "\(failed.text)")
    #expect(!failed.text.contains("notes.txt"))
  }

  @Test("A warning stops the commit where the configuration says so")
  func arguments() throws {
    try place.write("edits/film.edit", Self.good + "media:\n  beach: beach.mp4\n")
    let failed = try hooks()
    #expect(failed.exitCode == 1)
    #expect(failed.text.contains("[unused-media]"), "\(failed.text)")
  }

  @Test("An edit in another form is brought into the usual one, and the commit stops to show it")
  func format() throws {
    let untidy = Self.good.replacing("{color: red, for: 1s}", with: "{color:   red,for: 1.0s }")
    try place.write("edits/film.edit", untidy)
    let failed = try hooks()
    #expect(failed.exitCode == 1)
    #expect(failed.text.contains("files were modified by this hook"), "\(failed.text)")
    #expect(try String(decoding: place.bytes("edits/film.edit"), as: UTF8.self) == Self.good)
    #expect(try hooks().exitCode == 0)
  }
}

/// The folder part of a path.
private func folder(of path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
}
