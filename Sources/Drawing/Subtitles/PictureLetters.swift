package import Composition

/// Coloured letters in lines that libass lays out.
///
/// libass draws no coloured letters. Each one is replaced by a square with a unique colour, which reserves
/// its space in the line, and the letter's picture is drawn where libass put the square. Not thread-safe.
package final class PictureLetters {
  private let characters: Set<UInt32>
  private let side: Int
  private let font: String
  private let fonts: FontMap
  /// The letter of each square. The number of a square, and its colour, is its index here plus 1.
  private var letters: [String] = []
  /// The colour of the text around each square, as written.
  private var surroundings: [String] = []
  private var marked: [String: String] = [:]
  private var pictures: [String: DrawnText?] = [:]

  /// The transparency of the squares, which no plain text has. libass stores transparency.
  static let transparency: UInt32 = 1

  package init(_ letters: SubtitlePicture.ColoredLetters) throws(SubtitleDrawingError) {
    characters = Set(letters.characters)
    side = letters.side
    font = letters.file.path
    do throws(TextFailure) { fonts = try FontMap(files: [letters.file.path], firstIsChosen: true) } catch {
      throw SubtitleDrawingError("the font \(letters.file.path) cannot be used")
    }
  }

  /// The text of an event with squares in place of coloured letters.
  package func marking(_ text: String) -> String {
    if let known = marked[text] { return known }
    var result = ""
    // The arguments that restore the colour of the text; empty for the colour of the style.
    var (color, alpha) = ("", "")
    var rest = text[...]
    while let first = rest.first {
      if first == "{", let end = rest.firstIndex(of: "}") {
        let block = rest[...end]
        for order in block.dropFirst().dropLast().split(separator: "\\") {
          if order.first == "c" { color = String(order.dropFirst()) }
          if order.hasPrefix("1c") { color = String(order.dropFirst(2)) }
          if order.hasPrefix("1a") { alpha = String(order.dropFirst(2)) }
        }
        result += block
        rest = rest[end...].dropFirst()
      } else if first == "\\" {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        let isPicture = first.unicodeScalars.contains { characters.contains($0.value) }
        result += isPicture ? square(for: String(first), color, alpha) : String(first)
        rest = rest.dropFirst()
      }
    }
    marked[text] = result
    return result
  }

  /// A drawing without a border, followed by orders that restore what it changes.
  private func square(for letter: String, _ color: String, _ alpha: String) -> String {
    letters.append(letter)
    surroundings.append(color)
    let number = letters.count
    let digits = CueColor(number: number).hexadecimal
    return
      "{\\1c&H\(digits)&\\1a\(alpha == "&HFF&" ? alpha : "&H01&")\\bord0\\shad0\\pbo\(side / 5)\\p1}m 0 0 l \(side) 0 \(side) \(side) 0 \(side)"
      + "{\\p0\\pbo0\\bord\\shad\\1a\(alpha)\\1c\(color)}"
  }

  /// The picture of the letter for a colour of libass; nil for any other colour, or if the font cannot draw
  /// the letter.
  func picture(ofColor color: UInt32) -> DrawnText? {
    let number = Int(color >> 8)
    guard color & 255 == Self.transparency, letters.indices.contains(number - 1) else { return nil }
    let letter = letters[number - 1]
    if let known = pictures[letter] { return known }
    let made = try? draw(letter)
    pictures[letter] = .some(made)
    return made
  }

  /// The number that the text around a square has as its colour; nil if the colour is not that of a square.
  func number(aroundColor color: UInt32) -> Int? {
    let number = Int(color >> 8)
    guard color & 255 == Self.transparency, surroundings.indices.contains(number - 1) else { return nil }
    let digits = surroundings[number - 1].drop { "&H".contains($0) }.prefix { $0 != "&" }
    guard let written = Int(digits, radix: 16) else { return nil }
    return (written & 255) << 16 | written & 0xFF00 | written >> 16
  }

  private func draw(_ letter: String) throws(TextFailure) -> DrawnText {
    // The pictures of emoji fonts are a fifth larger than the font size.
    let picture = TextPicture(
      words: letter, font: .file(font), size: Double(side) / 1.2,
      color: Color(red: 255, green: 255, blue: 255))
    let layout = try TextLayout(picture, fonts: fonts)
    let geometry = try TextGeometry(picture, layout)
    let words = ShownWords(text: picture, fonts: [], size: geometry.size, reach: geometry.reach)
    return try TextPainter(words: words, look: words.text, layout: layout, origin: geometry.origin).drawn()
  }
}
