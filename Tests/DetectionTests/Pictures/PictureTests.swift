import Basics
import TestSupport
import Testing

@testable import Detection

@Suite("Pictures as detection sees them")
struct PictureTests {
  @Test("are the means of their cells", arguments: [36, 72, 288, 360])
  func means(_ height: Int) throws {
    // Each cell has two columns; the code is the number of its column.
    let row = (0..<128).map { UInt8($0 / 2) } + [255, 255]
    let samples = Array(repeatElement(row, count: height).joined())
    let layout = try #require(PlaneLayout(width: 128, height: height, samplesPerRow: 130))
    let picture = try #require(grey(samples, layout))
    let codes = (0..<36 * 64).map { Int16($0 % 64 * 16) }
    #expect(picture.luma == codes)
    #expect(picture.blue.allSatisfy { $0 == 128 * 16 })
  }

  @Test("have quarters of codes from 10 bits, and limited range from full range")
  func bits() throws {
    let words = [UInt16](repeating: 513, count: 64 * 36)
    let bytes = [UInt8](repeating: 255, count: 64 * 36)
    let wide = try #require(PlaneLayout(width: 64, height: 36, samplesPerRow: 64, bits: 10))
    let layout = try #require(PlaneLayout(width: 64, height: 36, samplesPerRow: 64))
    let picture = PictureFeatures(luma: words.span, wide, blue: words.span, red: words.span, wide)
    let deep = try #require(picture)
    #expect(deep.luma.allSatisfy { $0 == 513 * 4 } && deep.red.allSatisfy { $0 == 513 * 4 })
    let full = try #require(grey(bytes, layout, isFullRange: true))
    #expect(full.luma.allSatisfy { $0 == 235 * 16 } && full.blue.allSatisfy { $0 == 128 * 16 })
  }

  @Test("read five rows of each cell above 288 lines")
  func rows() throws {
    // Of ten rows of a cell, 1, 3, 5, 7 and 9 are read.
    let rows = (0..<360).map { [UInt8](repeating: $0 % 2 == 1 ? 200 : 0, count: 64) }
    let samples = Array(rows.joined())
    let layout = try #require(PlaneLayout(width: 64, height: 360, samplesPerRow: 64))
    let picture = try #require(grey(samples, layout))
    #expect(picture.luma.allSatisfy { $0 == 200 * 16 })
  }

  @Test("exist for planes of any size, and not for planes that are too short")
  func sizes() throws {
    for (width, height) in [(1, 1), (3, 700), (63, 35), (65, 37), (1921, 289)] {
      let samples = [UInt8](repeating: 77, count: width * height)
      let layout = try #require(PlaneLayout(width: width, height: height, samplesPerRow: width))
      let picture = try #require(grey(samples, layout))
      #expect(picture.luma.allSatisfy { $0 == 77 * 16 })
      #expect(grey(samples.dropLast(), layout) == nil)
    }
    #expect(PlaneLayout(width: 8, height: 8, samplesPerRow: 7) == nil)
    #expect(PlaneLayout(width: 8, height: 8, samplesPerRow: 8, bits: 16) == nil)
  }

  @Test("match what moved, at another brightness")
  func matches() {
    let (a, b) = (textured(1), textured(1, movedBy: 5, brighterBy: 30 * 16))
    let windows = (BlockWindows(a), BlockWindows(b))
    #expect(BlockMatch.between(windows.0, windows.1, .samePlace).residual > 600)
    let match = BlockMatch.between(windows.0, windows.1, .search)
    #expect(match.residual < 150, "\(match)")
    let other = BlockMatch.between(windows.0, BlockWindows(textured(2)), .search)
    #expect(other.residual > 400 && other.lost > 500, "\(other)")
  }

  @Test("have variances as computed by hand")
  func variances() {
    var luma = [Int16](repeating: 160, count: 64 * 36)
    luma[0] = 208
    let windows = BlockWindows(PictureFeatures(luma: luma))
    // One of 48 values is greater by 48: the sum of squares is 48², that of the values 48.
    #expect(windows.variances[0] == 48 * 48 * 48 - 48 * 48)
    #expect(windows.variances[1] == 0)
    #expect(windows.variance(at: 0, minus: windows, at: 1) == windows.variances[0])
    #expect(windows.variance(at: 0, minus: windows, at: 0) == 0)
  }
}

@Suite("Cuts")
struct CutFinderTests {
  @Test("are found where the picture changes for good")
  func cut() throws {
    let shots = Array(repeating: textured(1), count: 12) + Array(repeating: textured(2), count: 12)
    let cuts = CutFinder.cuts(in: records(shots))
    #expect(cuts.map(\.picture) == [12])
    // The threshold of 2.3 is a strength of 57.
    #expect(try (57...99).contains(#require(cuts.first).strength))
  }

  @Test("are not flashes of up to three pictures", arguments: 1...3)
  func flash(_ length: Int) {
    let flash = PictureFeatures(luma: [Int16](repeating: 235 * 16, count: 64 * 36))
    let shots =
      Array(repeating: textured(1), count: 12) + Array(repeating: flash, count: length)
      + Array(repeating: textured(1), count: 12)
    #expect(CutFinder.cuts(in: records(shots)) == [])
  }

  @Test("are not pans, dimming and strobes")
  func movement() {
    let pan = (0..<30).map { textured(1, movedBy: 5 * $0) }
    #expect(CutFinder.cuts(in: records(pan)) == [])
    let dimming = (0..<30).map { textured(1, brighterBy: Int16(-40 * $0)) }
    #expect(CutFinder.cuts(in: records(dimming)) == [])
    let strobe = (0..<30).map { textured($0 % 2 == 0 ? 1 : 2) }
    #expect(CutFinder.cuts(in: records(strobe)) == [])
  }

  @Test("need pictures", arguments: 0...3)
  func few(_ count: Int) {
    #expect(CutFinder.cuts(in: records((0..<count).map { _ in textured(1) })) == [])
  }
}

@Suite("Black and frozen pictures")
struct StillFinderTests {
  private let black = PictureFeatures(luma: [Int16](repeating: 17 * 16, count: 64 * 36))

  @Test("black lasts at least two pictures")
  func blacks() {
    let shots = [black, textured(1), black, black, textured(1), textured(2), black, black, black]
    #expect(StillFinder.blacks(in: records(shots)) == [2..<4, 6..<9])
    var bright = black.luma
    bright[5] = 41 * 16
    let withStar = PictureFeatures(luma: bright)
    #expect(StillFinder.blacks(in: records([withStar, withStar])) == [])
  }

  @Test("frozen pictures equal the first one of their run for a second")
  func freezes() throws {
    let times = (0...80).map { RationalTime(Int64($0), 25)! }
    let shots =
      (0..<20).map { textured(1, movedBy: $0) } + Array(repeating: textured(3), count: 25)
      + (0..<20).map { textured(1, movedBy: $0) }
    let second = RationalTime(seconds: 1)
    #expect(try StillFinder.freezes(in: records(shots), starts: times, atLeast: second) == [20..<45])
    let longer = RationalTime(26, 25)!
    #expect(try StillFinder.freezes(in: records(shots), starts: times, atLeast: longer) == [])
    // A slow dimming is no freeze, though each picture is like the one before.
    let dimming = (0..<60).map { textured(1, brighterBy: Int16(-$0)) }
    #expect(try StillFinder.freezes(in: records(dimming), starts: times, atLeast: second) == [])
    let dark = Array(repeating: black, count: 60)
    #expect(try StillFinder.freezes(in: records(dark), starts: times, atLeast: second) == [])
  }
}

private func grey(_ samples: [UInt8], _ layout: PlaneLayout, isFullRange: Bool = false) -> PictureFeatures? {
  PictureFeatures(grey: samples.span, layout, isFullRange: isFullRange)
}

func records(_ pictures: [PictureFeatures]) -> [PictureRecord] {
  var analysis = PictureAnalysis()
  for picture in pictures { analysis.append(picture) }
  return analysis.finish()
}

/// A scene with detail of several sizes, another one for each number; it goes on beyond its edges.
func textured(_ scene: Int, movedBy shift: Int = 0, brighterBy offset: Int16 = 0) -> PictureFeatures {
  let luma = (0..<36 * 64).map { index -> Int16 in
    let (x, y) = (index % 64 + shift, index / 64)
    var code = 1800
    for size in [3, 5, 11] {
      var random = SeededRandom(seed: UInt64(((scene * 100 + size) * 1000 + x / size) * 1000 + y / size))
      code += .random(in: -512..<512, using: &random)
    }
    return Int16(code) + offset
  }
  return PictureFeatures(luma: luma)
}
