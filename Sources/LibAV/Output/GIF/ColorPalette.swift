/// The colours that represent those of some pictures: at most as many as a GIF's table has besides the
/// transparent one.
///
/// Up to 255 different colours stay unchanged. More are gathered in boxes, of which the one with the largest
/// error is cut in two repeatedly; then each colour goes to the nearest mean, and the means are computed
/// again.
struct ColorPalette: Hashable, Sendable {
  /// Red, green and blue, in the lower 24 bits.
  let colors: [UInt32]

  static let mostColors = 255

  /// `pictures` have red, green, blue and alpha in a word, alpha in its highest bits; transparent pixels do
  /// not count.
  init(of pictures: [[UInt32]]) {
    if let exact = Self.distinctColors(of: pictures) {
      colors = exact
      return
    }
    var bins = ColorHistogram(of: pictures).bins
    var boxes = [ColorBox(bins, bins.indices)]
    while boxes.count < Self.mostColors,
      let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }), boxes[worst].error > 0
    {
      let (lower, upper) = boxes[worst].cut(&bins)
      boxes[worst] = lower
      boxes.append(upper)
    }
    var means = boxes.map(\.mean)
    for _ in 0..<3 { means = Self.improved(means, bins) }
    colors = Set(means.map(\.word)).sorted()
  }

  /// Nil if there are too many.
  private static func distinctColors(of pictures: [[UInt32]]) -> [UInt32]? {
    var found: Set<UInt32> = []
    for picture in pictures {
      var last: UInt32?
      for pixel in picture where pixel != last {
        last = pixel
        guard pixel.isOpaque else { continue }
        found.insert(pixel & 0xffffff)
        if found.count > mostColors { return nil }
      }
    }
    return found.isEmpty ? [0] : found.sorted()
  }

  private static func improved(_ means: [MeanColor], _ bins: [MeanColor]) -> [MeanColor] {
    var sums = [MeanColor](repeating: MeanColor(), count: means.count)
    for bin in bins {
      var (best, least) = (0, Double.infinity)
      for index in means.indices {
        let distance = bin.distance(to: means[index])
        if distance < least { (best, least) = (index, distance) }
      }
      sums[best].add(bin)
    }
    return zip(means, sums).map { mean, sum in sum.weight > 0 ? sum : mean }
  }
}

extension UInt32 {
  /// Whether a pixel is shown: a GIF has no semi-transparent pixels.
  var isOpaque: Bool { self >> 24 >= 128 }
}

/// The mean colour of some pixels.
private struct MeanColor {
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  /// The number of pixels.
  var weight = 0.0

  /// The weights of differences in red, green and blue.
  static let shares = (red: 3.0, green: 4.0, blue: 2.0)

  func distance(to other: MeanColor) -> Double {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return Self.shares.red * red * red + Self.shares.green * green * green + Self.shares.blue * blue * blue
  }

  mutating func add(_ other: MeanColor) {
    let whole = weight + other.weight
    guard whole > 0 else { return }
    red = (red * weight + other.red * other.weight) / whole
    green = (green * weight + other.green * other.weight) / whole
    blue = (blue * weight + other.blue * other.weight) / whole
    weight = whole
  }

  var word: UInt32 {
    let codes = [red, green, blue].map { UInt32(min(max($0.rounded(), 0), 255)) }
    return codes[0] | codes[1] << 8 | codes[2] << 16
  }
}

/// How often colours occur, in bins of four codes a side.
private struct ColorHistogram {
  private var counts: [UInt32]
  private var sums: [UInt32]

  init(of pictures: [[UInt32]]) {
    counts = Array(repeating: 0, count: 1 << 18)
    sums = Array(repeating: 0, count: 3 << 18)
    for picture in pictures {
      for pixel in picture where pixel.isOpaque {
        let (red, green, blue) = (pixel & 0xff, pixel >> 8 & 0xff, pixel >> 16 & 0xff)
        let bin = Int((red >> 2) << 12 | (green >> 2) << 6 | blue >> 2)
        // The offset from the corner of the bin, at most 3 for each pixel of a group.
        counts[bin] &+= 1
        sums[3 * bin] &+= red & 3
        sums[3 * bin + 1] &+= green & 3
        sums[3 * bin + 2] &+= blue & 3
      }
    }
  }

  var bins: [MeanColor] {
    counts.indices.compactMap { bin in
      guard counts[bin] > 0 else { return nil }
      let weight = Double(counts[bin])
      let corner = (red: Double(bin >> 12) * 4, green: Double(bin >> 6 & 63) * 4, blue: Double(bin & 63) * 4)
      return MeanColor(
        red: corner.red + Double(sums[3 * bin]) / weight,
        green: corner.green + Double(sums[3 * bin + 1]) / weight,
        blue: corner.blue + Double(sums[3 * bin + 2]) / weight, weight: weight)
    }
  }
}

/// Some of the colours, adjacent in their list.
private struct ColorBox {
  let range: Range<Int>
  private(set) var mean = MeanColor()
  /// The sum of their squared distances from the mean.
  let error: Double
  private let axis: KeyPath<MeanColor, Double>

  init(_ bins: [MeanColor], _ range: Range<Int>) {
    self.range = range
    var mean = MeanColor()
    for bin in bins[range] { mean.add(bin) }
    var (red, green, blue) = (0.0, 0.0, 0.0)
    for bin in bins[range] {
      red += bin.weight * (bin.red - mean.red) * (bin.red - mean.red)
      green += bin.weight * (bin.green - mean.green) * (bin.green - mean.green)
      blue += bin.weight * (bin.blue - mean.blue) * (bin.blue - mean.blue)
    }
    (red, green, blue) = (
      red * MeanColor.shares.red, green * MeanColor.shares.green, blue * MeanColor.shares.blue
    )
    self.mean = mean
    error = range.count > 1 ? red + green + blue : 0
    axis = green >= red && green >= blue ? \.green : red >= blue ? \.red : \.blue
  }

  /// Splits the colours at the mean of the axis on which they differ most.
  func cut(_ bins: inout [MeanColor]) -> (lower: ColorBox, upper: ColorBox) {
    let colors = Array(bins[range])
    let middle = mean[keyPath: axis]
    let lower = colors.filter { $0[keyPath: axis] < middle }
    let upper = colors.filter { $0[keyPath: axis] >= middle }
    bins.replaceSubrange(range, with: lower + upper)
    let place = range.lowerBound + lower.count
    return (ColorBox(bins, range.lowerBound..<place), ColorBox(bins, place..<range.upperBound))
  }
}
