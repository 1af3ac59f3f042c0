import Basics
import FoundationEssentials
import Processes
import TestSupport
import Testing

@Suite("editc export")
struct ExportTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "film.edit",
      """
      edit: 1
      timeline:
        - {clip: \(Footage.counter), take: 30f..75f}
        - {gap: 15f}
        - {clip: \(Footage.counter), take: 10f..40f, filters: [{blur: 4px}]}
      outputs:
        - {file: film.mp4}

      """)
  }

  @Test(
    "A film that is exported and imported again has the frames of the first one",
    arguments: ["otio", "fcpxml", "xml", "edl"])
  func again(ending: String) throws {
    let exported = try place.editc("export", "film.edit", "-o", "other." + ending)
    #expect(exported.exitCode == 0 && exported.text == "", "\(exported.errorText)")
    #expect(exported.errorText.contains("filters"), "\(exported.errorText)")
    let imported = try place.editc(
      "import", "other." + ending, "-o", "again.edit", "--rate", "30")
    #expect(imported.exitCode == 0, "\(imported.errorText)")
    for script in ["film", "again"] {
      let planned = try JSONValue.parse(try place.editc("plan", script + ".edit", "--json").text)
      let film = planned["outputs"]?.elements?.first ?? planned
      #expect(film["frames"]?.integerValue == 90, "\(script)")
    }
    let dumped = try place.editc("dump", "again.edit", "--stage", "composition").text
    #expect(dumped.contains("1s") && dumped.contains("1/3s"), "\(dumped)")
  }

  @Test("What is dropped is listed, and --strict writes nothing")
  func losses() throws {
    let strict = try place.editc("export", "film.edit", "-o", "film.csv", "--strict")
    #expect(strict.exitCode == 1 && strict.errorText.contains("nothing was written"), "\(strict.errorText)")
    #expect(!isThere(place.path("film.csv")))
    let listed = try place.editc("export", "film.edit", "-o", "film.csv", "--json")
    let losses = try #require(JSONValue.parse(listed.text)["losses"]?.elements)
    #expect(losses.allSatisfy { $0["item"]?.stringValue?.isEmpty == false }, "\(listed.text)")
    #expect(losses.contains { $0["words"]?.stringValue?.hasPrefix("filters") == true }, "\(listed.text)")
    #expect(try place.editc("export", "film.edit", "-o", "film.csv").exitCode == 73)
    #expect(try place.editc("export", "film.edit", "-o", "film.prproj").exitCode == 2)
  }

  @Test(
    "melt, OpenTimelineIO and xmllint read what was written as it was meant",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/melt"), "melt is not installed"))
  func otherPrograms() throws {
    let definitions = RealMedia.folder.map { $0 + "/../interchange/fcpxml-dtd" } ?? ""
    let judged = try run([
      "/usr/bin/python3", packageRoot + "/Tests/InterchangeTests/Judges/exports.py", builtEditc, place.root,
      OpenTimelineIO.isPresent ? OpenTimelineIO.path : "", isThere(definitions) ? definitions : "",
    ])
    #expect(
      judged.exitCode == 0 && judged.text.hasSuffix("20 films, 0 failures\n"),
      "\(judged.text)\(judged.errorText)")
  }
}
