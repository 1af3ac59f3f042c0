import Basics
import Composition
import Drawing
import TestSupport

/// Fonts that tests need, by Debian's packages.
enum Fonts {
  static let sans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  static let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"

  /// What is missing for all scripts to be drawn, or nil.
  static let missingPackage: String? = {
    let needed = [
      ("fonts-dejavu-core", sans),
      ("fonts-lohit-deva", "/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf"),
      ("fonts-tlwg-garuda-ttf", "/usr/share/fonts/truetype/tlwg/Garuda.ttf"),
      ("fonts-droid-fallback", "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
      ("fonts-noto-color-emoji", "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"),
    ]
    return needed.first { (try? run(["/usr/bin/test", "-r", $0.1]).exitCode) != 0 }?.0
  }()
}

let white = Color(red: 255, green: 255, blue: 255)

func words(_ words: String, size: Double = 100, _ change: (inout TextPicture) -> Void = { _ in })
  -> TextPicture
{
  var picture = TextPicture(words: words, font: .family("DejaVu Sans"), size: size, color: white)
  change(&picture)
  return picture
}

/// A picture of words with what was known before it was drawn.
struct Drawn {
  let facts: TextFacts
  let picture: DrawnText

  init(_ text: TextPicture, shownLetters: Int? = nil, in drawing: TextDrawing = TextDrawing()) throws {
    facts = try drawing.measure(text)
    picture = try drawing.draw(
      ShownWords(text: text, fonts: facts.fonts, size: facts.size, reach: facts.reach),
      shownLetters: shownLetters)
  }

  /// With units that have been appearing for some seconds, each for one second, and the next one a second later.
  init(_ text: TextPicture, appearing seconds: Double, in drawing: TextDrawing = TextDrawing()) throws {
    facts = try drawing.measure(text)
    let times = TextMotionTimes(
      length: 1, stagger: 1, total: 1000, appearing: .constant(seconds), leaving: nil)
    picture = try drawing.draw(
      ShownWords(text: text, fonts: facts.fonts, size: facts.size, reach: facts.reach, motion: times),
      at: times.moment(at: .zero))
  }

  /// Red, green, blue, alpha at a place of what is placed.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = ((y + facts.reach.top) * picture.width + x + facts.reach.left) * 4
    return Array(picture.pixels[start..<start + 4])
  }

  /// How much of each pixel is covered, row by row.
  var alpha: [[Double]] {
    (0..<picture.height).map { y in
      (0..<picture.width).map { Double(picture.pixels[(y * picture.width + $0) * 4 + 3]) / 255 }
    }
  }

  /// The edges of what is covered, to a part of a pixel: where half-covered rows and columns end.
  var edges: (left: Double, top: Double, right: Double, bottom: Double) {
    let alpha = alpha
    let rows = alpha.map { $0.max() ?? 0 }
    let columns = (0..<picture.width).map { x in alpha.map { $0[x] }.max() ?? 0 }
    return (
      left: Self.start(columns) - Double(facts.reach.left), top: Self.start(rows) - Double(facts.reach.top),
      right: Double(columns.count) - Self.start(columns.reversed()) - Double(facts.reach.left),
      bottom: Double(rows.count) - Self.start(rows.reversed()) - Double(facts.reach.top)
    )
  }

  private static func start(_ cover: [Double]) -> Double {
    guard let first = cover.firstIndex(where: { $0 > 0.02 }) else { return Double(cover.count) }
    return Double(first) + 1 - cover[first]
  }
}

/// What Pillow says of words in a font at 2048 pixels, DejaVu's own grid, where hinting moves nothing.
struct PillowMeasure {
  let width: Double
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  /// In pixels at a size; `top` and `bottom` count from the line that letters stand on.
  init(_ words: String, font: String = Fonts.sans, size: Double) throws {
    let program = """
      import sys
      from PIL import ImageFont
      font = ImageFont.truetype(sys.argv[1], 2048, layout_engine=ImageFont.Layout.BASIC)
      mask, (x, y) = font.getmask2(sys.argv[2], mode="L", anchor="ls")
      left, top, right, bottom = mask.getbbox()
      print(font.getlength(sys.argv[2]), left + x, top + y, right + x, bottom + y)
      """
    let result = try run(["/usr/bin/python3", "-c", program, font, words])
    let numbers = result.text.split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }
    guard numbers.count == 5 else { throw NoMeasure(text: result.errorText) }
    let scaled = numbers.map { $0 * size / 2048 }
    (width, left, top, right, bottom) = (scaled[0], scaled[1], scaled[2], scaled[3], scaled[4])
  }

  struct NoMeasure: Error {
    let text: String
  }
}
