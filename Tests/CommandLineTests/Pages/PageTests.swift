import FoundationEssentials
import TestSupport
import Testing

/// The tutorial and the recipes: what a reader copies from them works.
@Suite struct PageTests {
  private static let recipes = packageRoot + "/docs/recipes"
  private static let runner = packageRoot + "/Tests/CommandLineTests/Pages/run_page.py"

  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: recipes)) ?? []
    return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }()

  /// Clips that recipes draw themselves, which takes a minute and a half of processor time.
  private static let drawn = testsLong ? ["screen", "presenter"] : []

  /// Whether a recipe uses clips that are not drawn in this run.
  private static func needsMore(_ name: String) -> Bool {
    let script = (try? String(contentsOfFile: "\(recipes)/\(name).edit", encoding: .utf8)) ?? ""
    return !testsLong && ["screen.mp4", "presenter.mp4"].contains(where: script.contains)
  }

  /// Copies of the recipes with the footage of the examples and the clips that recipes draw themselves.
  private static let kitchen = Result { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    try #require(run(["cp", "-r", recipes + "/.", folder.root]).exitCode == 0)
    let media = try run([packageRoot + "/examples/make-media", folder.root])
    try #require(media.exitCode == 0, "\(media.errorText)")
    for clip in drawn {
      let render = try run([builtEditc, "render", "\(clip).edit", "--force"], in: folder.root)
      try #require(render.exitCode == 0, "\(render.errorText)")
    }
    return folder
  }

  private func follow(_ page: String, in folder: String) throws {
    let home = try TemporaryFolder()
    let result = try run(
      ["/usr/bin/python3", Self.runner, "\(packageRoot)/docs/\(page)", builtEditc, folder, home.root],
      in: packageRoot)
    #expect(result.exitCode == 0, "\(page): \(result.text)\(result.errorText)")
  }

  @Test("The tutorial's commands print what it shows")
  func tutorial() throws { try follow("tutorial.md", in: packageRoot) }

  @Test(
    "Recipes are there for 16 tasks or more, each script of one is the file beside it, and has no finding")
  func scripts() throws {
    #expect(Self.names.count >= 16)
    let kitchen = try Self.kitchen.get()
    for name in Self.names where name != "what-editc-is-not" {
      let page = try String(contentsOfFile: "\(Self.recipes)/\(name).md", encoding: .utf8)
      let script = try String(contentsOfFile: "\(Self.recipes)/\(name).edit", encoding: .utf8)
      #expect(page.contains("```yaml\n\(script)```"), "\(name): its script is not the one of the page")
      #expect(page.contains("](pictures/\(name).jpg)"), "\(name) has no picture")
      if Self.needsMore(name) { continue }
      let lint = try run([builtEditc, "lint", "\(name).edit"], in: kitchen.root)
      #expect(lint.exitCode == 0 && !lint.text.contains("warning:"), "\(name): \(lint.text)")
    }
  }

  @Test(
    "The commands of a recipe print what it shows", .enabled(if: testsAll, "runs in `make test-all`"),
    arguments: cases(names.filter { !needsMore($0) }, quick: 0, sample: 3))
  func recipe(name: String) throws {
    let folder = try TemporaryFolder()
    try #require(run(["cp", "-r", Self.kitchen.get().root + "/.", folder.root]).exitCode == 0)
    try follow("recipes/\(name).md", in: folder.root)
  }
}
