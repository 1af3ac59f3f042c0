import TestSupport
import Testing

/// Edits of Final Cut Pro that are imported and rendered, decoded by ffmpeg and held against places and levels computed here.
@Suite("Key frames and crops of Final Cut Pro as an independent decoder sees them", .serialized)
struct ImportedMotionTests {
  private static let size = (width: 160, height: 96)

  /// The luma of each of the 20 frames of a film of 2 s: a picture of 120x80, which is 144x96 on the canvas, with these
  /// adjustments. `picture` is what ffmpeg's `geq` makes of its luma, from 0 to 255.
  private func film(_ adjustments: String, picture: String = "255") throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=120x80,format=gray,geq=lum='\(picture)'", "-frames:v", "1",
      folder.path("picture.png"),
    ])
    let edit = try folder.write(
      "edit.fcpxml",
      """
      <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/10s" width="160" height="96"/>
      <format id="r2" name="FFVideoFormatRateUndefined" width="120" height="80"/>
      <asset id="a" name="picture" start="0s" duration="0s" hasVideo="1" format="r2"><media-rep kind="original-media" src="picture.png"/></asset>
      </resources><project name="P"><sequence format="r1" duration="2s"><spine>
      <video ref="a" offset="0s" start="3600s" duration="2s">\(adjustments)</video>
      </spine></sequence></project></fcpxml>
      """)
    try editc(["import", edit, "-o", folder.path("film.edit")])
    let path = folder.path("film.mp4")
    try editc(["render", folder.path("film.edit"), "-o", path, "--no-cache"])
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
    let count = Self.size.width * Self.size.height
    let frames = stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
    try #require(frames.count == 20)
    return frames
  }

  private func luma(_ picture: [UInt8], _ x: Int, _ y: Int) -> Double {
    Double(picture[y * Self.size.width + x])
  }

  /// How many pixels are white, and where the middle of them is.
  private func white(_ picture: [UInt8]) -> (area: Double, x: Double, y: Double) {
    var (area, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<Self.size.height {
      for column in 0..<Self.size.width {
        let weight = max(0, (luma(picture, column, row) - 16) / 219)
        if weight < 0.03 { continue }
        area += weight
        x += weight * (Double(column) + 0.5)
        y += weight * (Double(row) + 0.5)
      }
    }
    return (area, x / max(area, 1), y / max(area, 1))
  }

  private func animation(_ name: String, _ from: String, _ to: String) -> String {
    "<param name=\"\(name)\"><keyframeAnimation><keyframe time=\"3600s\" value=\"\(from)\" curve=\"linear\"/><keyframe time=\"3602s\" value=\"\(to)\" curve=\"linear\"/></keyframeAnimation></param>"
  }

  @Test("a position and a scale are percent of the height and parts of the fitted picture")
  func places() throws {
    let frames = try film(
      "<adjust-transform scale=\"0.5 0.5\">\(animation("position", "0 0", "25 -12.5"))</adjust-transform>")
    for (number, frame) in frames.enumerated() {
      let (area, x, y) = white(frame)
      #expect(abs(area - 72 * 48) < 72 * 48 * 0.03, "frame \(number): \(area)")
      // 25 % of 96 pixels are 24, 12.5 % are 12; downwards is negative.
      #expect(abs(x - (80 + 24 * Double(number) / 20)) < 0.5, "frame \(number): \(x)")
      #expect(abs(y - (48 + 12 * Double(number) / 20)) < 0.5, "frame \(number): \(y)")
    }
  }

  @Test("an opacity runs straight from key frame to key frame")
  func opacities() throws {
    let frames = try film("<adjust-blend>\(animation("amount", "1", "0"))</adjust-blend>")
    for (number, frame) in frames.enumerated() {
      let expected = 16 + 219 * (1 - Double(number) / 20)
      #expect(abs(luma(frame, 80, 48) - expected) < 3, "frame \(number): \(luma(frame, 80, 48))")
    }
  }

  @Test("a trim leaves the rest where it is, and a turn is counterclockwise")
  func trims() throws {
    // 20 % of 80 pixels are 16 of the picture, 19.2 on the canvas: white from 27.2 to 152.
    let (area, x, _) = white(
      try film("<adjust-crop mode=\"trim\"><trim-rect left=\"20\"/></adjust-crop>")[10])
    #expect(abs(area - 124.8 * 96) < 124.8 * 96 * 0.02 && abs(x - 89.6) < 0.5)
    // The left half, 18 pixels left of the middle at half the size, comes 18 pixels below it.
    let turned = white(
      try film(
        "<adjust-crop mode=\"trim\"><trim-rect right=\"75\"/></adjust-crop><adjust-transform scale=\"0.5 0.5\" rotation=\"90\"/>"
      )[10])
    #expect(abs(turned.x - 80) < 0.5 && abs(turned.y - 66) < 0.5)
    #expect(abs(turned.area - 36 * 48) < 36 * 48 * 0.05)
  }

  @Test("a crop fills the canvas with its part, and a pan goes from one part to the other")
  func crops() throws {
    // 60x36 pixels of the picture from column 30 and row 20 on have the shape of the canvas. Gray is twice the column.
    let frames = try film(
      "<adjust-crop mode=\"crop\"><crop-rect left=\"37.5\" top=\"25\" right=\"37.5\" bottom=\"30\"/></adjust-crop>",
      picture: "2*X")
    for x in [8, 80, 150] {
      let column = 30 + (Double(x) + 0.5) * 60 / 160 - 0.5
      #expect(abs(luma(frames[5], x, 48) - (16 + 219 * 2 * column / 255)) < 3, "column \(x)")
    }
    // From the left half of the width to the right half: in the middle of the time, the middle is seen.
    let panned = try film(
      "<adjust-crop mode=\"pan\"><pan-rect left=\"0\" right=\"75\" top=\"25\" bottom=\"30\"/><pan-rect left=\"75\" right=\"0\" top=\"25\" bottom=\"30\"/></adjust-crop>",
      picture: "2*X")
    for (frame, first) in [(0, 0.0), (10, 30)] {
      let column = first + 80.5 * 60 / 160 - 0.5
      #expect(abs(luma(panned[frame], 80, 48) - (16 + 219 * 2 * column / 255)) < 3, "frame \(frame)")
    }
  }
}
