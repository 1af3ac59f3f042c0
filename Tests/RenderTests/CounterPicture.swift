/// Pictures that carry a number in black and white squares, which survives encoding, scaling and gray.
///
/// ```
///  0  1  2  3  4  5     bit 0 ... bit 5
///  6  7  8  9 10 11     bit 6 ... bit 11
/// 12 13 14 15 16 17     the same, inverted: a picture that is a mixture of two, or turned, or not there,
/// 18 19 20 21 22 23     does not pass for another number
/// ```
enum CounterPicture {
  static let columns = 6
  static let rows = 4
  static let square = 16
  static let width = columns * square
  static let height = rows * square

  /// One byte a pixel.
  static func draw(_ number: Int) -> [UInt8] {
    // Whole arrays are put together, as a debug build takes long over single bytes.
    var picture: [UInt8] = []
    for row in 0..<rows {
      var line: [UInt8] = []
      for column in 0..<columns {
        line += [UInt8](repeating: isWhite(row * columns + column, number) ? 235 : 16, count: square)
      }
      for _ in 0..<square { picture += line }
    }
    return picture
  }

  private static func isWhite(_ cell: Int, _ number: Int) -> Bool {
    cell < 12 ? number >> cell & 1 == 1 : number >> (cell - 12) & 1 == 0
  }

  /// A part of a gray picture, in pixels.
  struct Box {
    var x = 0
    var y = 0
    var width = CounterPicture.width
    var height = CounterPicture.height
  }

  /// The number that a gray picture shows, or nil when it shows none.
  static func read(_ pixels: UnsafeBufferPointer<UInt8>, pictureWidth: Int, in box: Box) -> Int? {
    let brightness = (0..<rows * columns).map { cell in
      mean(pixels, pictureWidth, box, column: cell % columns, row: cell / columns)
    }
    var number = 0
    for bit in 0..<12 {
      guard abs(brightness[bit] - brightness[bit + 12]) > 100 else { return nil }
      if brightness[bit] > brightness[bit + 12] { number |= 1 << bit }
    }
    return number
  }

  /// Of the middle of a square, where neighbours do not bleed in.
  private static func mean(
    _ pixels: UnsafeBufferPointer<UInt8>, _ pictureWidth: Int, _ box: Box, column: Int, row: Int
  ) -> Int {
    var sum = 0
    for (stepX, stepY) in [(3, 3), (4, 4), (5, 5), (5, 3), (3, 5)] {
      let x = box.x + (8 * column + stepX) * box.width / (8 * columns)
      let y = box.y + (8 * row + stepY) * box.height / (8 * rows)
      sum += Int(pixels[y * pictureWidth + x])
    }
    return sum / 5
  }
}
