import Glibc
import Processes
import TestSupport
import Testing

/// Files that are not where the script says, and the ones that were meant.
@Suite struct MissingMediaTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func lint(_ media: String, _ arguments: String...) throws -> ProgramResult {
    try place.write(
      "film.edit",
      """
      edit: 1
      vars: {folder: {type: text, default: shots}}
      canvas: {size: 160x90, rate: 30}
      timeline:
        - image: \(media)
          for: 1s
        - {color: "${folder}", for: 1s, enabled: false}

      """)
    return try run(
      [editcPath, "lint", "film.edit"] + arguments, in: place.root, environment: place.environment)
  }

  private func picture(_ name: String) throws {
    try place.write(name, "P6\n2 2\n255\nABCABCABCABC")
  }

  @Test(
    "The file that was meant is a fix where the path stands in the script, and a hint where a variable does")
  func variables() throws {
    try picture("shots/one two.ppm")
    let quoted = try lint("'shots/one twoo.ppm'")
    #expect(
      quoted.text.contains(
        "fix: write `shots/one two.ppm` (`'shots/one twoo.ppm'` becomes `'shots/one two.ppm'`)"))
    let plain = try lint("shots/one twoo.ppm")
    #expect(plain.text.contains("becomes `\"shots/one two.ppm\"`)"), "\(plain.text)")
    let variable = try lint("\"${folder}/one twoo.ppm\"")
    #expect(variable.text.contains("hint: did you mean 'shots/one two.ppm'?"), "\(variable.text)")
    #expect(!variable.text.contains("fix:"))
  }

  @Test("Names that look the same and differ in their code points say so")
  func codePoints() throws {
    try picture("Größe.ppm")
    let result = try lint("Gro\u{308}ße.ppm")
    #expect(result.exitCode == 1)
    #expect(
      result.text.contains("one whose name looks the same and has different code points [missing-file]"),
      "\(result.text)")
    #expect(result.text.contains("fix: write `Größe.ppm`"))
    let both = try lint("GRO\u{308}SSE.ppm")
    #expect(both.text.contains("[missing-file]"))
  }

  @Test(
    "Folders on the way may be misspelled too; folders, links to nowhere and unreadable places are not meant")
  func folders() throws {
    try picture("Footage Day-1/a/card.ppm")
    #expect(try lint("footage day-1/A/card.ppm").text.contains("'Footage Day-1/a/card.ppm' [path-case]"))
    #expect(
      try lint("./Footage Day-1/../Footag Day-1/a/card.ppm").text.contains(
        "did you mean './Footage Day-1/../Footage Day-1/a/card.ppm'?"))
    try place.shell("mkdir -p seas.ppm; ln -s nowhere lake.ppm").check()
    for name in ["sea.ppm", "Lake.ppm", "sea/x.ppm", "/nowhere/at/all.ppm", "film.edit/x.ppm"] {
      let result = try lint(name)
      #expect(result.text.contains("there is no file '\(name)' [missing-file]"), "\(result.text)")
      #expect(!result.text.contains("did you mean"), "\(result.text)")
    }
  }

  @Test(
    "Paths as other systems and shells write them lead to the file, and are no safe repair",
    arguments: [
      (#"shots\card.ppm"#, "shots/card.ppm"), (#"Shots\Card.PPM"#, "shots/card.ppm"),
      (#"C:\Users\ada\shots\card.ppm"#, "shots/card.ppm"), ("D:/shots/card.ppm", "shots/card.ppm"),
      ("~/films/shots/card.ppm", "shots/card.ppm"), ("\u{201C}shots/card.ppm\u{201D}", "shots/card.ppm"),
    ])
  func otherSystems(written: String, meant: String) throws {
    try picture("shots/card.ppm")
    let result = try lint("'\(written)'")
    #expect(
      result.text.contains(
        "there is no file '\(written)'; write paths with `/`, relative to the script [missing-file]"),
      "\(result.text)")
    #expect(result.text.contains("fix: write `\(meant)`"), "\(result.text)")
    let script = try place.bytes("film.edit")
    _ = try lint("'\(written)'", "--fix")
    #expect(try place.bytes("film.edit") == script)
  }

  @Test("A path below the home folder is found there")
  func home() throws {
    let home = try #require(place.environment["HOME"] ?? getenv("HOME").map { String(cString: $0) })
    let name = "editc-test-\(getpid()).ppm"
    try AtomicFile.publish(Array("P6\n2 2\n255\nABCABCABCABC".utf8), at: home + "/" + name)
    defer { unlink(home + "/" + name) }
    let result = try lint("~/\(name)")
    #expect(result.text.contains("fix: write `\(home)/\(name)`"), "\(result.text)")
  }

  @Test("A folder with very many names is not searched")
  func manyNames() throws {
    try place.shell("mkdir many; cd many; seq -f 'shot-%05g.ppm' 21000 | xargs touch").check()
    let result = try lint("many/shot-0001.ppm")
    #expect(result.exitCode == 1)
    #expect(!result.text.contains("did you mean"), "\(result.text)")
  }

  @Test("The right file is found in time, however many are missing")
  func manyMissing() throws {
    try place.shell("mkdir many; cd many; seq -f 'shot-%05g.ppm' \(rounds(9000, quick: 2000)) | xargs touch")
      .check()
    let count = rounds(300, quick: 20)
    let items = (0..<count).map { "  - {image: many/shoot-\($0)x.ppm, for: 1s}\n" }.joined()
    try place.write("film.edit", "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline:\n\(items)")
    let result = try place.shell("timeout 120 \"$editc\" lint film.edit")
    #expect(result.exitCode == 1)
    #expect(result.text.hasSuffix("\n\(count) errors\n"))
  }
}
