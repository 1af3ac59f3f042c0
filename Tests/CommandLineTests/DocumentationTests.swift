import FoundationEssentials
import TestSupport
import Testing

/// What the documentation shows is what editc does.
struct DocumentationTests {
  @Test("The example film renders as its script says", .enabled(if: testsAll, "runs in `make test-all`"))
  func exampleFilm() throws {
    try makeExampleMedia()
    let scratch = try TemporaryFolder()
    let film = scratch.path("holiday.mp4")
    let render = try run([
      builtEditc, "render", packageRoot + "/examples/holiday.edit", "-o", film, "--no-cache",
    ])
    #expect(render.exitCode == 0, "\(render.errorText)")
    let streams = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height,nb_frames,duration", "-of",
      "csv=p=0", film,
    ])
    // 7.5 s and 8 s at 30 frames per second.
    #expect(streams.text.split(separator: "\n").map(String.init).first == "h264,1280,720,15.500000,465")
    #expect(streams.text.contains("aac,15.500000"))
  }

  @Test("The README's script has no finding and plans to the film it promises")
  func readmeScript() throws {
    try makeExampleMedia()
    let readme = try String(contentsOfFile: packageRoot + "/README.md", encoding: .utf8)
    let script = try #require(readme.components(between: "```yaml\n", and: "```"))
    let scratch = try TemporaryFolder()
    // A copy: a link out of the script's folder would be a finding.
    try FileManager.default.copyItem(atPath: packageRoot + "/examples/media", toPath: scratch.path("media"))
    let path = try scratch.write("holiday.edit", script)
    let lint = try run([builtEditc, "lint", path])
    #expect(lint.exitCode == 0)
    // The park's frame rate differs from that of the canvas, which is only reported as a note.
    #expect(!lint.text.contains("warning:") && !lint.text.contains("error:"), "\(lint.text)")
    #expect(lint.errorText == "")
    let plan = try run([builtEditc, "plan", "--no-cache", path])
    #expect(plan.text.hasPrefix("out/holiday.mp4: 1280x720 at 30 frames per second, 465 frames, 15.5s"))
  }

  @Test("The README's message is the one that editc reports for its script with a longer take")
  func readmeMessage() throws {
    try makeExampleMedia()
    let readme = try String(contentsOfFile: packageRoot + "/README.md", encoding: .utf8)
    #expect(readme.utf8.count <= 5000)
    let shown = try #require(readme.components(between: "```text\n", and: "```"))
    let script = try #require(readme.components(between: "```yaml\n", and: "```"))
    let longer = script.replacing("take: ..8s}", with: "take: ..12s}")
    try #require(longer != script)
    let scratch = try TemporaryFolder()
    // A copy: a link out of the script's folder would be a finding.
    try FileManager.default.copyItem(atPath: packageRoot + "/examples/media", toPath: scratch.path("media"))
    try scratch.write("holiday.edit", longer)
    let lint = try run(
      [builtEditc, "lint", "holiday.edit"], in: scratch.root, environment: ["GITHUB_ACTIONS": ""])
    #expect(lint.text == shown + "\n1 error, 1 note; -v shows the note\n")
    #expect(lint.exitCode == 1)
  }

  @Test("The page about variables shows what editc does with its script and its files")
  func variablesPage() throws {
    let page = try String(contentsOfFile: packageRoot + "/docs/variables.md", encoding: .utf8)
    let scripts = page.blocks("yaml")
    let scratch = try TemporaryFolder()
    try scratch.write("card.edit", try #require(scripts.first))
    try scratch.write("ada.yaml", try #require(scripts.last))
    try scratch.write("guests.csv", try #require(page.blocks("csv").first))
    for arguments in [
      ["--set", "name=Ada", "--set", "length=5s"], ["--vars", "ada.yaml"], ["--vars", "guests.csv"],
      ["--vars", "guests.csv", "--row", "2"],
    ] {
      let lint = try run([builtEditc, "lint", "card.edit"] + arguments, in: scratch.root)
      #expect(lint.text == "" && lint.errorText == "" && lint.exitCode == 0, "\(lint.text)")
    }
    try scratch.write("guests.csv", "name,length\nAda,2s\nBob,5\nAda,4s\n")
    let lint = try run([builtEditc, "lint", "card.edit", "--vars", "guests.csv"], in: scratch.root)
    #expect(lint.text == page.blocks("text").first.map { $0 + "\n2 errors in 1 of 2 files\n" })
  }

  @Test(
    "The scripts of the page about parameters are formatted and have no findings, and its mistakes those shown"
  )
  func modulesPage() throws {
    let page = try String(contentsOfFile: packageRoot + "/docs/modules.md", encoding: .utf8)
    let scratch = try TemporaryFolder()
    let scripts = page.blocks("yaml")
    // A script that others play begins with its path.
    let names = scripts.enumerated().map { number, script in
      let first = script.prefix { $0 != "\n" }
      return first.hasPrefix("# ") ? String(first.dropFirst(2)) : "\(number).edit"
    }
    for (name, script) in zip(names, scripts) { try scratch.write(name, script) }
    let clip = try run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=navy:s=1280x720:r=30:d=30", "-c:v", "libx264",
        "-preset", "ultrafast", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "talk.mp4", "-frames:v", "1", "brand/logo.png",
      ], in: scratch.root)
    try #require(clip.exitCode == 0, "\(clip.errorText)")
    // The package is on another machine.
    let local = zip(names, scripts).filter { !$1.contains("{git: ") }.map(\.0)
    #expect(local.count == names.count - 1)
    for command in [["lint"] + local, ["fmt", "--check"] + names] {
      let result = try run([builtEditc] + command, in: scratch.root)
      #expect(result.exitCode == 0 && result.text == "", "\(result.text)\(result.errorText)")
    }
    let name = "Augusta Ada King Countess of Lovelace who wrote the first program of the world in 1843"
    let wrong = scripts[1].replacing("length: 3s", with: "length: 0.5s")
      .replacing("name: Ada Lovelace", with: "name: \(name)")
    try scratch.write("talk.edit", wrong)
    let lint = try run(
      [builtEditc, "lint", "talk.edit"], in: scratch.root, environment: ["GITHUB_ACTIONS": ""])
    #expect(lint.text == page.blocks("text").first.map { $0 + "\n1 error, 1 warning\n" })
  }

  @Test("The scripts of the page about values over time are formatted and have no findings")
  func animationPage() throws {
    let page = try String(contentsOfFile: packageRoot + "/docs/animation.md", encoding: .utf8)
    let scratch = try TemporaryFolder()
    let scripts = page.blocks("yaml")
    for (number, script) in scripts.enumerated() { try scratch.write("\(number).edit", script) }
    let names = scripts.indices.map { "\($0).edit" }
    for command in [["lint"], ["fmt", "--check"]] {
      let result = try run([builtEditc] + command + names, in: scratch.root)
      #expect(result.exitCode == 0 && result.text == "", "\(result.text)\(result.errorText)")
    }
    #expect(scripts.count == 2)
  }

  @Test("The example of the page about settings is formatted and has no mistakes")
  func settingsPage() throws {
    let page = try String(contentsOfFile: packageRoot + "/docs/team-settings.md", encoding: .utf8)
    let scratch = try TemporaryFolder()
    try scratch.write("editc.yaml", try #require(page.blocks("yaml").first))
    let lint = try run([builtEditc, "lint", "editc.yaml"], in: scratch.root)
    #expect(lint.exitCode == 0, "\(lint.text)")
    let format = try run([builtEditc, "fmt", "--check", "editc.yaml"], in: scratch.root)
    #expect(format.exitCode == 0 && format.text == "", "\(format.text)\(format.errorText)")
  }

  /// Made once and kept, as for `make demo`.
  private func makeExampleMedia() throws {
    let made = try Self.media.get()
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  private static let media = Result { try run([packageRoot + "/examples/make-media"]) }
}

extension String {
  /// The fenced blocks of a kind, in their order.
  fileprivate func blocks(_ kind: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: "```\(kind)\n"),
      let end = rest[start.upperBound...].firstRange(of: "```")
    {
      found.append(String(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }

  /// What stands between the first occurrence of one text and the next of another.
  fileprivate func components(between start: String, and end: String) -> String? {
    guard let from = firstRange(of: start), let to = self[from.upperBound...].firstRange(of: end) else {
      return nil
    }
    return String(self[from.upperBound..<to.lowerBound])
  }
}
