import TestSupport
import Testing

/// Each film is decoded by ffmpeg and held against Pillow's measures and values computed by hand.
@Suite("Words as an independent decoder sees them", .serialized)
struct WordsTests {
  private static let size = (width: 640, height: 360)
  private static let font = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"

  /// Luma, picture by picture.
  private static func film(_ items: String, timeline: String = "{color: black, for: 1s}") throws -> [[UInt8]]
  {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let script = """
      edit: 1
      canvas: {size: \(size.width)x\(size.height), rate: 20}
      timeline: [\(timeline)]
      overlays:
      \(items)
      outputs: [{file: film.mp4, video: {speed: veryfast, quality: 1}}]
      """
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
    let count = size.width * size.height
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
  }

  /// The edges of what is brighter than black, to a part of a pixel.
  private func edges(_ picture: [UInt8]) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (width, height) = Self.size
    let cover = picture.map { min(max((Double($0) - 16) / 219, 0), 1) }
    let columns = (0..<width).map { x in (0..<height).map { cover[$0 * width + x] }.max() ?? 0 }
    let rows = (0..<height).map { y in cover[y * width..<(y + 1) * width].max() ?? 0 }
    func start(_ line: [Double]) -> Double {
      guard let first = line.firstIndex(where: { $0 > 0.06 }) else { return Double(line.count) }
      return Double(first) + 1 - line[first]
    }
    return (
      start(columns), start(rows), Double(width) - start(columns.reversed()),
      Double(height) - start(rows.reversed())
    )
  }

  /// Where Pillow inks the words at a size: from the pen's start, and from the line that letters stand on.
  private func judged(_ words: String, size: Double) throws -> [Double] {
    let program = """
      import sys
      from PIL import ImageFont
      font = ImageFont.truetype(sys.argv[1], 2048, layout_engine=ImageFont.Layout.BASIC)
      mask, (x, y) = font.getmask2(sys.argv[2], mode="L", anchor="ls")
      left, top, right, bottom = mask.getbbox()
      print(left + x, top + y, right + x, bottom + y, font.getlength(sys.argv[2]))
      """
    let result = try run(["/usr/bin/python3", "-c", program, Self.font, words])
    let numbers = result.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 5, "\(result.errorText)")
    return numbers.map { $0 * size / 2048 }
  }

  @Test("stand where they are placed, as large as Pillow draws them")
  func place() throws {
    let pictures = try Self.film("  - {text: Hello, size: 72px, place: \"top left, margin 40px\"}")
    let ink = edges(pictures[10])
    let judge = try judged("Hello", size: 72)
    #expect(abs(ink.left - 40 - judge[0]) <= 0.8, "\(ink), \(judge)")
    #expect(abs((ink.right - ink.left) - (judge[2] - judge[0])) <= 1, "\(ink), \(judge)")
    #expect(abs((ink.bottom - ink.top) - (judge[3] - judge[1])) <= 1, "\(ink), \(judge)")
  }

  @Test("have the colours that BT.709 gives them, and their box, too")
  func colours() throws {
    let pictures = try Self.film(
      """
        - text: "█"
          size: 100px
          color: "#c86432"
          box: {color: "#0000ff", padding: 40px}
      """)
    // 16 + 219 * (0.2126 R + 0.7152 G + 0.0722 B), by hand: 200, 100, 50 and pure blue.
    let picture = pictures[10]
    #expect(abs(Double(picture[180 * 640 + 320]) - 116.21) <= 2, "\(picture[180 * 640 + 320])")
    let inBox = picture[180 * 640 + 320 - 30 - 30]
    #expect(abs(Double(inBox) - 31.81) <= 2, "\(inBox)")
  }

  @Test("fade, with the level of each frame")
  func fade() throws {
    let pictures = try Self.film(
      "  - {text: █, size: 100px, animate: fade}", timeline: "{color: black, for: 3s}")
    let middle = pictures.map { Double($0[180 * 640 + 320]) }
    #expect(abs(middle[0] - 16) <= 1)
    #expect(abs(middle[30] - 235) <= 1)
    // CSS's ease-out is 0.6846 of the way after half of the time.
    #expect(abs(middle[5] - (16 + 219 * 0.6846)) <= 3, "\(middle[5])")
    #expect(zip(middle.prefix(11), middle.prefix(11).dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("are typed letter by letter, and stay where they are")
  func typewriter() throws {
    let pictures = try Self.film(
      "  - {text: IIIIIIIIIIIIIII, size: 40px, place: left, animate: typewriter}",
      timeline: "{color: black, for: 3s}")
    let inked = pictures.map { edges($0).right }
    let step = try judged("II", size: 40)[4] / 2
    // Fifteen letters in a second, the first of them at once: frame 10 shows the first eight.
    #expect(abs(inked[10] - inked[0] - 7 * step) <= 1, "\(inked[10] - inked[0]), \(7 * step)")
    #expect(abs(inked[59] - inked[0] - 14 * step) <= 1)
  }

  @Test("that count show another number in each frame")
  func counter() throws {
    let pictures = try Self.film("  - {counter: frames, size: 80px}")
    #expect(Set(pictures.map { $0.map { $0 / 32 } }).count == 20)
  }
}
