import TestSupport
import Testing

@Suite("Pictures that would be too large in memory are drawn where they are seen")
struct LargePictureTests {
  /// Left half black, right half white, 1280x720.
  private static let halves = Lazily {
    let path = try Shelf.path("halves.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=1280x720:r=25:d=1,drawbox=x=640:y=0:w=640:h=720:color=white:t=fill",
      "-c:v", "libx264", "-qp", "0", path,
    ])
    return path
  }

  private func film(_ items: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      \(items)
      outputs: [{file: film.mp4, video: {quality: 1}}]
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    return Array(try grayPictures(folder.path("film.mp4")).prefix(320 * 180))
  }

  @Test("A tiny part of a clip fills the canvas")
  func crop() throws {
    let left = try film("timeline: [{clip: \(Self.halves.get()), take: ..0.2s, crop: \"100px,100px 4x4\"}]")
    #expect(left.count == 320 * 180)
    // The part is square: beside it is the background, which is black, too.
    #expect(left.allSatisfy { $0 < 20 })
    let right = try film(
      "timeline: [{clip: \(Self.halves.get()), take: ..0.2s, crop: \"1000px,100px 16x9\", fit: cover}]")
    #expect(right.allSatisfy { $0 > 230 })
    let both = try film("timeline: [{clip: \(Self.halves.get()), take: ..0.2s, crop: \"632px,100px 16x9\"}]")
    let row = both[90 * 320..<91 * 320]
    #expect(
      row.prefix(150).allSatisfy { $0 < 20 } && row.suffix(150).allSatisfy { $0 > 230 }, "\(Array(row))")
  }

  @Test("A picture is 30000 pixels wide, of which the canvas shows the middle")
  func wide() throws {
    let pictures = try film(
      """
      timeline: [{color: red, for: 0.2s}]
      overlays: [{clip: \(Self.halves.get()), take: ..0.2s, at: 0s, width: 30000px}]
      """)
    let row = pictures[90 * 320..<91 * 320]
    #expect(
      row.prefix(130).allSatisfy { $0 < 20 } && row.suffix(130).allSatisfy { $0 > 230 }, "\(Array(row))")
  }
}

@Suite("Lines and shapes that are thin")
struct ThinShapeTests {
  /// The sum of the brightness of each row of a frame, in whole white pixels.
  private func rows(_ shape: String) throws -> [Double] {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 320x180, rate: 25}
      timeline: [{color: black, for: 0.2s}]
      overlays: [{\(shape), for: 0.2s}]
      outputs: [{file: film.mp4, video: {quality: 1}}]
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    let picture = try grayPictures(folder.path("film.mp4")).prefix(320 * 180)
    return (0..<180).map { row in
      picture[row * 320..<row * 320 + 320].reduce(0) { $0 + Double($1) } / 255
    }
  }

  @Test(
    "A line is as thick as its stroke, whatever its box is",
    arguments: ["height: 0px", "height: 2px", "height: 8px", "height: 60px"])
  func line(height: String) throws {
    let rows = try rows("shape: line, width: 100px, \(height), stroke: 8px white, place: \"160px, 90px\"")
    #expect(abs(rows.reduce(0, +) - 800) < 20, "\(rows.reduce(0, +))")
    #expect(rows[86...93].allSatisfy { $0 > 98 } && rows[84] < 1 && rows[95] < 1, "\(rows[80...98])")
  }

  @Test("A line whose box hangs at its place keeps its middle")
  func anchor() throws {
    let rows = try rows(
      "shape: line, width: 100px, height: 2px, stroke: 8px white, place: \"160px, 40px, anchor top\"")
    // The middle of a box of two pixels is one below its top.
    #expect(rows[37...44].allSatisfy { $0 > 98 } && rows[35] < 1 && rows[46] < 1, "\(rows[30...50])")
  }

  @Test("A shape thinner than a pixel is drawn by the part of the pixels that it covers")
  func thin() throws {
    let rows = try rows("shape: rectangle, width: 100px, height: 0.4px, place: \"160px, 90.5px\"")
    let sum = rows.reduce(0, +)
    #expect((20...90).contains(sum), "\(sum)")
  }
}
