import CommandLineInterface
import EditScript
import TestSupport
import Testing

@Suite struct SpecCommandTests {
  @Test("The page has every key with its example, in at most 10,000 bytes")
  func page() throws {
    let page = try Workplace().editc("spec").text
    #expect(page == Spec.page)
    #expect(page.utf8.count <= 10_000, "\(page.utf8.count)")
    let lines = Set(page.split(separator: "\n").map { $0.replacing(" # must", with: "") })
    for mapping in LanguageSchema.mappings {
      for key in mapping.keys where key.support.isRendered {
        #expect(
          lines.contains("\(key.name): \(LanguageSchema.briefExample(of: key))"),
          "\(mapping.title): \(key.name)")
      }
    }
  }

  @Test("The film of the page has no finding, and its commands are those that exist")
  func film() throws {
    let page = Spec.page
    let film = try #require(page.components(between: "## a film\n", and: "\n\n"))
    let place = try Workplace()
    try place.write("film.edit", film)
    let lint = try place.editc("lint", "--no-media", "-v", "film.edit")
    #expect(lint.exitCode == 0 && !lint.text.contains("warning"), "\(lint.text)")
    let names = Set(editc.groups.flatMap(\.commands).map(\.name))
    let commands = try #require(page.components(between: "## commands\n", and: "\n\n"))
    for line in commands.split(whereSeparator: { "\n;".contains($0) }) {
      let words = line.split(separator: " ")
      #expect(words.first == "editc" || words.first == "--fix", "\(line)")
      if words.first == "editc" { #expect(names.contains(String(words[1])), "\(line)") }
    }
  }

  @Test("A topic has a sentence for each key; an unknown one is refused with those that exist")
  func topics() throws {
    let place = try Workplace()
    let canvas = try place.editc("spec", "canvas").text
    #expect(canvas.contains("rate: ") && canvas.utf8.count < 8000, "\(canvas)")
    #expect(try place.editc("spec", "crop").text.contains("crop: "))
    for topic in LanguageSchema.specTopics { #expect(LanguageSchema.spec(of: topic) != nil, "\(topic)") }
    let unknown = try place.editc("spec", "kanvas")
    #expect(unknown.exitCode == 2 && unknown.errorText.contains("canvas"), "\(unknown)")
    #expect(try place.editc("spec", "canvas", "--skill").exitCode == 2)
  }

  @Test("Scripts from lines of the page have no unknown key or value")
  func scripts() throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/spec_scripts.py"
    let result = try withExtendedLifetime(folder) {
      try run(["/usr/bin/python3", "-B", judge, builtEditc, folder.root, "\(rounds(300, quick: 30))"])
    }
    #expect(result.exitCode == 0 && result.text.hasSuffix(" checks, 0 failures\n"), "\(result.text)")
  }

  @Test("editors/agents/SKILL.md and llms.txt are what the program says")
  func files() throws {
    try expectFile("editors/agents/SKILL.md", toHold: Spec.skill)
    #expect(try Workplace().editc("spec", "--skill").text == Spec.skill)
    #expect(Spec.skill.utf8.count < 3500)
  }
}

extension String {
  /// The text between two others, after which the second begins.
  fileprivate func components(between start: String, and end: String) -> String? {
    ranges(of: start).first.flatMap { opening in
      let rest = self[opening.upperBound...]
      return rest.ranges(of: end).first.map { String(rest[..<$0.lowerBound]) + "\n" }
    }
  }
}
