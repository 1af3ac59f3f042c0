import Composition
import LibAV
import TestSupport
import Testing

@Suite("Writing pictures")
struct PictureWriterTests {
  private let size = PixelSize(width: 33, height: 17)

  @Test("BT.709 video becomes the right red, green and blue")
  func colors() throws {
    let colors = [
      ([63, 102, 240], [255, 0, 0]), ([173, 42, 26], [0, 255, 0]), ([32, 240, 118], [0, 0, 255]),
      ([235, 128, 128], [255, 255, 255]), ([16, 128, 128], [0, 0, 0]), ([126, 128, 128], [128, 128, 128]),
    ]
    for (yuv, expected) in colors {
      for layout in [PixelLayout.yuv420p, .yuv444p, .yuv420p10] {
        let depth = layout == .yuv420p10 ? 4 : 1
        let frame = try picture(size, layout, .bt709) { plane, _, _ in yuv[plane] * depth }
        for kind in [PictureFile.png, .jpeg(quality: 95)] {
          let shown = try shown(try PictureWriter(kind).bytes(of: frame), "rgb24")
          #expect(shown.count == 33 * 17 * 3)
          for (index, value) in shown.enumerated() { #expect(abs(Int(value) - expected[index % 3]) <= 3) }
        }
      }
    }
  }

  @Test("PNG keeps alpha and every value of RGB")
  func alpha() throws {
    var generator = Generator(state: 5)
    let pixels = (0..<(33 * 17 * 4)).map { _ in UInt8(generator.next() % 256) }
    let frame = try picture(pixels, size, .rgba)
    #expect(try shown(try PictureWriter(.png).bytes(of: frame), "rgba") == pixels)
  }

  @Test("JPEG of higher quality is larger and nearer")
  func quality() throws {
    let frame = try movingFrames.get()[0]
    let low = try PictureWriter(.jpeg(quality: 20)).bytes(of: frame)
    let high = try PictureWriter(.jpeg(quality: 100)).bytes(of: frame)
    #expect(low.count < high.count)
    let exact = try shown(try PictureWriter(.png).bytes(of: frame), "yuvj420p").prefix(160 * 90)
    #expect(try difference(shown(high, "yuvj420p").prefix(160 * 90), exact) < 1)
    #expect(try difference(shown(low, "yuvj420p").prefix(160 * 90), exact) > 2)
  }

  @Test("the same picture gives the same bytes, without a word about who made them")
  func determinism() throws {
    let frame = try movingFrames.get()[0]
    for kind in [PictureFile.png, .jpeg(quality: 90)] {
      let bytes = try PictureWriter(kind).bytes(of: frame)
      #expect(try PictureWriter(kind).bytes(of: frame) == bytes)
      #expect(bytes.firstRange(of: Array("Lavc".utf8)) == nil)
    }
  }

  @Test("a quality that does not exist is refused, a kind is known by its name")
  func refusals() throws {
    let frame = try movingFrames.get()[0]
    for quality in [0, 101, -5] {
      #expect(throws: LibAVError.self) { try PictureWriter(.jpeg(quality: quality)).bytes(of: frame) }
    }
    #expect(PictureFile(fileExtension: "JPG") == .jpeg(quality: 90))
    #expect(PictureFile(fileExtension: "png") == .png)
    #expect(PictureFile(fileExtension: "bmp") == nil)
  }

  private func shown(_ file: [UInt8], _ format: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path(file.starts(with: [0xff, 0xd8]) ? "picture.jpg" : "picture.png")
    try write(file, to: path)
    // Only errors count: ffmpeg warns about flat JPEGs of its own making, too.
    let result = try run([
      "ffmpeg", "-v", "error", "-i", path, "-pix_fmt", format, "-sws_flags", "accurate_rnd", "-f", "rawvideo",
      "-",
    ])
    #expect(result.errorText == "")
    return result.output
  }
}
