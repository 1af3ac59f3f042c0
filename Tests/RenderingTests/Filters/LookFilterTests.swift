import Composition
import ContentDigest
import Foundation
import LibAV
import Rendering
import TestSupport
import Testing

/// Tables of colours against FFmpeg's own filter, as an independent judge.
@Suite("Tables of colours map as FFmpeg maps them")
struct LookFilterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func table(_ name: String, _ text: String) throws -> LUT {
    LUT(
      spelling: name, path: try folder.write(name, text), digest: try ContentDigest.of(text: text).hex)
  }

  /// A bent table: channels mixed, tones curved, so that interpolation matters.
  static func cube(_ size: Int) -> String {
    var lines = ["TITLE \"bent\"", "LUT_3D_SIZE \(size)"]
    for b in 0..<size {
      for g in 0..<size {
        for r in 0..<size {
          let (red, green, blue) = (
            Double(r) / Double(size - 1), Double(g) / Double(size - 1), Double(b) / Double(size - 1)
          )
          lines.append(
            "\(0.1 + 0.8 * red * red + 0.1 * green) \(0.9 * green * (2 - green) * 0.9 + 0.05 * blue) "
              + "\(0.2 + 0.5 * blue + 0.3 * red * green)")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Red, green and blue as FFmpeg's `lut3d` or `lut1d` changes them.
  private func judged(_ pixels: [[UInt8]], _ filter: String, _ path: String) throws -> [[UInt8]] {
    let input = folder.path("pixels.rgb")
    try Data(pixels.flatMap { $0 }).write(to: URL(filePath: input))
    let result = try run([
      "ffmpeg", "-v", "error", "-nostdin", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(pixels.count)x1",
      "-i", input, "-vf", "\(filter)=file=\(path):interp=\(filter == "lut3d" ? "tetrahedral" : "linear")",
      "-frames:v", "1",
      "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
    ])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return stride(from: 0, to: result.output.count, by: 3).map { Array(result.output[$0..<$0 + 3]) }
  }

  private static let pixels: [[UInt8]] = {
    var pixels: [[UInt8]] = []
    for red in stride(from: 0, through: 255, by: 51) {
      for green in stride(from: 10, through: 250, by: 48) {
        for blue in stride(from: 3, through: 253, by: 50) {
          pixels.append([UInt8(red), UInt8(green), UInt8(blue)])
        }
      }
    }
    return pixels
  }()

  @Test(
    "within two levels of luma and chroma, at both depths",
    arguments: [("lut3d", 2), ("lut3d", 9), ("lut3d", 17), ("lut1d", 5)])
  func judge(filter: String, size: Int) throws {
    let curve =
      "LUT_1D_SIZE 5\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n0 0.1 0.2\n0.1 0.3 0.3\n0.4 0.5 0.55\n0.8 0.7 0.7\n1 0.9 0.8\n"
    let table = try table("look.cube", filter == "lut3d" ? Self.cube(size) : curve)
    let judged = try judged(Self.pixels, filter, table.path)
    for layout in [PixelLayout.yuv444p, .yuv444p10] {
      let unit = layout == .yuv444p10 ? 4.0 : 1
      let codes = Self.pixels.map { color($0).codes.map { Int(($0 * unit).rounded()) } }
      let before = TestPicture(layout, (0..<3).map { plane in [codes.map { $0[plane] }] })
      let after = try before.filtered([.look(0)], tables: [table])
      var worst = 0.0
      for (index, pixel) in judged.enumerated() {
        let expected = color(pixel).codes
        for plane in 0..<3 {
          worst = max(worst, abs(Double(after.planes[plane][0][index]) / unit - expected[plane]))
        }
      }
      // The judge rounds red, green and blue to eight bits, we luma and chroma: at most a level each way.
      #expect(worst <= 2, "\(filter) \(size) \(layout)")
    }
  }

  private func color(_ pixel: [UInt8]) -> TestColor {
    TestColor(Double(pixel[0]) / 255, Double(pixel[1]) / 255, Double(pixel[2]) / 255)
  }

  @Test("a table that is not the planned one stops the work, and says which")
  func changedTable() throws {
    var table = try table("look.cube", Self.cube(2))
    table.digest = String(repeating: "0", count: 64)
    let picture = TestPicture(.yuv420p, width: 4, height: 4) { _, _ in 100 }
    #expect { try picture.filtered([.look(0)], tables: [table]) } throws: {
      "\($0)".contains("look.cube: reading the table: the file has changed since the film was planned")
    }
    let missing = LUT(spelling: "gone.cube", path: folder.path("gone.cube"), digest: "")
    #expect { try picture.filtered([.look(0)], tables: [missing]) } throws: {
      "\($0)".contains("No such file or directory")
    }
  }
}
