import Foundation
import TestSupport
import Testing

/// Each film goes the whole way, through plan, sandboxed workers and encoder, and is decoded by ffmpeg.
@Suite("Filters as an independent decoder sees them", .serialized)
struct FilterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The red, green and blue in the middle of each picture of a film.
  private func colors(_ script: String, _ arguments: [String] = []) throws -> [[Int]] {
    let path = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache", "--force"] + arguments)
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "crop=2:2:60:40,scale=1:1,format=rgb24",
      "-f", "rawvideo", "-",
    ])
    return stride(from: 0, to: bytes.count - 2, by: 3).map { bytes[$0..<$0 + 3].map { Int($0) } }
  }

  private func script(_ item: String) -> String {
    """
    edit: 1
    canvas: {size: 128x96, rate: 10}
    timeline:
    \(item)
    outputs:
      - file: film.mp4
        video: {speed: veryfast, quality: 2}
    """
  }

  @Test("a look that comes in over time is the formula's at every frame")
  func animatedLook() throws {
    let seen = try colors(script("  - {color: \"#c86432\", for: 2s, filters: [{sepia: 0 -> 1}]}"))
    #expect(seen.count == 20)
    let (red, green, blue) = (200.0, 100.0, 50.0)
    let sepia = [
      0.393 * red + 0.769 * green + 0.189 * blue, 0.349 * red + 0.686 * green + 0.168 * blue,
      0.272 * red + 0.534 * green + 0.131 * blue,
    ]
    for (frame, color) in seen.enumerated() {
      for (index, source) in [red, green, blue].enumerated() {
        let expected = source + (sepia[index] - source) * Double(frame) / 20
        #expect(
          abs(Double(color[index]) - expected) <= 4,
          "frame \(frame), \(index): \(color[index]), not \(expected)")
      }
    }
  }

  @Test("workers read a table of colours beside the script, and a changed one makes the film anew")
  func lut() throws {
    try FileManager.default.createDirectory(atPath: folder.path("looks"), withIntermediateDirectories: true)
    let swapped = "LUT_3D_SIZE 2\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n"
    _ = try folder.write("looks/swap.cube", swapped)
    let film = script("  - {color: \"#c86432\", for: 1s, filters: [{lut: looks/swap.cube}]}")
    let seen = try colors(film)
    // Red and blue have changed places.
    for (value, expected) in zip(seen[5], [50, 100, 200]) { #expect(abs(value - expected) <= 4) }
    let plan = { try run([builtEditc, "dump", "--stage", "plan", self.folder.path("film.edit")]).text }
    let before = try plan()
    _ = try folder.write("looks/swap.cube", swapped + "# another file\n")
    #expect(try plan() != before)
  }

  @Test("an FFmpeg filter gives the same bytes with one job and with several, whole and in part")
  func memory() throws {
    let film = script(
      """
        - color: black
          for: 9s
          filters:
            - brightness: {0s: 0.8 hold, 200ms: 0}
            - ffmpeg: "lagfun=decay=0.97"
      """)
    let whole = try colors(film, ["--jobs", "2"])
    #expect(whole[1][0] > 190)
    #expect(whole[30][0] < whole[5][0] - 30 && whole[30][0] > 20)
    let part = film.replacing("  - file: film.mp4", with: "  - file: film.mp4\n    range: 3s..4s")
    let seen = try colors(part, ["--jobs", "1"])
    #expect(seen.count == 10)
    for (frame, color) in seen.enumerated() { #expect(abs(color[0] - whole[30 + frame][0]) <= 1) }
  }

  @Test("a keyed overlay lets the story through where its colour is the key's")
  func chromaKey() throws {
    let picture = folder.path("screen.png")
    try ffmpeg([
      "-f", "lavfi", "-i",
      "color=0x00ff00:s=128x96:d=1,format=rgb24,drawbox=x=50:y=30:w=30:h=30:color=0xdcaa96:t=fill",
      "-frames:v", "1", picture,
    ])
    let film = script("  - {color: navy, for: 1s}").replacing(
      "outputs:",
      with: "overlays:\n  - {image: screen.png, at: 0s, chroma-key: {color: lime, tolerance: 0.2}}\noutputs:")
    for (value, expected) in zip(try colors(film)[4], [220, 170, 150]) { #expect(abs(value - expected) <= 5) }
    let bytes = try ffmpeg([
      "-i", folder.path("film.mp4"), "-vf", "crop=2:2:10:10,scale=1:1,format=rgb24", "-frames:v", "1", "-f",
      "rawvideo", "-",
    ])
    for (value, expected) in zip(bytes, [0, 0, 128]) { #expect(abs(Int(value) - expected) <= 4) }
  }

  @Test(
    "what cannot be used is refused when the script is checked",
    arguments: [
      ("gbluur=sigma=2", "filter-not-available", "did you mean `gblur`?"),
      ("gblur=sigm=2", "filter-not-available", "did you mean `sigma`?"),
      ("gblur=sigma=5000", "filter-not-available", "out of range"),
      ("movie=film.mp4", "filter-forbidden", "it opens files"),
      ("subtitles=a.srt", "filter-forbidden", "it opens files"),
      ("pp=de", "filter-forbidden", "differs in every run"),
      ("curves=psfile=a.acv", "filter-forbidden", "it opens a file"),
      ("scale=w=10:h=10", "filter-forbidden", "it changes the size"),
      ("rotate=ow=10:oh=10", "filter-forbidden", "it returns pictures of 10x10"),
      ("overlay", "filter-forbidden", "one picture in"),
      ("fps=fps=5", "filter-forbidden", "which pictures exist"),
      ("zmq", "filter-forbidden", "network"),
    ])
  func refused(filter: String, id: String, words: String) throws {
    let path = try folder.write(
      "film.edit", script("  - {color: navy, for: 1s, filters: [{ffmpeg: \"\(filter)\"}]}"))
    let result = try run([builtEditc, "lint", path])
    #expect(result.exitCode != 0)
    #expect(result.errorText.contains(id) || result.text.contains(id), "\(result.errorText)\(result.text)")
    #expect(
      result.errorText.contains(words) || result.text.contains(words), "\(result.errorText)\(result.text)")
  }
}
