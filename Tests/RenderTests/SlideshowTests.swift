import TestSupport
import Testing

@Suite("Many pictures at once")
struct SlideshowTests {
  @Test(
    "a slideshow and an image sequence of a folder show each picture in its frames, as ffmpeg decodes them")
  func frames() throws {
    let folder = try TemporaryFolder()
    // Numbers are no places in the order of bytes: 1, 2, 10, 12.
    let values = [("1", 40), ("2", 90), ("10", 160), ("12", 230)]
    for (number, value) in values {
      try ffmpeg([
        "-f", "lavfi", "-i", "color=0x\(String(repeating: String(value, radix: 16), count: 3)):s=32x32",
        "-frames:v", "1", folder.path("shot\(number).png"),
      ])
    }
    let script = """
      edit: 1
      media: {lapse: {file: "shot*.png", frames: {rate: 10}}}
      canvas: {size: 32x32, rate: 10}
      timeline:
        - each: {image: "shot*.png", for: 500ms}
          transition: dissolve 200ms
        - clip: lapse
      outputs: [{file: film.mp4, video: {quality: 1}}]
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    let film = try grayPictures(folder.path("film.mp4"))
    // Each picture for 5 frames, of which the last two are those of the dissolve: its progress is 0, then one half.
    let (a, b, c, d) = (40.0, 90.0, 160.0, 230.0)
    let shown =
      [a, a, a, a, (a + b) / 2, b, b, (b + c) / 2, c, c, (c + d) / 2, d, d, d] + [a, b, c, d]
    try #require(film.count == shown.count * 32 * 32)
    for (frame, value) in shown.enumerated() {
      let pixels = film[(frame * 1024)..<((frame + 1) * 1024)]
      #expect(pixels.allSatisfy { abs(Double($0) - value) <= 2 }, "frame \(frame)")
    }
  }
}
