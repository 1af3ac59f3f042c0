import Drawing
import Testing

private let header = """
  [Script Info]
  ScriptType: v4.00+
  PlayResX: 320
  PlayResY: 180
  ScaledBorderAndShadow: yes
  [V4+ Styles]
  Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
  Style: Default,Sans,20,&H00FFFFFF,&H00000000,1,2,0,2,10,10,10

  """

private func painter() throws -> SubtitlePainter {
  let fonts = try #require(FontLookup())
  let face = try #require(fonts.face(of: "DejaVu Sans"))
  #expect(face.family == "DejaVu Sans")
  let file = try #require(bytes(ofFileAt: face.path))
  return try SubtitlePainter(
    header: header, width: 320, height: 180, fonts: [file], standardFamily: face.family,
    family: { _ in face.family })
}

@Suite struct PainterTests {
  @Test func drawsWordsWhileTheyShow() throws {
    let painter = try painter()
    painter.add(PaintedEvent(start: 1000, end: 2000, order: 0, text: "HELLO"))
    #expect(painter.draw(at: 999).picture == nil)
    let moment = painter.draw(at: 1000)
    let picture = try #require(moment.picture)
    #expect(moment.isChanged)
    #expect(!painter.draw(at: 1999).isChanged)
    #expect(painter.draw(at: 2000).picture == nil)
    // In the middle at the bottom, inside of the margins, white and black at its fullest.
    #expect(abs(picture.x + picture.width / 2 - 160) <= 2)
    #expect(picture.y + picture.height <= 180 - 8)
    #expect(picture.y > 120)
    let colors = Set(
      stride(from: 0, to: picture.pixels.count, by: 4).map { Array(picture.pixels[$0..<$0 + 4]) })
    #expect(colors.contains([255, 255, 255, 255]))
    #expect(colors.contains([0, 0, 0, 255]))
    #expect(colors.allSatisfy { $0[0] <= $0[3] && $0[0] == $0[1] && $0[1] == $0[2] })
  }

  @Test func drawsTheSameAgain() throws {
    let (first, second) = (try painter(), try painter())
    for painter in [first, second] {
      painter.add(PaintedEvent(start: 0, end: 2000, order: 0, text: "{\\i1}Twice{\\i0} \\Ndrawn"))
    }
    #expect(first.draw(at: 0).picture == second.draw(at: 0).picture)
    #expect(first.draw(at: 0).picture != nil)
  }

  @Test func mixesColorsOverEachOther() throws {
    let painter = try painter()
    let square = "{\\an7\\pos(0,0)\\bord0\\p1\\c&H0000FF&\\1a&H80&}m 0 0 l 8 0 8 8 0 8"
    painter.add(PaintedEvent(start: 0, end: 10, order: 0, text: square))
    painter.add(
      PaintedEvent(
        start: 0, end: 10, order: 1, layer: 1, text: square.replacing("0000FF", with: "FF0000")))
    let picture = try #require(painter.draw(at: 0).picture)
    // libass may let a trace of the edge into the next pixel.
    #expect([picture.x, picture.y, picture.height] == [0, 0, 8])
    #expect((8...9).contains(picture.width))
    // Blue of weight 127/255 over red of the same: 127.5 * 128 / 255 = 63.7 red, 127 blue, alpha 190.7.
    let middle = (4 * picture.width + 4) * 4
    #expect(Array(picture.pixels[middle..<middle + 4]) == [64, 0, 127, 191])
  }

  /// A line stays where it came, also when the one below it has gone; alone it stands at the bottom.
  @Test func keepsLinesWhereTheyAre() throws {
    let painter = try painter()
    let upper = PaintedEvent(start: 500, end: 2000, order: 1, text: "UPPER")
    painter.add(PaintedEvent(start: 0, end: 1000, order: 0, text: "LOWER"))
    let lower = try #require(painter.draw(at: 0).picture)
    painter.add(upper)
    let both = try #require(painter.draw(at: 500).picture)
    painter.remove(0)
    let left = try #require(painter.draw(at: 1000).picture)
    #expect(left.y + left.height <= lower.y + 4)
    #expect(both.y == left.y)
    painter.clear()
    painter.add(upper)
    let alone = try #require(painter.draw(at: 1000).picture)
    #expect(abs(alone.y - lower.y) <= 1)
  }

  @Test func knowsFontsThatHaveACharacter() throws {
    let fonts = try #require(FontLookup())
    let face = try #require(fonts.face(of: "DejaVu Sans"))
    #expect(face.covers("A"))
    #expect(!face.covers("\u{6F22}"))
    #expect(fonts.faces(like: "DejaVu Sans", having: ["A"]).first?.face.family == "DejaVu Sans")
    #expect(fonts.faces(like: "DejaVu Sans", having: ["\u{10FFFE}"]).isEmpty)
    #expect(fonts.face(of: "No Such Family")?.family == "Inter")
    #expect(fonts.face(of: "monospace")?.family == "Noto Sans Mono")
    #expect(fonts.face(of: "DejaVu Sans", FontForm(isBold: true))?.path.contains("Bold") == true)
  }
}
