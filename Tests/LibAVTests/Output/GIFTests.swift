import Composition
import Foundation
import TestSupport
import Testing

@testable import LibAV

@Suite("GIF")
struct GIFTests {
  @Test(
    "The codes of LZW are those that Pillow reads, over every change of their width", arguments: [2, 5, 8])
  func lzw(bits: Int) throws {
    // Noise fills the table of strings several times; runs use it well.
    var state: UInt32 = 7
    let count = 256 * 200
    let pixels = (0..<count).map { place -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      let isNoise = place % 20_000 < 12_000
      return UInt8(truncatingIfNeeded: isNoise ? state >> 24 : UInt32(place / 700)) & UInt8(1 << bits - 1)
    }
    let table = (0..<1 << bits).flatMap { index in [UInt8](repeating: UInt8(index), count: 3) }
    let file =
      Array("GIF89a".utf8) + little(256) + little(200) + [0xF0 | UInt8(bits - 1), 0, 0] + table
      + [0x2C, 0, 0, 0, 0] + little(256) + little(200) + [0] + LZWCoder.coded(pixels, bits: bits) + [0x3B]
    let folder = try TemporaryFolder()
    try Data(file).write(to: URL(filePath: folder.path("a.gif")))
    let decoded = try run([
      "ffmpeg", "-v", "error", "-i", folder.path("a.gif"), "-pix_fmt", "rgb24", "-f", "rawvideo",
      folder.path("raw"),
    ])
    #expect(decoded.errorText.isEmpty, "\(decoded.errorText)")
    let found = try Data(contentsOf: URL(filePath: folder.path("raw")))
    #expect(Array(found) == pixels.flatMap { [$0, $0, $0] })
  }

  @Test("Few colours stay as they are; many become 255 that are near all of them")
  func palette() {
    let few: [UInt32] = [0xff00_0000, 0xff12_3456, 0xffff_ffff, 0x00ff_0000]
    #expect(ColorPalette(of: [few]).colors == [0, 0x123456, 0xffffff])
    let ramp = (0..<4096).map { place in
      let (red, green) = (UInt32(place / 16), UInt32(place % 256))
      return 0xff00_0000 | red | green << 8 | (255 - red) << 16
    }
    let palette = ColorPalette(of: [ramp])
    #expect(palette.colors.count > 240 && palette.colors.count <= 255)
    func difference(_ one: UInt32, _ other: UInt32) -> Int {
      let differences = [0, 8, 16].map { (shift: UInt32) -> Int in
        let (a, b) = (Int(one >> shift & 255), Int(other >> shift & 255))
        return abs(a - b)
      }
      return differences.max() ?? 255
    }
    var worst = 0
    for pixel in ramp {
      let nearest = palette.colors.map { difference($0, pixel) }.min()
      worst = max(worst, nearest ?? 255)
    }
    #expect(worst <= 16, "\(worst)")
  }

  @Test("A colour between two is a pattern of them in its share; one of the palette is left alone")
  func dithering() {
    // Two greys and a far colour.
    let palette = ColorPalette(of: [[0xff00_0000, 0xff40_4040, 0xff00_00ff]])
    var map = PaletteMap(palette)
    func share(_ grey: UInt32) -> Double {
      let pixel = 0xff00_0000 | grey | grey << 8 | grey << 16
      let found = (0..<64).map { palette.colors[Int(map.index(of: pixel, x: $0 % 8, y: $0 / 8))] }
      #expect(!found.contains(0xff))
      return Double(found.count { $0 == 0x404040 }) / 64
    }
    #expect(share(0) == 0)
    #expect(share(0x10) == 0.25)
    #expect(share(0x20) == 0.5)
    #expect(share(0x30) == 0.75)
    #expect(share(0x40) == 1)
  }
}
