import TestSupport
import Testing

/// The examples and the pictures that pages show of them.
@Suite("Examples", .serialized)
struct ExampleTests {
  init() throws {
    let made = try run([packageRoot + "/examples/make-media"])
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  /// Each with a stretch in which most of it shows, and how many frames of which size that has.
  static let examples: [(name: String, range: String, frames: Int, size: String)] = [
    ("titles", "8s..8.4s", 10, "1280,720"), ("picture-in-picture", "1.2s..1.5s", 9, "1280,720"),
    ("slideshow", "3s..3.5s", 15, "960,540"), ("split-screen", "2s..2.3s", 9, "1280,720"),
    ("watermark", "1s..1.3s", 9, "1280,720"), ("subtitles", "1s..1.3s", 9, "1280,720"),
    ("colour-grading", "6.2s..6.5s", 9, "1280,720"), ("vertical", "2.6s..3.1s", 15, "360,640"),
    ("transitions", "8.5s..9s", 15, "640,360"), ("speed", "1s..1.5s", 15, "640,360"),
    ("colours", "1s..1.5s", 15, "640,360"), ("album", "1.8s..2.3s", 15, "960,540"),
    ("holiday", "6.5s..6.8s", 9, "1280,720"),
    ("slow-motion", "2s..2.2s", 5, "1080,360"),
  ]

  @Test("are rendered as they stand", arguments: cases(examples, quick: 3))
  func rendered(name: String, range: String, frames: Int, size: String) throws {
    let folder = try TemporaryFolder()
    let film = folder.path("film.mp4")
    try editc([
      "render", packageRoot + "/examples/\(name).edit", "--range", range, "-o", film, "--no-cache",
    ])
    let facts = try run([
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-count_frames", "-show_entries",
      "stream=width,height,nb_read_frames", "-of", "csv=p=0", film,
    ])
    #expect(facts.text == "\(size),\(frames)\n", "\(facts.errorText)")
  }

  @Test("of transitions are the pictures of the page that shows all of them")
  func transitionPictures() throws {
    let checked = try run([packageRoot + "/docs/transitions/make-pictures", builtEditc, "--check"])
    #expect(checked.exitCode == 0, "\(checked.errorText)")
  }
}
