import Basics
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

private func grey(_ samples: [UInt8], _ layout: PlaneLayout, isFullRange: Bool = false) -> PictureFeatures? {
  PictureFeatures(grey: samples.span, layout, isFullRange: isFullRange)
}
