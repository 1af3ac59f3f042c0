import TestSupport
import Testing

/// Small films of still and moving shapes, decoded by ffmpeg and held against places and levels computed here.
@Suite("Places, turns, crops and looks as an independent decoder sees them", .serialized)
struct GeometryTests {
  private static let size = (width: 160, height: 96)

  /// The luma of every frame of a black film with one overlay.
  private static func film(
    _ overlay: String, story: String = "color: black", frames: Int = 10, rate: Int = 10
  ) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    try ramp(in: folder)
    let path = folder.path("film.mp4")
    let script = """
      edit: 1
      canvas: {size: \(size.width)x\(size.height), rate: \(rate)}
      timeline:
        - \(story)
          for: \(frames)f
      \(overlay.isEmpty ? "" : "overlays:\n" + indented(overlay))
      outputs:
        - file: film.mp4
          video: {speed: veryfast, quality: 1}
      """
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
    return try lumaPlanes(of: path)
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }.joined(separator: "\n")
  }

  /// A picture whose gray rises from left to right by one code a pixel: 160 wide, 40 high.
  private static func ramp(in folder: TemporaryFolder) throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=160x40,format=gray,geq=lum=X", "-frames:v", "1",
      folder.path("ramp.png"),
    ])
  }

  private static func lumaPlanes(of path: String) throws -> [[UInt8]] {
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
    let count = size.width * size.height
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
  }

  /// What a gray of the script is in the film.
  private func code(_ gray: Double) -> Double { 16 + 219 * gray / 255 }

  private func luma(_ picture: [UInt8], _ x: Int, _ y: Int) -> Double {
    Double(picture[y * Self.size.width + x])
  }

  /// How bright each pixel is, from 0 for black to 1 for white, summed up with its place.
  private func moments(_ picture: [UInt8]) -> Moments {
    var moments = Moments()
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let weight = max(0, (luma(picture, x, y) - 16) / 219)
        if weight < 0.03 { continue }
        moments.add(weight, Double(x) + 0.5, Double(y) + 0.5)
      }
    }
    return moments
  }

  private struct Moments {
    var area = 0.0
    private var x = 0.0
    private var y = 0.0
    private var xx = 0.0
    private var yy = 0.0
    private var xy = 0.0

    mutating func add(_ weight: Double, _ atX: Double, _ atY: Double) {
      area += weight
      x += weight * atX
      y += weight * atY
      xx += weight * atX * atX
      yy += weight * atY * atY
      xy += weight * atX * atY
    }

    var middle: (x: Double, y: Double) { (x / area, y / area) }

    /// Twice the sine and cosine of the longer axis's angle, as the moments of a rectangle give them: tan(2a).
    var doubledTangent: Double {
      let (mx, my) = (x / area, y / area)
      return 2 * (xy / area - mx * my) / ((xx / area - mx * mx) - (yy / area - my * my))
    }
  }

  @Test("a place that moves is where its time puts it, to half a pixel, and keeps its size between pixels")
  func movingPlace() throws {
    let pictures = try Self.film(
      """
      color: white
      width: 20px
      height: 12px
      place: 30px, 20px -> 120px, 70px
      """)
    #expect(pictures.count == 10)
    for (number, picture) in pictures.enumerated() {
      let share = Double(number) / 10
      let found = moments(picture)
      #expect(abs(found.middle.x - (30 + 90 * share)) < 0.5, "frame \(number): \(found.middle)")
      #expect(abs(found.middle.y - (20 + 50 * share)) < 0.5, "frame \(number): \(found.middle)")
      #expect(abs(found.area - 240) < 6, "frame \(number): \(found.area)")
    }
  }

  @Test("a place that moves by an easing follows its curve")
  func easedPlace() throws {
    let pictures = try Self.film(
      """
      color: white
      width: 20px
      height: 12px
      place: 30px, 48px -> 130px, 48px ease-in
      """)
    // CSS's ease-in has gone 0.0167, 0.3154 and 0.8394 of the way after a tenth, a half and nine tenths.
    for (frame, share) in [(1, 0.0167), (5, 0.3154), (9, 0.8394)] {
      #expect(abs(moments(pictures[frame]).middle.x - (30 + 100 * share)) < 0.5)
    }
  }

  @Test("scale grows about the place, and rotate turns clockwise about the middle")
  func scaleAndRotate() throws {
    let scaled = try Self.film(
      """
      color: white
      width: 40px
      height: 20px
      place: top left, margin 8px
      scale: 1 -> 2
      """)
    for (number, picture) in scaled.enumerated() {
      let scale = 1 + Double(number) / 10
      let found = moments(picture)
      #expect(abs(found.area - 800 * scale * scale) < 20 * scale, "frame \(number)")
      #expect(abs(found.middle.x - (8 + 20 * scale)) < 0.5)
      #expect(abs(found.middle.y - (8 + 10 * scale)) < 0.5)
    }
    let turned = try Self.film(
      """
      color: white
      width: 80px
      height: 20px
      rotate: 0deg -> 100deg
      """)
    for number in [1, 3] {
      let found = moments(turned[number])
      // tan(20°) and tan(60°): 10° and 30° doubled; y grows downwards, so clockwise is positive.
      let expected = number == 1 ? 0.36397 : 1.73205
      #expect(abs(found.doubledTangent - expected) < 0.03, "frame \(number): \(found.doubledTangent)")
      #expect(abs(found.area - 1600) < 16)
    }
    let upright = moments(turned[9])
    #expect(abs(upright.middle.x - 80) < 0.3 && abs(upright.middle.y - 48) < 0.3)
  }

  @Test("a crop keeps its part of the picture, still or moving, and a flip mirrors it")
  func cropAndFlip() throws {
    // Columns 40 to 120 of the ramp, 80 wide, drawn twice as large.
    let cropped = try Self.film("image: ramp.png\ncrop: 25% 0% 25% 0%\nwidth: 160px")
    for x in [2, 40, 80, 157] {
      let expected = code(40 + (Double(x) + 0.5) / 2 - 0.5)
      #expect(
        abs(luma(cropped[0], x, 48) - expected) <= 2, "\(x): \(luma(cropped[0], x, 48)), not \(expected)")
    }
    let moving = try Self.film("image: ramp.png\ncrop: 0% 0% 50% 0% -> 50% 0% 0% 0%\nwidth: 160px")
    for frame in [0, 5, 9] {
      let expected = code(80 * Double(frame) / 10 + 40)
      #expect(abs(luma(moving[frame], 80, 48) - expected) <= 2)
    }
    let flipped = try Self.film("image: ramp.png\nflip: horizontal\nplace: top left")
    for x in [3, 80, 150] { #expect(abs(luma(flipped[0], x, 10) - code(Double(159 - x))) <= 2) }
  }

  @Test(
    "a crop in its place shows a part where it is, growing from nothing, and the picture turns about its middle"
  )
  func cropInItsPlace() throws {
    // The ramp stands in columns 0 to 159 and rows 28 to 67.
    let still = try Self.film("image: ramp.png\ncrop: {part: 25% 10px 50% 0px, anchor: keep}")
    for (x, y) in [(39, 48), (80, 48), (60, 37), (60, 68)] { #expect(luma(still[0], x, y) == 16) }
    for (x, y) in [(41, 48), (60, 39), (78, 66)] {
      #expect(abs(luma(still[0], x, y) - code(Double(x))) <= 2, "\(x), \(y)")
    }
    let wiped = try Self.film(
      "color: white\nwidth: 100px\nheight: 20px\ncrop: {part: 0% 0% 100% 0% -> 0% 0% 0% 0%, anchor: keep}")
    for frame in [0, 3, 7] {
      let found = moments(wiped[frame])
      #expect(abs(found.area - Double(200 * frame)) < 8, "frame \(frame): \(found.area)")
      if frame > 0 { #expect(abs(found.middle.x - Double(30 + 5 * frame)) < 0.3) }
    }
    // The left half of a bar that was turned by half is its right half.
    let turned = try Self.film(
      "color: white\nwidth: 100px\nheight: 20px\nrotate: 180deg\ncrop: {part: 0% 0% 50% 0%, anchor: keep}")
    let found = moments(turned[0])
    #expect(abs(found.area - 1000) < 8 && abs(found.middle.x - 105) < 0.3 && abs(found.middle.y - 48) < 0.3)
  }

  @Test(
    "colours change as CSS mixes them: with alpha multiplied in, so that white fades in without turning grey")
  func changingColors() throws {
    let pictures = try Self.film("", story: "color: \"black -> #cc8844\"")
    // The weights of red, green and blue in BT.709.
    let full = 0.2126 * 0xCC + 0.7152 * 0x88 + 0.0722 * 0x44
    for frame in [0, 4, 9] {
      let expected = code(full * Double(frame) / 10)
      #expect(abs(luma(pictures[frame], 80, 48) - expected) <= 2, "frame \(frame)")
    }
    let fading = try Self.film("color: transparent -> white", story: "color: \"#666666\"")
    for frame in [0, 5, 9] {
      let expected = code(102 + 153 * Double(frame) / 10)
      #expect(abs(luma(fading[frame], 80, 48) - expected) <= 2, "frame \(frame)")
    }
  }

  @Test("strokes, corners and the box behind words have the areas that their lengths give at each moment")
  func changingShapes() throws {
    let shape = "shape: rectangle\nwidth: 100px\nheight: 60px\n"
    let outlined = try Self.film(shape + "stroke: 2px white -> 22px white")
    let rounded = try Self.film(shape + "fill: white\nradius: 0px -> 30px")
    let masked = try Self.film(
      "color: white\nwidth: 100px\nheight: 60px\nmask: {shape: rectangle, radius: 0px -> 30px}")
    for frame in [0, 5, 9] {
      let share = Double(frame) / 10
      let stroke = 2 + 20 * share
      let inside = (100 - 2 * stroke) * (60 - 2 * stroke)
      #expect(abs(moments(outlined[frame]).area - (6000 - inside)) < 30, "frame \(frame)")
      let corners = (4 - Double.pi) * 30 * share * 30 * share
      #expect(abs(moments(rounded[frame]).area - (6000 - corners)) < 30, "frame \(frame)")
      #expect(abs(moments(masked[frame]).area - (6000 - corners)) < 30, "frame \(frame)")
    }
    // All white, so that the box is what is measured.
    let boxed = try Self.film("text: Ag\nsize: 20px\nbox: {color: white, padding: 1px -> 21px}")
    let sides = boxed.map { picture in
      (0..<Self.size.width).count { luma(picture, $0, 48) > 125 }
    }
    for frame in [0, 5, 9] { #expect(abs(sides[frame] - sides[0] - 4 * frame) <= 1, "\(sides)") }
  }

  @Test("motion brings the middle of a still nearer")
  func motion() throws {
    let pictures = try Self.film("", story: "image: ramp.png\n    fit: cover\n    motion: zoom-in 100%")
    // The 96 rows cover with 384 columns, of which the middle 160 are seen: 2.4 pixels for one of the ramp's.
    for frame in [0, 5, 9] {
      // The kept part narrows from all to half of it.
      let kept = 1 - 0.5 * Double(frame) / 10
      let expected = code(80 + (40.5 - 80) / 2.4 * kept - 0.5)
      #expect(abs(luma(pictures[frame], 40, 48) - expected) <= 2, "frame \(frame)")
    }
  }

  @Test(
    "blend modes are the W3C's formulas",
    arguments: [
      ("multiply", 0.4 * 0.6), ("screen", 0.4 + 0.6 - 0.24), ("overlay", 2 * 0.4 * 0.6), ("add", 1.0),
      ("darken", 0.4), ("lighten", 0.6), ("normal", 0.6),
    ])
  func blendModes(mode: String, expected: Double) throws {
    // Grays of 102 and 153: 0.4 below, 0.6 above.
    let pictures = try Self.film(
      "color: \"#999999\"\nblend: \(mode)\nwidth: 81px\nheight: 51px\nplace: top left, margin 3px",
      story: "color: \"#666666\"", frames: 2)
    #expect(abs(luma(pictures[0], 40, 30) - code(expected * 255)) <= 2)
    #expect(abs(luma(pictures[0], 120, 80) - code(102)) <= 2)
    let half = try Self.film(
      "color: \"#999999\"\nblend: \(mode)\nopacity: 0.5", story: "color: \"#666666\"", frames: 2)
    #expect(abs(luma(half[0], 40, 30) - code((0.4 + expected) / 2 * 255)) <= 2)
  }

  @Test("masks let through what lies inside of a shape, or what is bright in a picture")
  func masks() throws {
    let ellipse = try Self.film("color: white\nwidth: 80px\nheight: 60px\nmask: {shape: ellipse}", frames: 2)
    // A quarter of pi times 80 times 60.
    #expect(abs(moments(ellipse[0]).area - 3769.9) < 40)
    let outside = try Self.film(
      "color: white\nwidth: 80px\nheight: 60px\nmask: {shape: ellipse, invert: true}", frames: 2)
    #expect(abs(moments(outside[0]).area - (4800 - 3769.9)) < 40)
    let moving = try Self.film(
      """
      color: white
      width: 100px
      height: 60px
      mask: {shape: rectangle, width: 20px, height: 60px, place: "20px, 50% -> 80px, 50%"}
      """)
    for frame in [0, 4, 9] {
      #expect(abs(moments(moving[frame]).middle.x - (30 + 20 + 6 * Double(frame))) < 0.5, "frame \(frame)")
    }
    let picture = try Self.film("color: white\nmask: {image: ramp.png}", frames: 2)
    for x in [10, 80, 150] { #expect(abs(luma(picture[0], x, 48) - code(Double(x))) <= 2) }
  }

  @Test("a gradient runs from its first colour to its last one, in the direction of its angle")
  func gradients() throws {
    let down = try Self.film("", story: "gradient: black -> white", frames: 2)
    for y in [0, 24, 48, 95] {
      #expect(abs(luma(down[0], 80, y) - code(255 * (Double(y) + 0.5) / 96)) <= 2)
    }
    let right = try Self.film("", story: "gradient: {colors: [black, white, black], angle: 90deg}", frames: 2)
    for x in [0, 40, 79, 120] {
      let share = (Double(x) + 0.5) / 160
      #expect(abs(luma(right[0], x, 48) - code(255 * (1 - abs(2 * share - 1)))) <= 2)
    }
  }

  @Test("shapes have the area of their formulas, and a stroke lies inside of the outline")
  func shapes() throws {
    let round = try Self.film("shape: rectangle\nwidth: 80px\nheight: 60px\nradius: 20px", frames: 2)
    // The corners of a square of 40 without its circle are missing.
    #expect(abs(moments(round[0]).area - (4800 - (1600 - 1256.6))) < 40)
    let ring = try Self.film("shape: ellipse\nwidth: 60px\nheight: 60px\nstroke: 6px white", frames: 2)
    #expect(abs(moments(ring[0]).area - (2827.4 - 1809.6)) < 40)
    let line = try Self.film(
      "shape: line\nwidth: 100px\nheight: 40px\nstroke: 4px white\nplace: 80px, 50px", frames: 2)
    #expect(abs(moments(line[0]).area - 400) < 8)
    #expect(abs(moments(line[0]).middle.y - 50) < 0.3)
  }

  @Test("fit blur stands the whole picture before a blurred one that fills the rest")
  func blurredFit() throws {
    let pictures = try Self.film("", story: "image: ramp.png\n    fit: blur", frames: 2)
    // 160x40 in 160x96: rows 28 to 67 are the ramp itself.
    for x in [10, 80, 150] { #expect(abs(luma(pictures[0], x, 48) - code(Double(x))) <= 2) }
    // Behind it the middle 66.7 columns of the ramp fill the width: about gray 80 in the middle, darker at the left.
    #expect(abs(luma(pictures[0], 80, 6) - code(79.5)) <= 3)
    #expect(luma(pictures[0], 20, 6) < luma(pictures[0], 140, 6) - 20)
  }

  @Test("EBU bars have the codes of their standard")
  func bars() throws {
    let pictures = try Self.film("", story: "bars: ebu", frames: 2)
    // BT.709 luma of 100 % white, then 75 % yellow, cyan, green, magenta, red, blue, and black.
    let expected: [Double] = [235, 168.4, 145.3, 133.5, 62.8, 51, 27.9, 16]
    for (bar, level) in expected.enumerated() {
      #expect(abs(luma(pictures[0], bar * 20 + 10, 48) - level) <= 2, "bar \(bar)")
    }
  }
}
