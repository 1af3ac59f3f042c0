import Composition
import LibAV
import TestSupport
import Testing

@Suite("Converting pictures")
struct PictureConverterTests {
  @Test("pure colours of a PNG become BT.709 video")
  func pureColors() throws {
    // Y = 16 + 219 (0.2126 R + 0.7152 G + 0.0722 B); Cb = 128 + 112 (B - Y) / 0.9278; Cr likewise with 0.7874.
    let colors = [
      ([255, 0, 0], [63, 102, 240]), ([0, 255, 0], [173, 42, 26]), ([0, 0, 255], [32, 240, 118]),
      ([255, 255, 255], [235, 128, 128]), ([0, 0, 0], [16, 128, 128]),
    ]
    for (rgb, expected) in colors {
      let source = try picture(PixelSize(width: 64, height: 48), .rgb24, .sRGB, rgb: rgb)
      expectFlat(try source.converted(to: .yuv420p), expected, within: 1)
      expectFlat(try source.converted(to: .yuv444p), expected, within: 1)
    }
  }

  @Test(
    "standard-definition video changes its matrix, tagged or not",
    arguments: [ColorTags(), standardDefinition])
  func standardDefinitionVideo(color: ColorTags) throws {
    // The same colours with the weights of BT.601 and of BT.709.
    let colors = [
      ([81, 90, 240], [63, 102, 240]), ([145, 54, 34], [173, 42, 26]), ([41, 240, 110], [32, 240, 118]),
      ([235, 128, 128], [235, 128, 128]), ([126, 128, 128], [126, 128, 128]),
    ]
    for (from, expected) in colors {
      let source = try flat(PixelSize(width: 640, height: 480), .yuv420p, color, from)
      let result = try source.converted(to: .yuv420p)
      expectFlat(result, expected, within: 2)
      #expect(result.color == .bt709)
    }
  }

  @Test("a change of matrix is exact to a rounding for every colour")
  func everyColor() throws {
    var generator = Generator(state: 7)
    let bt601 = (red: 0.299, blue: 0.114)
    let bt709 = (red: 0.2126, blue: 0.0722)
    let colors = (0..<(64 * 48)).map { _ in (generator.unit(), generator.unit(), generator.unit()) }
    let source = try picture(PixelSize(width: 64, height: 48), .yuv444p, standardDefinition) { plane, x, y in
      Int(limitedRange(colors[y * 64 + x], bt601)[plane].rounded())
    }
    let result = try source.converted(to: .yuv444p)
    var judged = 0
    for y in 0..<48 {
      for x in 0..<64 {
        let rgb = unitRange((0..<3).map { Double(sample(source, plane: $0, x, y)) }, bt601)
        guard [rgb.0, rgb.1, rgb.2].allSatisfy({ (0...1).contains($0) }) else { continue }
        judged += 1
        for (plane, exact) in limitedRange(rgb, bt709).enumerated() {
          #expect(abs(Double(sample(result, plane: plane, x, y)) - exact) < 0.75)
        }
      }
    }
    #expect(judged > 2500)
  }

  @Test("untagged high definition is taken as it is")
  func untaggedHighDefinition() throws {
    for size in [PixelSize(width: 1280, height: 640), PixelSize(width: 640, height: 720)] {
      let source = try flat(size, .yuv420p, ColorTags(), [81, 90, 240])
      let result = try source.converted(to: .yuv420p)
      expectFlat(result, [81, 90, 240], within: 0)
      #expect(result.color == .bt709)
    }
  }

  @Test("a picture that is right already is handed on untouched")
  func identity() throws {
    let source = try flat(PixelSize(width: 64, height: 48), .yuv420p, .bt709, [81, 90, 240])
    #expect(try source.converted(to: .yuv420p) === source)
  }

  @Test("full range becomes limited range")
  func fullRange() throws {
    var color = ColorTags.bt709
    color.isFullRange = true
    // 16 + 219 y / 255, and 128 + 224 (c - 128) / 255.
    for (from, expected) in [
      ([0, 128, 128], [16, 128, 128]), ([255, 128, 128], [235, 128, 128]), ([128, 1, 255], [126, 16, 240]),
      ([64, 192, 64], [71, 184, 72]),
    ] {
      for layout in [PixelLayout.yuv420p, .yuv422p, .yuv444p] {
        let source = try flat(PixelSize(width: 64, height: 48), layout, color, from)
        expectFlat(try source.converted(to: .yuv420p), expected, within: 1)
      }
    }
  }

  @Test("ten bits become eight", arguments: [PixelLayout.yuv420p10, .yuv422p10, .yuv444p10])
  func tenBits(layout: PixelLayout) throws {
    let source = try flat(PixelSize(width: 64, height: 48), layout, .bt709, [252, 408, 960])
    expectFlat(try source.converted(to: .yuv420p), [63, 102, 240], within: 1)
  }

  @Test("gray of a still is full range, gray tagged as video is not")
  func gray() throws {
    let size = PixelSize(width: 64, height: 48)
    expectFlat(
      try flat(size, .gray8, ColorTags(), [255]).converted(to: .yuv420p), [235, 128, 128], within: 1)
    var limited = ColorTags()
    limited.isFullRange = false
    expectFlat(try flat(size, .gray8, limited, [235]).converted(to: .yuv420p), [235, 128, 128], within: 1)
  }

  @Test("alpha stays straight and unscaled")
  func alpha() throws {
    let source = try VideoFrame.allocate(size: PixelSize(width: 32, height: 16), layout: .rgba) { planes in
      for y in 0..<16 {
        planes[0].row(y).copyBytes(from: (0..<32).flatMap { _ in [255, 0, 0, 77] as [UInt8] })
      }
    }
    expectFlat(try source.converted(to: .yuva444p), [63, 102, 240, 77], within: 1)
    for layout in [PixelLayout.yuva420p, .yuva444p] {
      let video = try flat(PixelSize(width: 32, height: 16), layout, standardDefinition, [81, 90, 240, 77])
      expectFlat(try video.converted(to: .yuva444p), [63, 102, 240, 77], within: 1)
      let opaque = try flat(PixelSize(width: 32, height: 16), .yuv420p, standardDefinition, [81, 90, 240])
      expectFlat(try opaque.converted(to: layout), [63, 102, 240, 255], within: 1)
    }
  }

  @Test(
    "scaling is what FFmpeg's own filter does with the same flags",
    arguments: [
      (PixelSize(width: 320, height: 180), PixelSize(width: 480, height: 270)),
      (PixelSize(width: 321, height: 181), PixelSize(width: 123, height: 77)),
      (PixelSize(width: 33, height: 17), PixelSize(width: 64, height: 64)),
    ])
  func likeTheFilter(from: PixelSize, to: PixelSize) throws {
    let source = try generated("testsrc2", from, .yuv420p, frames: 1, .bt709)[0]
    let flags = "bicubic+accurate_rnd+bitexact+full_chroma_int+full_chroma_inp"
    let sites = "in_h_chr_pos=0:in_v_chr_pos=128:out_h_chr_pos=0:out_v_chr_pos=128"
    let judge = try run(
      [
        "ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(from)", "-i", "-",
        "-vf", "scale=\(to.width):\(to.height):flags=\(flags):\(sites)", "-f", "rawvideo", "-",
      ], input: rawBytes(source))
    #expect(rawBytes(try source.converted(to: .yuv420p, to)) == judge.output)
  }

  @Test("chroma stays sited left when a picture is enlarged")
  func chromaSite() throws {
    // Chroma rises by 16 a sample. Twice as wide, sample i lies over luma 2i, which is source luma i - 0.25,
    // which is source chroma i/2 - 0.125; sited in the middle it would be i/2 - 0.25, two levels less.
    let source = try picture(PixelSize(width: 24, height: 16), .yuv420p, .bt709) { plane, x, _ in
      plane == 0 ? 100 : 32 + 16 * x
    }
    let result = try source.converted(to: .yuv420p, PixelSize(width: 48, height: 32))
    for i in 6...18 { #expect(abs(sample(result, plane: 1, i, 8) - (32 + 8 * i - 2)) <= 1) }
  }

  @Test("threads change no byte")
  func threads() throws {
    let size = PixelSize(width: 318, height: 242)
    let sources = [
      try generated("testsrc2", size, .yuv420p, frames: 1, standardDefinition)[0],
      try generated("testsrc2", size, .yuv422p10, frames: 1, .bt709)[0],
      try generated("testsrc2", size, .rgba, frames: 1)[0],
    ]
    for source in sources {
      let one = rawBytes(try source.converted(to: .yuv420p, PixelSize(width: 200, height: 150)))
      for threads in [2, 3] {
        let target = PictureTarget(
          size: PixelSize(width: 200, height: 150), layout: .yuv420p, threads: threads)
        #expect(rawBytes(try PictureConverter(to: target).convert(source)) == one)
      }
    }
  }

  @Test("one converter takes sources of any kind, one after another")
  func mixedSources() throws {
    let converter = PictureConverter(
      to: PictureTarget(size: PixelSize(width: 32, height: 18), layout: .yuv420p))
    let small = try flat(PixelSize(width: 16, height: 16), .rgb24, .sRGB, [255])
    let large = try flat(PixelSize(width: 1280, height: 720), .yuv420p, ColorTags(), [63, 102, 240])
    for _ in 0..<2 {
      expectFlat(try converter.convert(small), [235, 128, 128], within: 1)
      expectFlat(try converter.convert(large), [63, 102, 240], within: 1)
    }
  }

  @Test("any size from one pixel on converts, sizes that cannot be are errors")
  func sizes() throws {
    for width in [1, 2, 3, 7] {
      let source = try flat(PixelSize(width: width, height: 8 - width), .yuv420p, .bt709, [100, 110, 120])
      expectFlat(
        try source.converted(to: .yuv420p, PixelSize(width: 9, height: 5)), [100, 110, 120], within: 1)
      let large = try flat(PixelSize(width: 33, height: 31), .yuv420p, .bt709, [100, 110, 120])
      expectFlat(
        try large.converted(to: .yuv420p, PixelSize(width: width, height: 2)), [100, 110, 120], within: 1)
    }
    let source = try flat(PixelSize(width: 16, height: 16), .yuv420p, .bt709, [100, 110, 120])
    for size in [
      PixelSize(width: 0, height: 5), PixelSize(width: -3, height: 5), PixelSize(width: .max, height: 5),
    ] {
      #expect(throws: LibAVError.self) { try source.converted(to: .yuv420p, size) }
    }
  }

  @Test("a matrix that swscale does not know is refused by name")
  func unknownMatrix() throws {
    let source = try flat(
      PixelSize(width: 16, height: 16), .yuv420p, ColorTags(matrix: "ycgco"), [100, 110, 120])
    let error = #expect(throws: LibAVError.self) { try source.converted(to: .yuv420p) }
    #expect(error?.cause == .notAvailable)
    #expect(error?.subject == "ycgco")
  }
}

extension VideoFrame {
  fileprivate func converted(to layout: PixelLayout, _ size: PixelSize? = nil) throws -> VideoFrame {
    try PictureConverter(to: PictureTarget(size: size ?? self.size, layout: layout)).convert(self)
  }
}

private func flat(
  _ size: PixelSize, _ layout: PixelLayout, _ color: ColorTags, _ values: [Int]
) throws -> VideoFrame {
  guard layout.isRGB else { return try picture(size, layout, color) { plane, _, _ in values[plane] } }
  return try VideoFrame.allocate(size: size, layout: layout, color: color) { $0[0].fill(UInt8(values[0])) }
}

private func picture(
  _ size: PixelSize, _ layout: PixelLayout, _ color: ColorTags, rgb: [Int]
) throws -> VideoFrame {
  try VideoFrame.allocate(size: size, layout: layout, color: color) { planes in
    for y in 0..<size.height {
      planes[0].row(y).copyBytes(from: (0..<size.width).flatMap { _ in rgb.map { UInt8($0) } })
    }
  }
}

/// Whether every sample of each plane is the expected one.
private func expectFlat(
  _ frame: VideoFrame, _ expected: [Int], within tolerance: Int, at place: SourceLocation = #_sourceLocation
) {
  frame.withPlanes { planes in
    #expect(planes.count == expected.count, sourceLocation: place)
    for (plane, value) in zip(planes, expected) {
      var furthest = value
      for y in 0..<plane.height {
        for found in plane.row(y) where abs(Int(found) - value) > abs(furthest - value) {
          furthest = Int(found)
        }
      }
      #expect(abs(furthest - value) <= tolerance, "\(furthest), not \(value)", sourceLocation: place)
    }
  }
}

private typealias Weights = (red: Double, blue: Double)

/// Luma 16 to 235 and chroma 16 to 240 of a colour in 0 to 1.
private func limitedRange(_ rgb: (Double, Double, Double), _ weights: Weights) -> [Double] {
  let luma = weights.red * rgb.0 + (1 - weights.red - weights.blue) * rgb.1 + weights.blue * rgb.2
  return [
    16 + 219 * luma, 128 + 112 * (rgb.2 - luma) / (1 - weights.blue),
    128 + 112 * (rgb.0 - luma) / (1 - weights.red),
  ]
}

private func unitRange(_ yuv: [Double], _ weights: Weights) -> (Double, Double, Double) {
  let luma = (yuv[0] - 16) / 219
  let red = luma + (yuv[2] - 128) / 112 * (1 - weights.red)
  let blue = luma + (yuv[1] - 128) / 112 * (1 - weights.blue)
  return (red, (luma - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue), blue)
}

/// Numbers that are the same in every run.
struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }

  mutating func unit() -> Double { Double(next() % 10001) / 10000 }
}
