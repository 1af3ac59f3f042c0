/// Measures how much of a picture is outside of the permitted levels: red, green, blue and luma, each as the mean of
/// 3x3 pixels, as codes of 8 bits in limited range (EBU R 103).
///
/// Integers throughout: every CPU finds the same. Chroma counts for all pixels that share it.
package struct GamutMeter {
  private let lowest: Int32
  private let highest: Int32
  private var matrix: (weights: MatrixWeights, bits: Int, isFullRange: Bool, codes: GamutMatrix)?

  /// What was found in a picture.
  package struct Excess: Hashable, Sendable {
    /// The share of its pixels that are outside of the levels, from 0 to 1.
    package fileprivate(set) var share: Double
    /// The component that is farthest outside, with its level; nil if none is outside.
    package fileprivate(set) var worst: (component: GamutComponent, level: Int)? {
      get { component.map { ($0, level) } }
      set { (component, level) = (newValue?.component, newValue?.level ?? 0) }
    }
    private var component: GamutComponent?
    private var level = 0

    fileprivate init(share: Double) { self.share = share }
  }

  package init(lowest: Int, highest: Int) {
    self.lowest = Int32(clamping: lowest)
    self.highest = Int32(clamping: highest)
  }

  /// Nil if a plane is longer than its samples, or if the chroma has other pixels than a half or a quarter. Both chroma
  /// planes have the same layout.
  package mutating func measure(
    luma: Span<UInt8>, _ lumaLayout: PlaneLayout, blue: Span<UInt8>, red: Span<UInt8>,
    _ chromaLayout: PlaneLayout, weights: MatrixWeights, isFullRange: Bool
  ) -> Excess? {
    measured(luma, lumaLayout, blue, red, chromaLayout, weights, isFullRange)
  }

  /// The same of planes of 16-bit words.
  package mutating func measure(
    luma: Span<UInt16>, _ lumaLayout: PlaneLayout, blue: Span<UInt16>, red: Span<UInt16>,
    _ chromaLayout: PlaneLayout, weights: MatrixWeights, isFullRange: Bool
  ) -> Excess? {
    measured(luma, lumaLayout, blue, red, chromaLayout, weights, isFullRange)
  }

  private mutating func measured<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ lumaLayout: PlaneLayout, _ blue: Span<Sample>, _ red: Span<Sample>,
    _ chromaLayout: PlaneLayout, _ weights: MatrixWeights, _ isFullRange: Bool
  ) -> Excess? {
    guard luma.count >= lumaLayout.sampleCount, blue.count >= chromaLayout.sampleCount,
      red.count >= chromaLayout.sampleCount,
      let columnShift = shift(from: lumaLayout.width, to: chromaLayout.width),
      let rowShift = shift(from: lumaLayout.height, to: chromaLayout.height)
    else { return nil }
    let bits = lumaLayout.bits
    if matrix?.weights != weights || matrix?.bits != bits || matrix?.isFullRange != isFullRange {
      matrix = (
        weights, bits, isFullRange, GamutMatrix(weights, bits: bits, isFullRange: isFullRange)
      )
    }
    guard let codes = matrix?.codes else { return nil }
    let picture = GamutPicture(
      lumaLayout: lumaLayout, chromaLayout: chromaLayout, columnShift: columnShift, rowShift: rowShift,
      codes: codes, lowest: lowest, highest: highest)
    return picture.excess(luma, blue, red)
  }
}

package enum GamutComponent: String, Hashable, Sendable, CaseIterable {
  case luma, red, green, blue
}

/// The logarithm of how many luma samples share a chroma sample; nil unless these are 1, 2 or 4.
private func shift(from luma: Int, to chroma: Int) -> Int? {
  (0...2).first { (luma + (1 << $0) - 1) >> $0 == chroma }
}

/// From codes to levels in limited range, both of the picture's bits, in 16384ths.
private struct GamutMatrix: Hashable, Sendable {
  let luma: Int32
  /// What is added for the black level.
  let offset: Int32
  let redOfRed: Int32
  let greenOfRed: Int32
  let greenOfBlue: Int32
  let blueOfBlue: Int32
  /// The code of grey.
  let grey: Int32
  let bits: Int

  static let shift: Int32 = 14

  init(_ weights: MatrixWeights, bits: Int, isFullRange: Bool) {
    let green = 1 - weights.red - weights.blue
    let unit = Double(1 << Self.shift)
    let greatest = Double(1 << bits - 1)
    let limited = 219 * Double(1 << (bits - 8))
    // Full range has all codes; chroma then has as many as luma.
    let lumaScale = isFullRange ? unit * limited / greatest : unit
    let chromaScale = isFullRange ? lumaScale : unit * 219 / 224
    func whole(_ number: Double) -> Int32 { Int32(number.rounded()) }
    luma = whole(lumaScale)
    offset = isFullRange ? 16 << (Int32(bits - 8) + Self.shift) : 0
    redOfRed = whole(2 * (1 - weights.red) * chromaScale)
    blueOfBlue = whole(2 * (1 - weights.blue) * chromaScale)
    greenOfRed = whole(2 * (1 - weights.red) * weights.red / green * chromaScale)
    greenOfBlue = whole(2 * (1 - weights.blue) * weights.blue / green * chromaScale)
    grey = 128 << Int32(bits - 8)
    self.bits = bits
  }
}

/// One picture that is being measured.
///
/// A mean of colours within the levels is within them, too. So only rows that have a pixel outside, or are next to one
/// that has, are examined closely.
private struct GamutPicture {
  let lumaLayout: PlaneLayout
  let chromaLayout: PlaneLayout
  let columnShift: Int
  let rowShift: Int
  let codes: GamutMatrix
  let lowest: Int32
  let highest: Int32

  private var width: Int { lumaLayout.width }
  private var height: Int { lumaLayout.height }
  /// A level in the unit of the matrix.
  private func scaled(_ level: Int32) -> Int32 { level << (Int32(codes.bits - 8) + GamutMatrix.shift) }

  func excess<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ blue: Span<Sample>, _ red: Span<Sample>
  ) -> GamutMeter.Excess {
    let suspects = suspectRows(luma, blue, red)
    guard suspects.contains(true) else { return GamutMeter.Excess(share: 0) }
    var sums = GamutSums(width: width)
    var found = GamutExtremes()
    for row in 0..<height {
      guard suspects[max(0, row - 1)] || suspects[row] || suspects[min(height - 1, row + 1)] else { continue }
      sums.clear()
      for line in [max(0, row - 1), row, min(height - 1, row + 1)] {
        sums.add(luma, at: line * lumaLayout.samplesPerRow)
        sums.add(
          blue, red, at: (line >> rowShift) * chromaLayout.samplesPerRow, shift: columnShift, grey: codes.grey
        )
      }
      count(sums, &found)
    }
    var excess = GamutMeter.Excess(share: Double(found.count) / Double(width * height))
    excess.worst = found.worst(lowest: 9 * scaled(lowest), highest: 9 * scaled(highest)).map {
      ($0.component, Int(($0.sum / 9) >> (Int64(codes.bits - 8) + Int64(GamutMatrix.shift))))
    }
    return excess
  }

  /// The rows that have a pixel outside.
  private func suspectRows<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ blue: Span<Sample>, _ red: Span<Sample>
  ) -> [Bool] {
    var suspects = [Bool](repeating: false, count: height)
    let (low, high) = (scaled(lowest), scaled(highest))
    // The codes of luma that keep all components within the levels, for each column.
    var least = [Sample](repeating: 0, count: width)
    var most = [Sample](repeating: 0, count: width)
    let greatest = Int32(1 << codes.bits - 1)
    var chromaRow = -1
    for row in 0..<height {
      if row >> rowShift != chromaRow {
        chromaRow = row >> rowShift
        let start = chromaRow * chromaLayout.samplesPerRow
        for column in 0..<chromaLayout.width {
          let b = Int32(blue[start + column]) &- codes.grey
          let r = Int32(red[start + column]) &- codes.grey
          let (redPart, bluePart) = (r &* codes.redOfRed, b &* codes.blueOfBlue)
          let greenPart = 0 &- b &* codes.greenOfBlue &- r &* codes.greenOfRed
          let below = low &- codes.offset &- min(min(redPart, greenPart), min(bluePart, 0))
          let above = high &- codes.offset &- max(max(redPart, greenPart), max(bluePart, 0))
          // Rounded so that a code is within only if its levels are.
          let first = max(0, (max(0, below) &+ codes.luma &- 1) / codes.luma)
          let last = above < 0 ? -1 : above / codes.luma
          let isPossible = first <= min(last, greatest)
          let from = Sample(truncatingIfNeeded: isPossible ? first : greatest)
          let to = Sample(truncatingIfNeeded: isPossible ? min(last, greatest) : 0)
          for place in column << columnShift..<min(width, (column + 1) << columnShift) {
            least[place] = from
            most[place] = to
          }
        }
      }
      let line = luma.extracting(
        row * lumaLayout.samplesPerRow..<row * lumaLayout.samplesPerRow + width)
      var outside: Sample = 0
      for column in 0..<width {
        let code = line[column]
        outside |= code < least[column] || code > most[column] ? 1 : 0
      }
      suspects[row] = outside != 0
    }
    return suspects
  }

  private func count(_ sums: GamutSums, _ found: inout GamutExtremes) {
    let (low, high) = (9 * scaled(lowest), 9 * scaled(highest))
    let offset = 9 * codes.offset
    for column in 0..<width {
      let (left, right) = (max(0, column - 1), min(width - 1, column + 1))
      let y = (sums.luma[left] &+ sums.luma[column] &+ sums.luma[right]) &* codes.luma &+ offset
      let b = sums.blue[left] &+ sums.blue[column] &+ sums.blue[right]
      let r = sums.red[left] &+ sums.red[column] &+ sums.red[right]
      let redSum = y &+ r &* codes.redOfRed
      let greenSum = y &- b &* codes.greenOfBlue &- r &* codes.greenOfRed
      let blueSum = y &+ b &* codes.blueOfBlue
      let least = min(min(redSum, greenSum), min(blueSum, y))
      let most = max(max(redSum, greenSum), max(blueSum, y))
      if least < low || most > high {
        found.count &+= 1
        found.add(luma: y, red: redSum, green: greenSum, blue: blueSum)
      }
    }
  }
}

/// The sums of three rows, by columns.
private struct GamutSums {
  var luma: [Int32]
  /// Without grey.
  var blue: [Int32]
  var red: [Int32]

  init(width: Int) {
    luma = Array(repeating: 0, count: width)
    blue = luma
    red = luma
  }

  mutating func clear() {
    for column in luma.indices { (luma[column], blue[column], red[column]) = (0, 0, 0) }
  }

  mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(_ samples: Span<Sample>, at start: Int) {
    for column in luma.indices { luma[column] &+= Int32(truncatingIfNeeded: samples[start + column]) }
  }

  mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
    _ blues: Span<Sample>, _ reds: Span<Sample>, at start: Int, shift: Int, grey: Int32
  ) {
    for column in blue.indices {
      blue[column] &+= Int32(truncatingIfNeeded: blues[start + column >> shift]) &- grey
      red[column] &+= Int32(truncatingIfNeeded: reds[start + column >> shift]) &- grey
    }
  }
}

/// The pixels outside of the levels, and the least and the greatest sums of nine of them.
private struct GamutExtremes {
  var count = 0
  private var least: SIMD4<Int32> = .init(repeating: .max)
  private var most: SIMD4<Int32> = .init(repeating: .min)

  mutating func add(luma: Int32, red: Int32, green: Int32, blue: Int32) {
    let sums = SIMD4(luma, red, green, blue)
    least = pointwiseMin(least, sums)
    most = pointwiseMax(most, sums)
  }

  /// The component that is farthest from the levels.
  func worst(lowest: Int32, highest: Int32) -> (component: GamutComponent, sum: Int64)? {
    guard count > 0 else { return nil }
    var worst: (component: GamutComponent, sum: Int64, excess: Int64)?
    for (index, component) in GamutComponent.allCases.enumerated() {
      for (sum, excess) in [
        (Int64(most[index]), Int64(most[index]) - Int64(highest)),
        (Int64(least[index]), Int64(lowest) - Int64(least[index])),
      ] where excess > worst?.excess ?? 0 {
        worst = (component, sum, excess)
      }
    }
    return worst.map { ($0.component, $0.sum) }
  }
}
