import Basics

/// The look of a text that editc exported, as far as scripts and other programs have it in common.
package struct TitleLook: Hashable, Sendable {
  /// In pixels of the canvas.
  package var size: Double
  /// A multiple of 100, from 100 to 900.
  package var weight: Int
  package var alignment: Alignment

  package enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, center, right, justify
  }

  /// Nil for numbers that no script can have.
  package init?(size: Double, weight: Int = 400, alignment: Alignment = .center) {
    guard size > 0, size <= 100_000, weight % 100 == 0, (100...900).contains(weight) else { return nil }
    (self.size, self.weight, self.alignment) = (size, weight, alignment)
  }

  /// The names of faces, by weight.
  private static let faces: [(weight: Int, face: String, word: String)] = [
    (100, "Thin", "thin"), (200, "ExtraLight", "200"), (300, "Light", "light"), (400, "Regular", "regular"),
    (500, "Medium", "medium"), (600, "Semibold", "semibold"), (700, "Bold", "bold"),
    (800, "ExtraBold", "800"),
    (900, "Black", "black"),
  ]

  /// The weight as the face of a font, `Bold`.
  var face: String { Self.faces.first { $0.weight == weight }?.face ?? "Regular" }

  /// The weight as scripts write it.
  var weightWord: String { Self.faces.first { $0.weight == weight }?.word ?? "regular" }

  static func weight(ofFace face: String) -> Int? { faces.first { $0.face == face }?.weight }
}

/// Red, green, blue and alpha from 0 to 255 of a colour such as `#ff8000` or `#ff800080`; nil for other texts.
func components(ofColor text: String) -> [Int]? {
  guard text.first == "#", [7, 9].contains(text.utf8.count) else { return nil }
  let digits = Array(text.utf8.dropFirst())
  var numbers: [Int] = []
  for start in stride(from: 0, to: digits.count, by: 2) {
    guard let number = Int(String(decoding: digits[start...(start + 1)], as: UTF8.self), radix: 16),
      digits[start] != UInt8(ascii: "-"), digits[start] != UInt8(ascii: "+")
    else { return nil }
    numbers.append(number)
  }
  return numbers.count == 3 ? numbers + [255] : numbers
}
