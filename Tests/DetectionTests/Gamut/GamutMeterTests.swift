import TestSupport
import Testing

@testable import Detection

@Suite("Levels of colours")
struct GamutMeterTests {
  private let weights = MatrixWeights(red: 0.2126, blue: 0.0722)

  /// A picture of 40x20 pixels in 4:4:4 with a patch of 10x10 in another colour.
  private func excess(
    patch: (UInt16, UInt16, UInt16), around: (UInt16, UInt16, UInt16), bits: Int = 8,
    isFullRange: Bool = false
  ) throws -> GamutMeter.Excess {
    var planes = [around.0, around.1, around.2].map { [UInt16](repeating: $0, count: 800) }
    for row in 5..<15 {
      for column in 10..<20 {
        for (plane, code) in [patch.0, patch.1, patch.2].enumerated() {
          planes[plane][row * 40 + column] = code
        }
      }
    }
    let layout = try #require(PlaneLayout(width: 40, height: 20, samplesPerRow: 40, bits: bits))
    var meter = GamutMeter(lowest: 5, highest: 246)
    let (luma, blue, red) = (planes[0], planes[1], planes[2])
    let measured = meter.measure(
      luma: luma.span, layout, blue: blue.span, red: red.span, layout, weights: weights,
      isFullRange: isFullRange)
    let wide = try #require(measured)
    if bits == 8 {
      let bytes = (luma.map { UInt8($0) }, blue.map { UInt8($0) }, red.map { UInt8($0) })
      let (lumaBytes, blueBytes, redBytes) = bytes
      let narrow = meter.measure(
        luma: lumaBytes.span, layout, blue: blueBytes.span, red: redBytes.span, layout, weights: weights,
        isFullRange: isFullRange)
      #expect(narrow == wide)
    }
    return wide
  }

  @Test("of luma count where the mean of 3x3 pixels is outside")
  func luma() throws {
    // 246 is within. The mean of a corner of the patch is (4 * 247 + 5 * 240) / 9 = 243.1, of an edge 244.7.
    #expect(try excess(patch: (246, 128, 128), around: (240, 128, 128)).share == 0)
    let inside = try excess(patch: (247, 128, 128), around: (240, 128, 128))
    #expect(inside.share == 64.0 / 800)
    #expect(inside.worst?.component == .luma && inside.worst?.level == 247)
    // (6 * 254 + 3 * 240) / 9 = 249.3 and (4 * 254 + 5 * 240) / 9 = 246.2: the whole patch. Beside it, (3 * 254 + 6 * 240)
    // / 9 = 244.7.
    #expect(try excess(patch: (254, 128, 128), around: (240, 128, 128)).share == 100.0 / 800)
    let dark = try excess(patch: (4, 128, 128), around: (20, 128, 128))
    #expect(dark.share == 64.0 / 800)
    #expect(dark.worst?.component == .luma && dark.worst?.level == 4)
  }

  @Test("of red, green and blue follow from luma and chroma, in both ranges and more bits")
  func colours() throws {
    // Red: 180 + 219/224 * 1.5748 * 43 = 246.2; 42 makes 244.7.
    let red = try excess(patch: (180, 128, 171), around: (126, 128, 128))
    #expect(red.worst?.component == .red && red.worst?.level == 246 && red.share == 64.0 / 800)
    #expect(try excess(patch: (180, 128, 170), around: (126, 128, 128)).share == 0)
    // Blue: 180 - 219/224 * 1.8556 * 97 = 4.03.
    let blue = try excess(patch: (180, 31, 128), around: (126, 128, 128))
    #expect(blue.worst?.component == .blue && blue.worst?.level == 4)
    #expect(try excess(patch: (180, 32, 128), around: (126, 128, 128)).share == 0)
    // Four times as many codes: 246.2 is 984.9.
    let deep = try excess(patch: (720, 512, 684), around: (504, 512, 512), bits: 10)
    #expect(deep.worst?.component == .red && deep.worst?.level == 246 && deep.share == 64.0 / 800)
    // Full range: all greys are legal; (255 + 1.5748 * 10) * 219/255 + 16 = 248.5.
    #expect(try excess(patch: (255, 128, 128), around: (0, 128, 128), isFullRange: true).share == 0)
    let full = try excess(patch: (255, 128, 138), around: (128, 128, 128), isFullRange: true)
    #expect(full.worst?.component == .red && full.worst?.level == 248)
  }

  @Test("Chroma with fewer samples counts for all pixels that share it", arguments: [(1, 0), (1, 1), (2, 0)])
  func subsampled(shifts: (columns: Int, rows: Int)) throws {
    var random = SeededRandom(seed: 9)
    let (width, height) = (37, 19)
    let columns = (width + (1 << shifts.columns) - 1) >> shifts.columns
    let rows = (height + (1 << shifts.rows) - 1) >> shifts.rows
    let luma = (0..<width * height).map { _ in UInt8.random(in: 200...255, using: &random) }
    let chroma = (0..<2).map { _ in
      (0..<columns * rows).map { _ in UInt8.random(in: 90...170, using: &random) }
    }
    let whole = chroma.map { plane in
      (0..<width * height).map { place in
        let (row, column) = (place / width, place % width)
        return plane[(row >> shifts.rows) * columns + (column >> shifts.columns)]
      }
    }
    let layout = try #require(PlaneLayout(width: width, height: height, samplesPerRow: width))
    let small = try #require(PlaneLayout(width: columns, height: rows, samplesPerRow: columns))
    var meter = GamutMeter(lowest: 5, highest: 246)
    let (blue, red, wideBlue, wideRed) = (chroma[0], chroma[1], whole[0], whole[1])
    let found = meter.measure(
      luma: luma.span, layout, blue: blue.span, red: red.span, small, weights: weights,
      isFullRange: false)
    let expected = meter.measure(
      luma: luma.span, layout, blue: wideBlue.span, red: wideRed.span, layout, weights: weights,
      isFullRange: false)
    #expect(found == expected && found.map { $0.share > 0.1 && $0.share < 0.9 } == true)
  }

  @Test("Random pictures have the share that their colours have in floating point", arguments: [8, 10])
  func random(bits: Int) throws {
    var random = SeededRandom(seed: 4)
    let one = Double(1 << (bits - 8))
    for round in 0..<30 {
      let width = Int.random(in: 1...300, using: &random)
      let height = Int.random(in: 1...12, using: &random)
      let isFullRange = round % 3 == 0
      let shift = round % 2
      let columns = (width + shift) >> shift
      func plane(_ count: Int, _ codes: ClosedRange<Double>) -> [UInt16] {
        (0..<count).map { _ in UInt16(Double.random(in: codes, using: &random) * one) }
      }
      // Most pictures are within the levels nearly everywhere.
      let bright = Double.random(in: 160...250, using: &random)
      let luma = plane(width * height, 20...bright)
      let (blue, red) = (plane(columns * height, 110...150), plane(columns * height, 110...150))
      let layout = try #require(
        PlaneLayout(width: width, height: height, samplesPerRow: width, bits: bits))
      let small = try #require(
        PlaneLayout(width: columns, height: height, samplesPerRow: columns, bits: bits))
      var meter = GamutMeter(lowest: 5, highest: 246)
      let found = meter.measure(
        luma: luma.span, layout, blue: blue.span, red: red.span, small, weights: weights,
        isFullRange: isFullRange)
      /// How many pixels are outside by more than a margin.
      func count(margin: Double) -> Int {
        var count = 0
        for row in 0..<height {
          for column in 0..<width {
            var (y, b, r) = (0.0, 0.0, 0.0)
            for line in [max(0, row - 1), row, min(height - 1, row + 1)] {
              for place in [max(0, column - 1), column, min(width - 1, column + 1)] {
                y += Double(luma[line * width + place]) / one / 9
                b += Double(blue[line * columns + place >> shift]) / one / 9 - 128.0 / 9
                r += Double(red[line * columns + place >> shift]) / one / 9 - 128.0 / 9
              }
            }
            let most = Double(1 << bits - 1) / one
            if isFullRange { (y, b, r) = (16 + 219 * y / most, 219 * b / most, 219 * r / most) }
            if !isFullRange { (b, r) = (b * 219 / 224, r * 219 / 224) }
            let green = y - (0.0722 * 1.8556 * b + 0.2126 * 1.5748 * r) / 0.7152
            let levels = [y, y + 1.5748 * r, green, y + 1.8556 * b]
            if levels.contains(where: { $0 < 5 - margin || $0 > 246 + margin }) { count += 1 }
          }
        }
        return count
      }
      let share = try #require(found?.share) * Double(width * height)
      #expect(share > Double(count(margin: 0.03)) - 0.5 && share < Double(count(margin: -0.03)) + 0.5)
    }
  }

  @Test("Passages that are less than a second apart are one")
  func passages() throws {
    let (clean, wrong) = (
      try excess(patch: (126, 128, 128), around: (126, 128, 128)),
      try excess(patch: (254, 128, 128), around: (240, 128, 128))
    )
    var finder = GamutFinder(area: 0.1, framesOfSecond: 25)
    for frame in 0..<100 { finder.add([3, 4, 27, 60].contains(frame) ? wrong : clean) }
    #expect(finder.passages.map(\.frames) == [3...27, 60...60])
    var wide = GamutFinder(area: 0.125, framesOfSecond: 25)
    wide.add(wrong)
    #expect(wide.passages.isEmpty)
  }
}
