/// Maps each pixel to a colour of a palette, with ordered dithering that depends on the place alone: still
/// parts do not flicker.
///
/// A colour that is not in the palette becomes a pattern of two that are, in proportion to its position
/// between them; a colour of the palette stays unchanged.
struct PaletteMap {
  private let colors: [PaletteColor]
  /// For each colour, those nearest to it.
  private let neighbours: [[Int]]
  /// A cache of patterns by colour.
  private var known: [(color: UInt32, pattern: Pattern)]

  private struct Pattern {
    var nearest: UInt8 = 0
    var other: UInt8 = 0
    /// The number of pixels in 64 that have the other colour.
    var share: UInt8 = 0
  }

  init(_ palette: ColorPalette) {
    let colors = palette.colors.map(PaletteColor.init)
    self.colors = colors
    neighbours = colors.indices.map { index in
      let others = colors.indices.filter { $0 != index }
        .map { (index: $0, distance: colors[index].distance(to: colors[$0])) }
        .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      return others.prefix(16).map(\.index)
    }
    known = Array(repeating: (UInt32.max, Pattern()), count: 1 << 16)
  }

  /// The palette index for a pixel.
  mutating func index(of pixel: UInt32, x: Int, y: Int) -> UInt8 {
    let color = pixel & 0xffffff
    let slot = Int((color &* 0x9E37_79B1) >> 16)
    if known[slot].color != color { known[slot] = (color, pattern(for: PaletteColor(color))) }
    let pattern = known[slot].pattern
    return Self.order[(y & 7) << 3 | x & 7] < pattern.share ? pattern.other : pattern.nearest
  }

  private func pattern(for color: PaletteColor) -> Pattern {
    var (nearest, least) = (0, Int32.max)
    for index in colors.indices {
      let distance = color.distance(to: colors[index])
      if distance < least { (nearest, least) = (index, distance) }
    }
    var pattern = Pattern(nearest: UInt8(truncatingIfNeeded: nearest))
    var leastError = Int(least) << 12
    for other in neighbours[nearest] {
      let (share, error) = color.mixture(of: colors[nearest], and: colors[other])
      if error < leastError {
        leastError = error
        (pattern.other, pattern.share) = (UInt8(truncatingIfNeeded: other), UInt8(truncatingIfNeeded: share))
      }
    }
    return pattern
  }

  /// Bayer's order of the 64 pixels of a square.
  private static let order: [UInt8] = (0..<64).map { place in
    let (x, y) = (place & 7, place >> 3)
    return (0..<3).reduce(UInt8(0)) { order, bit in
      let (x, y) = (x >> bit & 1, y >> bit & 1)
      return order << 2 | UInt8((x ^ y) << 1 | y)
    }
  }
}

private struct PaletteColor {
  let red: Int32
  let green: Int32
  let blue: Int32

  init(_ word: UInt32) {
    (red, green, blue) = (Int32(word & 0xff), Int32(word >> 8 & 0xff), Int32(word >> 16 & 0xff))
  }

  func distance(to other: PaletteColor) -> Int32 {
    let (red, green, blue) = (red &- other.red, green &- other.green, blue &- other.blue)
    return 3 &* red &* red &+ 4 &* green &* green &+ 2 &* blue &* blue
  }

  /// The share of `other`, in 64ths, in the mixture with `nearest` that is most similar to this colour, and
  /// its error, in which the visible pattern counts, too.
  func mixture(of nearest: PaletteColor, and other: PaletteColor) -> (share: Int, error: Int) {
    let length = Int(nearest.distance(to: other))
    guard length > 0 else { return (0, .max) }
    let along =
      3 * (red - nearest.red) * (other.red - nearest.red)
      + 4 * (green - nearest.green) * (other.green - nearest.green)
      + 2 * (blue - nearest.blue) * (other.blue - nearest.blue)
    let share = min(max((64 * Int(along) + length / 2) / length, 0), 32)
    func miss(_ own: Int32, _ near: Int32, _ far: Int32) -> Int {
      Int(own - near) * 64 - share * Int(far - near)
    }
    let (red, green, blue) = (
      miss(red, nearest.red, other.red), miss(green, nearest.green, other.green),
      miss(blue, nearest.blue, other.blue)
    )
    let error = 3 * red * red + 4 * green * green + 2 * blue * blue
    return (share, error + share * (64 - share) * length / 8)
  }
}
