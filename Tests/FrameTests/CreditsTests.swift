import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import LibAV
import Lowering
import RenderPlan
import Rendering
import TestSupport
import Testing

/// Lists of names made by chance, measured in the pixels of their frames. All letters stand on the line, so the last
/// row of a line of text is where its baseline is.
@Suite("Credits", .serialized)
struct CreditsTests {
  static let shapes = [
    PixelSize(width: 480, height: 270), PixelSize(width: 270, height: 480),
    PixelSize(width: 360, height: 360),
  ]

  /// 100 lists in `make judge`; the longest have 400 entries.
  static let lists = cases(0..<100, quick: 2, sample: 5)

  @Test(
    "share a baseline with their roles, do not overlap, and move by the same whole pixels in each frame",
    arguments: lists, shapes)
  func roll(_ number: Int, _ canvas: PixelSize) throws {
    let list = CreditsList(number)
    let film = try list.film(on: canvas)
    let page = try PageOfCredits(film)
    #expect(page.speed > 0)
    let bands = (
      left: page.bands(inColumns: 0..<canvas.width / 2),
      right: page.bands(inColumns: canvas.width / 2..<canvas.width)
    )
    var (left, right) = (bands.left[...], bands.right[...])
    for (place, entry) in list.entries.enumerated() {
      guard let first = right.first, let role = left.first else {
        Issue.record("list \(number), entry \(place): there are no more lines")
        return
      }
      #expect(abs(first.bottom - role.bottom) <= 0.6, "list \(number), entry \(place): \(first), \(role)")
      right = right.dropFirst(entry.names)
      let next = right.first?.bottom ?? .infinity
      left = left.drop { $0.bottom < next - 0.6 }
    }
    #expect(
      left.isEmpty && right.isEmpty, "list \(number): \(left.count) and \(right.count) lines are left over")
  }

  @Test("of which one name changes are rendered again only while it is visible", arguments: lists.prefix(3))
  func changedName(_ number: Int) throws {
    let list = CreditsList(number, least: 12)
    let (old, new) = (try list.film(on: Self.shapes[0]), try list.withOtherName.film(on: Self.shapes[0]))
    try #require(old.frameCount == new.frameCount)
    let (before, after) = (try plan(old), try plan(new))
    #expect(before.segments.map(\.frames) == after.segments.map(\.frames))
    let renderers = (FrameRenderer(old), FrameRenderer(new))
    var different: Set<Int64> = []
    for frame in 0..<old.frameCount
    where try renderers.0.frame(frame, among: [0]).sampleBytes
      != renderers.1.frame(frame, among: [0]).sampleBytes
    {
      different.insert(frame)
    }
    #expect(!different.isEmpty)
    let changed = zip(before.segments, after.segments).filter { $0.key != $1.key }.map(\.0.frames)
    let seen = before.segments.map(\.frames).filter { $0.contains(where: different.contains) }
    #expect(seen.allSatisfy(changed.contains))
    // The changed entry has one line of 18 pixels, of which the letters are a part.
    let most = Int64(18 / (try PageOfCredits(old).speed) + 1)
    let first = try #require(different.min()) - most
    let last = try #require(different.max()) + most
    for frames in changed { #expect(frames.overlaps(first..<last + 1), "\(frames), \(first) to \(last)") }
    #expect(changed.count < before.segments.count)
  }

  @Test("down come from above, and stand where they are placed without a roll")
  func directions() throws {
    let down = try film("credits: [\"HHH: NNN\", HHHH EEEE], roll: down", on: Self.shapes[0])
    let renderer = FrameRenderer(down)
    let frames = try (0..<down.frameCount).map { ShownFrame(try renderer.frame($0, among: [0])) }
    #expect(frames.contains { $0.isLit })
    // 4 pixels a frame with 1080 lines are 1 pixel with 270.
    for (before, after) in zip(frames, frames.dropFirst()) { #expect(before.isMoved(by: 1, from: after)) }
    let still = try film(
      "credits: [\"HHH: NNN\", HHHH EEEE], for: 1s, place: top", on: Self.shapes[0])
    let shown = try [0, 24].map { ShownFrame(try FrameRenderer(still).frame($0, among: [0])) }
    #expect(shown[0].luma == shown[1].luma)
    let inked = shown[0].luma.indices.filter { shown[0].luma[$0].contains { $0 > 100 } }
    #expect((inked.first ?? 999) < 20 && (inked.last ?? 999) < 80, "\(inked)")
  }

  @Test("begin with the item's own time, below the canvas, and end above it")
  func ends() throws {
    let film = try CreditsList(0).film(on: Self.shapes[0])
    let renderer = FrameRenderer(film)
    for frame in [0, film.frameCount - 1] {
      let lit = try renderer.frame(frame, among: [0]).rows.joined().count { $0 > 100 }
      #expect(lit < 200, "\(lit) in frame \(frame)")
    }
    let middle = try renderer.frame(film.frameCount / 2, among: [0]).rows.joined()
    #expect(middle.contains { $0 > 200 })
  }

  private func plan(_ film: Composition) throws -> RenderPlan {
    var settings = OutputSettings(
      file: "film.mp4", container: .mp4, video: VideoEncoding(rateControl: .quality(20)), audio: nil)
    settings.video?.size = film.canvas.size
    return try RenderPlan(
      film, settings: settings, mediaDigests: [], engine: EngineVersion("test", filterLibrary: nil),
      lengths: VideoCodecDeclaration.SegmentLengths(shortest: 1, usual: 1, longest: 2))
  }
}

/// A film of one item.
private func film(_ item: String, on canvas: PixelSize) throws -> Composition {
  let text = """
    edit: 1
    canvas: {size: \(canvas.width)x\(canvas.height), rate: 25, background: "#101020"}
    timeline:
      - {\(item), font: \(FrameCase.font), size: 12px, line-height: 1.5, roles: {size: 10px, color: "#8d949c"}}
    """
  let reading = ParsedScript(SourceText(name: "credits.edit", text))
  var media = MediaTable()
  media.texts = measuredTexts(wantedFonts(of: reading.script, media: media).texts)
  let compilation = compile(reading, media: media)
  return try #require(compilation.films.first?.composition, "\(compilation.diagnostics.map(\.message))")
}

/// Entries made by chance, of capitals without descenders.
private struct CreditsList {
  struct Entry {
    var text: String
    /// The number of lines of its names.
    var names: Int
  }

  var entries: [Entry] = []
  private let frames: Int

  init(_ number: Int, least: Int = 3) {
    var random = SeededRandom(seed: UInt64(number))
    // Half of them are short.
    let count =
      number % 2 == 0 ? Int.random(in: least...30, using: &random) : Int.random(in: 30...400, using: &random)
    func word() -> String {
      String(
        (0..<Int.random(in: 2...7, using: &random)).map { _ in "EFHILNT".randomElement(using: &random) ?? "H"
        })
    }
    for _ in 0..<count {
      if Int.random(in: 0..<12, using: &random) == 0 {
        entries.append(Entry(text: "HHHHHH \(word()) NNNNNN", names: 1))
        continue
      }
      // Every fourth role is so long that it wraps.
      let isLong = Int.random(in: 0..<4, using: &random) == 0
      let role = (0..<(isLong ? Int.random(in: 6...12, using: &random) : 1)).map { _ in word() }
      let names = (0..<Int.random(in: 1...4, using: &random)).map { _ in "\(word()) H" }
      entries.append(
        Entry(text: role.joined(separator: " ") + ": " + names.joined(separator: ", "), names: names.count))
    }
    // Long ones move faster, so that they have as many frames.
    frames = 180 + Int.random(in: 0..<60, using: &random)
  }

  func film(on canvas: PixelSize) throws -> Composition {
    let texts = entries.map { "\"\($0.text)\"" }.joined(separator: ", ")
    return try FrameTests.film("credits: [\(texts)], roll: up, for: \(frames)f", on: canvas)
  }

  /// The list with another name in an entry of one line, in the middle or after it.
  var withOtherName: CreditsList {
    var list = self
    for place in entries.indices.dropFirst(entries.count / 2)
    where entries[place].text.hasSuffix(" H") && entries[place].text.split(separator: " ").count == 3 {
      list.entries[place].text.removeLast()
      list.entries[place].text += "N"
      return list
    }
    return list
  }
}

/// The whole page of a roll, put together from the rows that each frame adds at the bottom.
private struct PageOfCredits {
  private let rows: [[UInt8]]
  let speed: Int

  struct Band {
    var top: Int
    /// With the part of its last row that is lit.
    var bottom: Double
  }

  /// Expects each frame to be the one before, moved up by the same number of pixels.
  init(_ film: Composition) throws {
    let renderer = FrameRenderer(film)
    let frames = try (0..<film.frameCount).map { number in
      ShownFrame(try renderer.frame(number, among: Array(film.layers.indices)))
    }
    let first = try #require(frames.indices.dropLast().first { frames[$0].isLit })
    let moved = (1..<film.canvas.size.height / 2).first {
      frames[first + 1].isMoved(by: $0, from: frames[first])
    }
    let speed = try #require(moved, "frame \(first + 1) is not the one before, moved")
    self.speed = speed
    for (number, frame) in frames.enumerated().dropFirst() {
      #expect(frame.isMoved(by: speed, from: frames[number - 1]), "luma of frame \(number)")
      // Chroma has one row for two lines, so it moves by whole rows after two frames at an odd speed.
      let step = speed % 2 == 0 ? 1 : 2
      guard number >= step else { continue }
      for (plane, other) in zip(frame.chroma, frames[number - step].chroma) {
        #expect(
          plane.dropLast(speed * step / 2).elementsEqual(other.dropFirst(speed * step / 2)),
          "chroma of frame \(number)")
      }
    }
    rows = frames[0].luma + frames.dropFirst().flatMap { $0.luma.suffix(speed) }
  }

  /// The lines of text between two columns.
  func bands(inColumns columns: Range<Int>) -> [Band] {
    let lit = rows.map { row in row[columns].max() ?? 0 }
    let ground = Double(lit[0])
    var bands: [Band] = []
    var start: Int?
    for (row, most) in (lit + [0]).enumerated() {
      if Double(most) > ground + 8 {
        if start == nil { start = row }
      } else if let top = start {
        let (peak, last) = (lit[top..<row].max() ?? 1, row - 1)
        let part = min(1, max(0, (Double(lit[last]) - ground) / (Double(peak) - ground)))
        bands.append(Band(top: top, bottom: Double(last) + part))
        start = nil
      }
    }
    return bands
  }
}

private struct ShownFrame {
  let luma: [[UInt8]]
  let chroma: [[[UInt8]]]

  var isLit: Bool { luma.contains { $0.contains { $0 > 100 } } }

  func isMoved(by rows: Int, from other: ShownFrame) -> Bool {
    luma.dropLast(rows).elementsEqual(other.luma.dropFirst(rows))
  }

  init(_ frame: VideoFrame) {
    let planes = frame.allRows
    (luma, chroma) = (planes[0], Array(planes.dropFirst()))
  }
}

extension VideoFrame {
  fileprivate var rows: [[UInt8]] { allRows[0] }

  fileprivate var allRows: [[[UInt8]]] {
    withPlanes { planes in
      planes.map { plane in (0..<plane.height).map { Array(plane.row($0, of: UInt8.self)) } }
    }
  }
}
