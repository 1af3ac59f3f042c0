package import Composition

/// Letters that are coloured pictures, in lines that libass lays out.
///
/// libass draws no coloured pictures. It gets a square of a colour of its own for each such letter, which takes the
/// letter's place in the line, and the picture of the letter is laid where libass put the square. For one thread.
package final class PictureLetters {
  private let characters: Set<UInt32>
  private let side: Int
  private let font: String
  private let fonts: FontMap
  /// What each square stands for; the number of a square is its place here, counted from 1, and its colour.
  private var letters: [String] = []
  private var marked: [String: String] = [:]
  private var pictures: [String: DrawnText?] = [:]

  /// The opacity of the squares, which no line of plain text has. libass counts how transparent a colour is.
  static let transparency: UInt32 = 1

  package init(_ letters: SubtitlePicture.ColoredLetters) throws(SubtitleDrawingError) {
    characters = Set(letters.characters)
    side = letters.side
    font = letters.file.path
    do throws(TextFailure) { fonts = try FontMap(files: [letters.file.path], firstIsChosen: true) } catch {
      throw SubtitleDrawingError("the font \(letters.file.path) cannot be used")
    }
  }

  /// The text of an event with squares in the place of letters that are pictures.
  package func marking(_ text: String) -> String {
    if let known = marked[text] { return known }
    var result = ""
    // The order that brings the colour of the words back; empty for that of the style.
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

  /// A drawing without a border; what it changes is brought back after it.
  private func square(for letter: String, _ color: String, _ alpha: String) -> String {
    letters.append(letter)
    let number = letters.count
    // Blue first.
    let channels = [number & 255, number >> 8 & 255, number >> 16 & 255]
    let digits = channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    return
      "{\\1c&H\(digits)&\\1a\(alpha == "&HFF&" ? alpha : "&H01&")\\bord0\\shad0\\pbo\(side / 5)\\p1}m 0 0 l \(side) 0 \(side) \(side) 0 \(side)"
      + "{\\p0\\pbo0\\bord\\shad\\1a\(alpha)\\1c\(color)}"
  }

  /// The picture of the letter that a colour of libass stands for; nil for any other colour, and where the font cannot
  /// draw it.
  func picture(ofColor color: UInt32) -> DrawnText? {
    let number = Int(color >> 8)
    guard color & 255 == Self.transparency, letters.indices.contains(number - 1) else { return nil }
    let letter = letters[number - 1]
    if let known = pictures[letter] { return known }
    let made = try? draw(letter)
    pictures[letter] = .some(made)
    return made
  }

  private func draw(_ letter: String) throws(TextFailure) -> DrawnText {
    // The pictures of emoji fonts are a fifth larger than the size of their letters.
    let picture = TextPicture(
      words: letter, font: .file(font), size: Double(side) / 1.2,
      color: Color(red: 255, green: 255, blue: 255))
    let layout = try TextLayout(picture, fonts: fonts)
    let geometry = try TextGeometry(picture, layout)
    let words = ShownWords(text: picture, fonts: [], size: geometry.size, reach: geometry.reach)
    return try TextPainter(words: words, look: words.text, layout: layout, origin: geometry.origin).drawn()
  }
}
