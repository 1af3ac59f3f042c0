import Composition
import LibAV
import TestSupport
import Testing

@Suite("Turning pictures")
struct PictureTurnTests {
  @Test("every orientation is what FFmpeg's filters make, also of odd sizes", arguments: orientations)
  func likeTheFilters(orientation: PictureOrientation, filters: String) throws {
    for source in try sources.get() {
      #expect(try rawBytes(PictureTurn(orientation).apply(to: source)) == judged(source, filters))
    }
  }

  @Test(
    "4:2:2 becomes 4:4:0 by a quarter turn",
    arguments: [(PixelLayout.yuv422p, PixelLayout.yuv440p), (.yuv422p10, .yuv440p10)])
  func thinnedInOneDirection(from: PixelLayout, to: PixelLayout) throws {
    let source = try generated("testsrc2", PixelSize(width: 66, height: 44), from, frames: 1)[0]
    let once = PictureOrientation(isMirrored: false, clockwiseTurns: .once)
    let result = try PictureTurn(once).apply(to: source)
    #expect(result.layout == to)
    #expect(result.size == PixelSize(width: 44, height: 66))
    let planes = result.withPlanes { planes in
      planes.map { plane in (0..<plane.height).flatMap { Array(plane.row($0)) } }
    }
    // FFmpeg's filter takes no 4:2:2, but each plane of it as gray.
    let gray = from == .yuv422p ? "gray" : "gray10le"
    for (index, width) in [66, 33, 33].enumerated() {
      let plane = source.withPlanes { planes in (0..<44).flatMap { Array(planes[index].row($0)) } }
      #expect(try planes[index] == judged(plane, gray, "\(width)x44", "transpose=clock"))
    }

    let back = PictureOrientation(isMirrored: false, clockwiseTurns: .thrice)
    let restored = try PictureTurn(back).apply(to: result)
    #expect(restored.layout == from)
    #expect(rawBytes(restored) == rawBytes(source))
  }

  @Test("colour tags stay, and upright is the same picture")
  func tags() throws {
    let source = try generated(
      "testsrc2", PixelSize(width: 16, height: 8), .yuv420p, frames: 1, standardDefinition)[0]
    #expect(try PictureTurn(.upright).apply(to: source) === source)
    let turn = PictureTurn(PictureOrientation(isMirrored: true, clockwiseTurns: .once))
    #expect(try turn.apply(to: source).color == standardDefinition)
  }

  @Test("a change leaves the original as it was")
  func changedCopy() throws {
    let source = try generated("testsrc2", PixelSize(width: 17, height: 9), .yuv420p, frames: 1, .bt709)[0]
    let before = rawBytes(source)
    let copy = try source.copy { $0[1].fill(9) }
    #expect(rawBytes(source) == before)
    #expect(copy.color == .bt709)
    #expect(Array(rawBytes(copy)[..<153]) == Array(before[..<153]))
    #expect(rawBytes(copy)[153..<198].allSatisfy { $0 == 9 })
  }
}

/// First mirrored left to right, then turned clockwise.
private let orientations: [(PictureOrientation, String)] = [
  (PictureOrientation(isMirrored: false, clockwiseTurns: .once), "transpose=clock"),
  (PictureOrientation(isMirrored: false, clockwiseTurns: .twice), "hflip,vflip"),
  (PictureOrientation(isMirrored: false, clockwiseTurns: .thrice), "transpose=cclock"),
  (PictureOrientation(isMirrored: true, clockwiseTurns: .none), "hflip"),
  (PictureOrientation(isMirrored: true, clockwiseTurns: .once), "hflip,transpose=clock"),
  (PictureOrientation(isMirrored: true, clockwiseTurns: .twice), "vflip"),
  (PictureOrientation(isMirrored: true, clockwiseTurns: .thrice), "hflip,transpose=cclock"),
]

private let sources = Result {
  try [PixelLayout.yuv420p, .yuv420p10, .rgb24, .rgba].map {
    try generated("testsrc2", PixelSize(width: 67, height: 45), $0, frames: 1)[0]
  }
}

private func judged(_ source: VideoFrame, _ filters: String) throws -> [UInt8] {
  try judged(rawBytes(source), source.formatName, "\(source.size)", filters)
}

private func judged(
  _ source: [UInt8], _ format: String, _ size: String, _ filters: String
) throws -> [UInt8] {
  try run(
    [
      "ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", format, "-s", size, "-i", "-", "-vf", filters,
      "-f", "rawvideo", "-",
    ], input: source
  ).output
}
