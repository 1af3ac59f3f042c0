import Basics
import Processes
import TestSupport
import Testing

@Suite("editc review") struct ReviewTests {
  private let place: Workplace

  init() throws { place = try .oddlyNamed() }

  private func script(
    _ title: String = "One", timeline: String = "{color: blue, for: 4s}", more: String = ""
  ) -> String {
    """
    edit: 1
    canvas: {size: 320x180, rate: 25}
    timeline:
      - \(timeline)
    overlays:
      - {text: "\(title)", at: 1s, for: 1s, color: white, size: 40px}
    \(more)
    outputs: [{file: film.mp4}]

    """
  }

  private func review(_ arguments: String...) throws -> ProgramResult {
    try run([editcPath, "review"] + arguments, in: place.root, environment: place.environment)
  }

  private func data(_ folder: String = "page") throws -> JSONValue {
    try JSONValue.parse(bytes: try place.bytes("\(folder)/review.json"))
  }

  @Test("marks the frames that differ in FFmpeg's checksums of both films, and no others")
  func marks() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/review_marks.py"
    let result = try run(
      [
        "/usr/bin/python3", judge, builtEditc, place.path("edits"), testsLong ? "500" : testsAll ? "40" : "3",
        "11",
      ], in: place.root, environment: place.environment)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains(" edits: "))
  }

  @Test("shows a changed title in one span, and nothing else; hostile words stay words")
  func title() throws {
    try place.write("old.edit", script("</script><script>alert(1)</script>"))
    try place.write("new.edit", script("<!--{{script}}`@someone"))
    let result = try review("old.edit", "new.edit", "-o", "page", "--summary")
    #expect(result.exitCode == 1 && result.errorText == "", "\(result.errorText)")
    let review = try data()
    let output = try #require(review["outputs"]?.elements?.first)
    let spans = try #require(output["spans"]?.elements)
    // A second of text from 1 s on at 25 frames a second, and 13 frames on either side.
    #expect(spans.count == 1)
    #expect(spans.first?["column"]?.integerValue == 12 && spans.first?["columns"]?.integerValue == 51)
    #expect(spans.first?["marked"]?.integerValue == 25)
    let names = Set(try listFolder(place.path("page")))
    #expect(
      names == ["index.html", "review.json", "contact.jpg", "span-1-old.mp4", "span-1-new.mp4"],
      "\(names)")
    let page = String(decoding: try place.bytes("page/index.html"), as: UTF8.self)
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
    #expect(!page.contains("{{") || page.contains("\\u003C!--{{script}}"))
    #expect(page.components("</script>") == 2 && !page.contains("<script>alert"))
    let lines = result.text.split(separator: "\n")
    #expect(lines.count <= 12 && result.text.contains("`new.edit`"), "\(result.text)")
    #expect(!result.text.contains("``") && result.text.contains("0:00.5 – 0:02.5"), "\(result.text)")
    #expect(try place.leftovers() == [])
  }

  @Test(
    "The page opens from its files in Chromium, with nothing in the console",
    .enabled(
      if: OtherProgram.chromium.isPresent && OtherProgram.chromedriver.isPresent, "chromium is not installed")
  )
  func chromium() throws { try openPage(in: "chromium") }

  @Test(
    "The page opens from its files in Firefox, with nothing in the console",
    .enabled(if: OtherProgram.firefox.isPresent, "firefox-esr is not installed"))
  func firefox() throws { try openPage(in: "firefox") }

  private func openPage(in browser: String) throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/review_page.py"
    let clips = "{clip: \(Footage.counter), take: 0s..2s}\n  - {color: blue, for: 2s}"
    try place.write("old.edit", script(timeline: clips))
    try place.write(
      "new.edit",
      script(
        "Two",
        timeline:
          "{clip: \(Footage.counter), take: 0s..2s}\n  - {color: red, for: 500ms}\n  - {color: blue, for: 2s}"
      ))
    try #require(try review("old.edit", "new.edit", "-o", "page").exitCode == 1)
    let result = try run(["/usr/bin/python3", judge, browser, place.path("page")], in: place.root)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
  }

  @Test("lists the errors of a version that has no film, and the findings that are new")
  func errors() throws {
    try place.write("old.edit", script())
    try place.write("new.edit", script().replacing("at: 1s", with: "at: 9s"))
    let result = try review("old.edit", "new.edit", "-o", "page")
    #expect(
      result.exitCode == 65 && result.errorText.contains("[overlay-outside-timeline]"), "\(result.errorText)")
    let review = try data()
    #expect(review["findings"]?.elements?.first?["id"]?.stringValue == "overlay-outside-timeline")
    #expect(review["findings"]?.elements?.first?["state"]?.stringValue == "new")
    #expect(Set(try listFolder(place.path("page"))) == ["index.html", "review.json"])
    // The other way, the error is gone.
    #expect(try self.review("new.edit", "old.edit", "-o", "page", "--force").exitCode == 65)
    #expect(try data()["findings"]?.elements?.first?["state"]?.stringValue == "gone")
  }

  @Test("replaces only an earlier review, and leaves other files alone")
  func folder() throws {
    try place.write("old.edit", script())
    try place.write("new.edit", script("Two"))
    try place.write("mine/notes.txt", "mine")
    let refused = try review("old.edit", "new.edit", "-o", "mine", "--force")
    #expect(refused.exitCode == 73 && refused.errorText.contains("files that are no review"))
    #expect(try listFolder(place.path("mine")) == ["notes.txt"])
    let file = try review("old.edit", "new.edit", "-o", "old.edit")
    #expect(file.exitCode == 73 && file.errorText.contains("is a file"), "\(file.errorText)")
    #expect(try review("old.edit", "new.edit", "-o", "deep/er/page").exitCode == 1)
    try place.write("deep/er/page/notes.txt", "mine")
    let again = try review("old.edit", "old.edit", "-o", "deep/er/page")
    #expect(again.exitCode == 73 && again.errorText.contains("--force"), "\(again.errorText)")
    // The films of the earlier review go, the note stays.
    #expect(try review("old.edit", "old.edit", "-o", "deep/er/page", "--force").exitCode == 0)
    #expect(Set(try listFolder(place.path("deep/er/page"))) == ["index.html", "review.json", "notes.txt"])
    #expect(try place.leftovers() == [])
  }

  @Test("names two revisions, reads their media from git, and with a root nothing outside")
  func revisions() throws {
    let repository = try Repository()
    let place = repository.place
    try place.write("film.edit", script())
    try repository.commit("one")
    try place.write("film.edit", script("Two"))
    try repository.commit("two")
    try place.write("film.edit", script("Three"))
    let range = try repository.editc("review", "HEAD~1..HEAD", "film.edit", "-o", "page", "--root", ".")
    #expect(range.exitCode == 1, "\(range.errorText)")
    let review = try JSONValue.parse(bytes: try place.bytes("page/review.json"))
    #expect(review["old"]?.stringValue == "HEAD~1:film.edit")
    #expect(review["new"]?.stringValue == "HEAD:film.edit" && review["script"]?.stringValue == "film.edit")
    let changes = review["changes"]?.elements?.compactMap { $0["detail"]?.stringValue } ?? []
    #expect(changes.contains { $0.contains("One -> Two") }, "\(changes)")
    let outside = try repository.editc(
      "review", "HEAD~1:film.edit", "film.edit", "-o", "other", "--root", ".")
    #expect(outside.exitCode == 77, "\(outside.errorText)")
    #expect(!isThere(place.path("other")))
  }

  @Test("fits into its size, by quality, then by size, then by cutting to the middle, and states it")
  func size() throws {
    let noise =
      "ffmpeg -v error -f lavfi -i testsrc2=s=320x180:r=25,noise=alls=80:allf=t -t 6 -c:v libx264 -preset ultrafast noise.mp4"
    try #require(try place.shell(noise).exitCode == 0)
    try place.write("old.edit", script(timeline: "{clip: noise.mp4}"))
    try place.write("new.edit", script(timeline: "{clip: noise.mp4, filters: [{brightness: 0.2}]}"))
    let result = try review("old.edit", "new.edit", "-o", "page", "--size", "400K")
    #expect(result.exitCode == 1, "\(result.errorText)")
    var total: Int64 = 0
    for name in try listFolder(place.path("page")) {
      total += FileIdentity(ofFileAt: place.path("page/" + name))?.byteCount ?? 0
    }
    #expect(total <= 400_000, "\(total)")
    let notes = try data()["notes"]?.elements?.compactMap { $0["text"]?.stringValue } ?? []
    #expect(notes.contains { $0.contains("lower quality") }, "\(notes)")
  }

  @Test("shows only the lists where media are missing, rates differ, or outputs come and go")
  func lists() throws {
    try place.write("old.edit", script())
    try place.write("new.edit", script("Two").replacing("rate: 25", with: "rate: 30"))
    #expect(try review("old.edit", "new.edit", "-o", "page").exitCode == 1)
    #expect(
      try data()["outputs"]?.elements?.first?["note"]?.stringValue?.contains("from 25 to 30") == true)
    try place.write("other.edit", script("Two").replacing("film.mp4", with: "film.webm"))
    #expect(try review("old.edit", "other.edit", "-o", "page", "--force").exitCode == 1)
    try place.write("lost.edit", script("Two", timeline: "{clip: gone.mp4, take: 0s..4s}"))
    let lost = try review("old.edit", "lost.edit", "-o", "page", "--force")
    #expect(lost.exitCode == 1, "\(lost.errorText)")
    #expect(try data()["outputs"]?.elements?.isEmpty == true)
  }

  @Test(
    "encodes only the span of one changed title in a film of 1,000 takes",
    .enabled(if: testsAll, "runs in `make test-all`"))
  func thousand() throws {
    let clip =
      "ffmpeg -v error -f lavfi -i testsrc2=s=640x360:r=30 -t 20 -c:v libx264 -preset ultrafast -g 15 clip.mp4"
    try #require(try place.shell(clip).exitCode == 0)
    func film(_ title: String) -> String {
      var text = "edit: 1\ncanvas: {size: 640x360, rate: 30}\ntimeline:\n"
      for number in 0..<1000 {
        text += "  - {clip: clip.mp4, take: \(number % 18)s..\(number % 18 + 1)s, volume: 0}\n"
      }
      text += "overlays:\n"
      for number in 0..<100 {
        let words = number == 57 ? title : "Chapter \(number)"
        text += "  - {text: \(words), at: \(number * 10 + 2)s, for: 2s, color: white, size: 40px}\n"
      }
      return text + "outputs: [{file: film.mp4}]\n"
    }
    try place.write("old.edit", film("Before"))
    try place.write("new.edit", film("After"))
    #expect(try review("old.edit", "new.edit", "-o", "page").exitCode == 1)
    let spans = try data()["outputs"]?.elements?.first?["spans"]?.elements ?? []
    #expect(spans.count == 1 && spans.first?["marked"]?.integerValue == 60)
    #expect(spans.first?["new"]?["frames"]?.integerValue == 90)
    var total: Int64 = 0
    for name in try listFolder(place.path("page")) {
      total += FileIdentity(ofFileAt: place.path("page/" + name))?.byteCount ?? 0
    }
    #expect(total <= 2_000_000, "\(total)")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
