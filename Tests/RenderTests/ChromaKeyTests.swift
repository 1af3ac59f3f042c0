import TestSupport
import Testing

@Suite("Chroma keys as other tools measure them")
struct ChromaKeyTests {
  /// A dark figure before a screen of one green: how much of the screen is in a pixel shows in its luma alone, which has
  /// all its samples. That is the matte by hand.
  @Test(
    "The usual key leaves no green at the edge of a screen and takes no hair with it",
    .enabled(if: testsAll && RealMedia.isPresent, "runs in `make test-all`, with real media"))
  func figure() throws {
    let folder = try TemporaryFolder()
    let clip = RealMedia.path("ae_man-on-green-screen.mp4")
    func pictures(_ background: String) throws -> [[UInt8]] {
      let script = """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        media: {man: {file: "\(clip)"}}
        timeline: [{color: \(background), for: 24s}]
        overlays: [{clip: man, at: 0s, chroma-key: {color: lime}}]
        """
      let path = try folder.write("\(background).edit", script)
      try editc(["frame", path, "--at", "1s,8s,16s", "-o", folder.path("\(background)-%d.png"), "--no-cache"])
      return try (1...3).map { number in
        try ffmpeg([
          "-i", folder.path("\(background)-\(number).png"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ])
      }
    }
    let (gray, black, white) = (try pictures("gray"), try pictures("black"), try pictures("white"))
    for (index, time) in ["1", "8", "16"].enumerated() {
      let luma = try ffmpeg([
        "-ss", time, "-i", clip, "-frames:v", "1", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
      ])
      try #require(luma.count == 1280 * 720)
      // The middle of the right edge shows the screen.
      let screen = Double(luma[360 * 1280 + 1270]) - 16
      var (green, figure, lost, wrong) = (0, 0, 0, 0)
      for pixel in 0..<1280 * 720 {
        let channels = gray[index][pixel * 3..<pixel * 3 + 3].map { Int($0) }
        if channels[1] - max(channels[0], channels[2]) > 12 { green += 1 }
        let covered = 1 - (Double(white[index][pixel * 3 + 1]) - Double(black[index][pixel * 3 + 1])) / 255
        let matte = 1 - min(max((Double(luma[pixel]) - 16) / screen, 0), 1)
        if matte > 0.9 {
          figure += 1
          if covered < 0.8 { lost += 1 }
        }
        if abs(covered - matte) > 0.5 { wrong += 1 }
      }
      #expect(green < 50, "at \(time) s: \(green) greenish pixels")
      #expect(figure > 100_000)
      // Thin strands have a quarter of the samples of colour.
      #expect(lost < figure / 500, "at \(time) s: \(lost) of \(figure)")
      #expect(wrong < 200, "at \(time) s: \(wrong)")
    }
  }

  @Test("A picked colour is the mean around a pixel, as scripts write it, and keys what it was picked from")
  func picked() throws {
    let folder = try TemporaryFolder()
    try ffmpeg([
      "-f", "lavfi", "-i",
      "color=0x13a04b:s=64x36,format=rgb24,drawbox=x=40:y=0:w=24:h=36:color=0xff0000:t=fill", "-frames:v",
      "1",
      folder.path("screen.png"),
    ])
    let script = """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline: [{color: navy, for: 1s}]
      overlays: [{image: screen.png, at: 0s, chroma-key: {color: "#13a04b"}}]
      """
    func pick(_ file: String, _ place: String) throws -> String {
      let result = try run([builtEditc, "frame", folder.path(file), "--at", "0s", "--pick", place])
      return result.text + result.errorText
    }
    _ = try folder.write("film.edit", script)
    #expect(try pick("screen.png", "10,10") == "\"#13a04b\"\n")
    // Two of five columns are red.
    #expect(try pick("screen.png", "39,10") == "\"#71602d\"\n")
    #expect(try pick("film.edit", "10,10") == "\"#000080\"\n")
    #expect(
      try pick("screen.png", "64,10")
        == "editc: --pick: pixel 64,10 is outside the picture, which is 64x36\n")
  }
}
