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
    let filters = losses.first { $0["words"]?.stringValue?.hasPrefix("filters") == true }
    #expect(filters?["affects"]?.stringValue == "picture", "\(listed.text)")
    #expect(try place.editc("export", "film.edit", "-o", "film.csv").exitCode == 73)
    #expect(try place.editc("export", "film.edit", "-o", "film.prproj").exitCode == 2)
  }

  @Test("Losses of the picture come first, then those of the sound, and the others are one line")
  func order() throws {
    try place.write(
      "sorted.edit",
      """
      edit: 1
      timeline:
        - {clip: \(Footage.counter), take: 0s..2s, filters: [{blur: 4px}]}
      audio:
        - {tone: sine, for: 1s}
      markers: {start: 0s, middle: 1s}
      outputs:
        - {file: film.mp4}

      """)
    let lines = try place.editc("export", "sorted.edit", "-o", "film.csv").errorText.split(separator: "\n")
    let picture = try #require(lines.firstIndex { $0.contains("filters: blur") }, "\(lines)")
    let sound = try #require(lines.firstIndex { $0.contains("the tone of") }, "\(lines)")
    #expect(picture < sound && sound < lines.count - 1, "\(lines)")
    #expect(lines.last?.contains(" neither picture nor sound, and --json lists them: ") == true, "\(lines)")
  }

  @Test("FFmpeg runs the command line that is written, whatever names and words hold")
  func commandLine() throws {
    let name = "it's [a],b; c: 100% \\ $HOME.mp4"
    try FileManager.default.copyItem(atPath: place.path(Footage.counter), toPath: place.path(name))
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 320x180, rate: 30}
      media:
        counter: "./it's [a],b; c: 100% \\\\ $HOME.mp4"
      timeline:
        - {clip: counter, take: 30f..75f}
        - {transition: dissolve 10f}
        - {clip: counter, take: 20f..80f, filters: [{blur: 4px}]}
        - {gap: 15f}
      overlays:
        - {text: "it's 50%: a, b; [c]\\nGRAPH\\n# \\\\ $(false) `false`", at: 10f, for: 20f}
      outputs:
        - {file: film.mkv, audio: {codec: flac}}

      """)
    let printed = try place.editc("export", "--ffmpeg", "film.edit")
    #expect(printed.exitCode == 0, "\(printed.errorText)")
    #expect(printed.text.hasPrefix("#!/bin/sh\n"), "\(printed.text)")
    #expect(printed.text.contains("dropped: filters: blur"), "\(printed.text)")
    #expect(printed.errorText.contains("filters: blur"), "\(printed.errorText)")
    #expect(printed.text.contains("xfade=transition=fade"), "\(printed.text)")
    try place.write("film.sh", printed.text)
    let made = try run(["/bin/sh", place.path("film.sh"), place.path("theirs.mkv")])
    #expect(made.exitCode == 0, "\(made.errorText)")
    let facts = try JSONValue.parse(
      run([
        "/usr/bin/ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_entries",
        "stream=codec_name,nb_read_frames", place.path("theirs.mkv"),
      ]).text)
    let streams = try #require(facts["streams"]?.elements)
    #expect(streams.compactMap { $0["codec_name"]?.stringValue } == ["h264", "flac"])
    #expect(streams.first?["nb_read_frames"]?.stringValue == "110")
    #expect(try place.editc("export", "--ffmpeg", "film.edit", "--strict").exitCode == 1)
    #expect(try place.editc("export", "--ffmpeg", "film.edit", "--format", "edl").exitCode == 2)
    #expect(try place.editc("export", "film.edit").exitCode == 2)
  }

  @Test(
    "melt, FFmpeg, OpenTimelineIO and xmllint read what was written as it was meant",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/melt"), "melt is not installed"))
  func otherPrograms() throws {
    let definitions = RealMedia.folder.map { $0 + "/../interchange/fcpxml-dtd" } ?? ""
    let judged = try run(
      [
        "/usr/bin/python3", packageRoot + "/Tests/InterchangeTests/Judges/exports.py", builtEditc, place.root,
        OpenTimelineIO.isPresent ? OpenTimelineIO.path : "", isThere(definitions) ? definitions : "",
      ] + sampleOfCases)
    #expect(
      judged.exitCode == 0 && judged.text.hasSuffix(" films, 0 failures\n"),
      "\(judged.errorText)\(judged.text)")
  }
}
