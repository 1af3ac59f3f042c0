import Foundation
import TestSupport
import Testing

/// Boxes and movements of subtitles, measured in films that ffmpeg decodes.
///
/// The letters are those of DejaVu Sans, whose measures are numbers of its tables: 2048 units an em, an
/// ascent of 1901 and a descent of 483, so that a line of 60 pixels has 60/2384 pixels a unit. An H is 1493
/// high, 1540 wide, with 201 free on both sides.
@Suite("Boxes and movements of subtitles", .serialized)
struct SubtitleBoxTests {
  private static let unit = 60.0 / 2384

  /// The gray pictures of a film on black.
  private struct Pictures {
    let width: Int
    let height: Int
    let frames: [[UInt8]]

    /// The smallest rectangle of pixels brighter than a value: left, top, and the column and row beyond.
    func box(_ frame: Int, above value: UInt8) -> [Int]? {
      var box = [Int.max, Int.max, 0, 0]
      for (index, gray) in frames[frame].enumerated() where gray > value {
        let (x, y) = (index % width, index / width)
        box = [min(box[0], x), min(box[1], y), max(box[2], x + 1), max(box[3], y + 1)]
      }
      return box[2] == 0 ? nil : box
    }

    /// The areas of connected pixels brighter than a value.
    func pieces(_ frame: Int, above value: UInt8) -> Int {
      var isNew = frames[frame].map { $0 > value }
      var count = 0
      for start in isNew.indices where isNew[start] {
        count += 1
        var rest = [start]
        isNew[start] = false
        while let index = rest.popLast() {
          let (x, y) = (index % width, index / width)
          for (nextX, nextY) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
          where (0..<width).contains(nextX) && (0..<height).contains(nextY) && isNew[nextY * width + nextX] {
            isNew[nextY * width + nextX] = false
            rest.append(nextY * width + nextX)
          }
        }
      }
      return count
    }
  }

  private static let talk = """
    WEBVTT

    00:00.000 --> 00:01.600
    <00:00.500>HHH <00:01.010>HIH
    """

  private func pictures(
    _ style: String, text: String = Self.talk, size: (Int, Int) = (640, 360), rate: String = "25",
    folder: TemporaryFolder? = nil, rest: String = "outputs: [{file: film.mp4, video: {quality: 1}}]",
    arguments: [String] = []
  ) throws -> Pictures {
    let folder = try folder ?? TemporaryFolder()
    _ = try folder.write("talk.vtt", text)
    let script = """
      edit: 1
      canvas: {size: \(size.0)x\(size.1), rate: \(rate)}
      timeline: [{color: black, for: 2s}]
      subtitles: [{file: talk.vtt, name: captions, style: {size: 60px, place: center, \(style)}}]
      \(rest)
      """
    let path = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache", "--force"] + arguments)
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf",
      "scale=in_range=tv:out_range=pc,format=gray", "-f", "rawvideo", "-",
    ])
    let count = size.0 * size.1
    return Pictures(
      width: size.0, height: size.1,
      frames: stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) })
  }

  private static let dejaVu = "font: DejaVu Sans, color: \"#606060\", stroke: 0px black"
  private static let plain = "WEBVTT\n\n00:00.000 --> 00:02.000\n"

  @Test("a box ends at its padding around the line, and its corners are quarters of circles")
  func edges() throws {
    let film = try pictures(
      "\(Self.dejaVu), box: {color: white, padding: 10px 30px, radius: 20px}", text: Self.plain + "HHH")
    let bare = try pictures(Self.dejaVu, text: Self.plain + "HHH")
    let ink = try #require(bare.box(25, above: 48))
    let box = try #require(film.box(25, above: 128))
    let expected = [
      Double(ink[0]) - 201 * Self.unit - 30, Double(ink[1]) - (1901 - 1493) * Self.unit - 10,
      Double(ink[2]) + 201 * Self.unit + 30, Double(ink[3]) + 483 * Self.unit + 10,
    ]
    for (edge, wanted) in zip(box, expected) {
      #expect(abs(Double(edge) - wanted) <= 1, "\(box), \(expected)")
    }
    // A square around a corner lacks r²(1 - π/4).
    for (x, y) in [
      (box[0], box[1]), (box[2] - 20, box[1]), (box[0], box[3] - 20), (box[2] - 20, box[3] - 20),
    ] {
      var lacking = 0.0
      for row in y..<y + 20 {
        for column in x..<x + 20 { lacking += 1 - Double(film.frames[25][row * film.width + column]) / 255 }
      }
      #expect(abs(lacking / (400 * (1 - Double.pi / 4)) - 1) < 0.04, "\(lacking)")
    }
  }

  @Test("a rounded box is as large as the rectangle that libass draws")
  func rectangle() throws {
    let text = Self.plain + "Two lines\nof letters"
    let sharp = try pictures("\(Self.dejaVu), box: {color: white, padding: 12px}", text: text)
    let round = try pictures("\(Self.dejaVu), box: {color: white, padding: 12px, radius: 9px}", text: text)
    let (a, b) = (try #require(sharp.box(25, above: 128)), try #require(round.box(25, above: 128)))
    for (one, other) in zip(a, b) { #expect(abs(one - other) <= 1, "\(a), \(b)") }
  }

  @Test("each word has a box of its own, apart from its neighbours in its line and in the next one")
  func boxesByWord() throws {
    let box = "box: {color: white, padding: 6px 12px, radius: 10px, by: word}"
    // Letters as white as their boxes, which have no holes then.
    let film = try pictures(
      "font: DejaVu Sans, color: white, stroke: 0px black, \(box)",
      text: Self.plain + "One two three four five six", size: (480, 480))
    #expect(film.pieces(25, above: 128) == 6)
    // All boxes of a line are as high as a line with its padding.
    let alone = try pictures("\(Self.dejaVu), \(box)", text: Self.plain + "on", size: (480, 480))
    let edges = try #require(alone.box(25, above: 128))
    #expect(abs(edges[3] - edges[1] - 72) <= 1)
  }

  @Test("each line has a box of its own width")
  func boxesByLine() throws {
    let film = try pictures(
      "\(Self.dejaVu), box: {color: white, padding: 6px 20px, by: line}", text: Self.plain + "HHHHH\nHH")
    let box = try #require(film.box(25, above: 128))
    // Two lines of 60 pixels, and a padding above and below.
    #expect(abs(box[3] - box[1] - 132) <= 1)
    func width(ofRow row: Int) -> Int {
      film.frames[25][row * film.width..<(row + 1) * film.width].count { $0 > 128 }
    }
    #expect(abs(Double(width(ofRow: box[1] + 3)) - (5 * 1540 * Self.unit + 40)) <= 1.5)
    #expect(abs(Double(width(ofRow: box[3] - 3)) - (2 * 1540 * Self.unit + 40)) <= 1.5)
  }

  // 0.5 s, 1.01 s and 1.6 s in frames, halves up.
  @Test(
    "the box of the lit word moves at the frame nearest to the word's time",
    arguments: [("25", 13, 25, 40), ("30000/1001", 15, 30, 48), ("60", 30, 61, 96)])
  func litBox(rate: String, first: Int, second: Int, end: Int) throws {
    let film = try pictures(
      "\(Self.dejaVu), words: karaoke, highlight: {box: {color: white, radius: 8px}}", rate: rate)
    let centers = film.frames.indices.map { frame in
      film.box(frame, above: 160).map { ($0[0] + $0[2]) / 2 }
    }
    for (frame, center) in centers.enumerated() {
      switch frame {
      case first..<second: #expect(center.map { $0 < 320 } == true, "frame \(frame)")
      case second..<end: #expect(center.map { $0 > 320 } == true, "frame \(frame)")
      default: #expect(center == nil, "frame \(frame)")
      }
    }
  }

  @Test("words from right to left are in their order, each with its box")
  func fromRightToLeft() throws {
    let text = Self.talk.replacingOccurrences(of: "HHH", with: "שלום").replacingOccurrences(
      of: "HIH", with: "עולם")
    let film = try pictures(
      "\(Self.dejaVu), words: karaoke, highlight: {box: {color: white, radius: 8px}}", text: text)
    let (first, second) = (try #require(film.box(20, above: 160)), try #require(film.box(30, above: 160)))
    #expect(first[0] > second[2])
    // A word has its colour in the middle of a line without moving it.
    #expect(first[1] == second[1] && first[3] == second[3])
  }

  @Test("plain words from right to left are in their order whatever shows at their times")
  func plainFromRightToLeft() throws {
    let text = Self.talk.replacingOccurrences(of: "HHH", with: "שלום").replacingOccurrences(
      of: "HIH", with: "עולם")
    let still = try pictures(Self.dejaVu, text: text)
    for words in ["karaoke", "fill", "reveal"] {
      let film = try pictures("\(Self.dejaVu), words: \(words), highlight: white", text: text)
      if words == "reveal" {
        let (first, both) = (try #require(film.box(20, above: 40)), try #require(film.box(30, above: 40)))
        #expect(first[2] == both[2] && first[0] > both[0] + 20, "the first word is at the right")
        #expect(both == still.box(30, above: 40), "all of it stands where it does without times")
      } else {
        let first = try #require(film.box(20, above: 160))
        #expect(first[2] == (try #require(still.box(20, above: 40)))[2], "\(words)")
        let second = try #require(film.box(30, above: 160))
        #expect(second[0] < first[0] - 20, "\(words)")
      }
    }
  }

  @Test("a word pops from 80 % by ease-out-back in 150 ms, and the others stay")
  func pop() throws {
    let style = "font: DejaVu Sans, color: \"#606060\", stroke: 0px black, words: karaoke"
    let film = try pictures("\(style), highlight: {color: white, animate: pop}")
    let whole = try #require(film.box(20, above: 128))
    // 1 + 2.70158 (t - 1)^3 + 1.70158 (t - 1)^2 at k/3.75, for frames 13 to 16, and at rest.
    for (frame, scale) in [(13, 0.8), (14, 0.96993), (15, 1.01920), (16, 1.00929), (17, 1.0)] {
      let box = try #require(film.box(frame, above: 128))
      for side in 0..<2 {
        let wanted = Double(whole[side + 2] - whole[side]) * scale
        #expect(abs(Double(box[side + 2] - box[side]) - wanted) <= 1.5, "frame \(frame): \(box), \(wanted)")
      }
      #expect(abs(Double(box[0] + box[2] - whole[0] - whole[2])) <= 2)
    }
    // The other word.
    for frame in 13..<25 {
      let still = film.frames[frame].enumerated().filter { $0.offset % 640 > 330 }
      #expect(
        !still.contains { abs(Int($0.element) - Int(film.frames[20][$0.offset])) > 12 }, "frame \(frame)")
    }
  }

  @Test("a word rises by a fifth of its line by ease-out, in a stated time")
  func rise() throws {
    let film = try pictures(
      "font: DejaVu Sans, color: white, stroke: 0px black, words: reveal, "
        + "highlight: {animate: rise, for: 200ms}")
    let whole = try #require(film.box(20, above: 128))
    // 12 (1 - progress) at k/5; CSS's ease-out is 0.3084, 0.5709, 0.7851 and 0.9377 there.
    for (frame, depth) in [(13, 12.0), (14, 8.3), (15, 5.1), (16, 2.6), (17, 0.7), (18, 0)] {
      let box = try #require(film.box(frame, above: 128))
      #expect(abs(Double(box[1] - whole[1]) - depth) <= 1, "frame \(frame): \(box)")
      #expect(abs(Double(box[3] - whole[3]) - depth) <= 1, "frame \(frame): \(box)")
      #expect(box[0] == whole[0] && box[2] == whole[2])
    }
    #expect(film.box(12, above: 128) == nil)
  }

  @Test("a font file beside the script draws the letters")
  func fontFile() throws {
    let folder = try TemporaryFolder()
    let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
    let own = try folder.write("fonts/Brand, new.ttf", "")
    try Data(contentsOf: URL(filePath: serif)).write(to: URL(filePath: own))
    func film(_ font: String) throws -> Pictures {
      try pictures("font: \"\(font)\", color: white", text: Self.plain + "Letters", folder: folder)
    }
    let installed = try film("DejaVu Serif").frames
    #expect(try film("DejaVu Sans").frames != installed)
    #expect(try film("fonts/Brand, new.ttf").frames == installed)
    let script = folder.path("film.edit")
    try FileManager.default.removeItem(atPath: own)
    let missing = try run([builtEditc, "lint", script])
    #expect(missing.exitCode == 1)
    let told = missing.text + missing.errorText
    #expect(told.contains("film.edit:4:") && told.contains("there is no font file"), "\(told)")
  }

  @Test("an output overrides keys of the style of subtitles, and no other output changes")
  func overrides() throws {
    func outputs(_ overrides: String) -> String {
      """
      outputs:
        - {file: film.mp4, name: wide, video: {quality: 1}}
        - {file: other.mp4, name: other, video: {quality: 1}\(overrides)}
      """
    }
    func film(_ style: String, _ overrides: String, _ only: String) throws -> [[UInt8]] {
      try pictures(
        style, text: Self.plain + "Hello", rest: outputs(overrides), arguments: ["--only", only]
      ).frames
    }
    let override = ", overrides: {captions: {style: {size: 90px}}}"
    let usual = try film("color: red", "", "wide")
    #expect(try film("color: red", override, "wide") == usual)
    let changed = try film("color: red", override, "other")
    #expect(changed != usual)
    // The keys that are not overridden stay.
    let whole = ", overrides: {captions: {style: {color: red, size: 90px}}}"
    #expect(try film("color: red", whole, "other") == changed)
    #expect(try film("color: blue", override, "other") != changed)
  }

  @Test("an output that names unknown subtitles, or other keys of them, is an error")
  func wrongOverrides() throws {
    let folder = try TemporaryFolder()
    func lint(_ overrides: String) throws -> String {
      let script = try folder.write(
        "film.edit",
        """
        edit: 1
        canvas: {size: 320x180, rate: 25}
        timeline: [{color: black, for: 2s}]
        subtitles: [{cues: [{at: 0s..1s, text: Hello}], name: captions}]
        outputs: [{file: film.mp4, overrides: \(overrides)}]
        """)
      let result = try run([builtEditc, "lint", script])
      return result.text + result.errorText
    }
    let unknown = try lint("{captons: {style: {size: 4%}}}")
    #expect(unknown.contains("no subtitles are named 'captons'") && unknown.contains("unknown-name"))
    #expect(!unknown.contains("unknown-key"))
    #expect(try lint("{captions: {size: 4%}}").contains("`size` is not a key of subtitles in an output"))
    #expect(try lint("{captions: {style: {colr: red}}}").contains("unknown-key"))
    #expect(try !lint("{captions: {style: {color: red}}}").contains("error"))
  }
}
