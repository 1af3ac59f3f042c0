/// One picture that is being measured.
///
/// A mean of colours within the levels is within them, too. So only pixels that are outside, or next to one that is,
/// are examined closely, in runs of blocks.
struct GamutPicture {
  let lumaLayout: PlaneLayout
  let chromaLayout: PlaneLayout
  let columnShift: Int
  let rowShift: Int
  let codes: GamutMatrix
  let lowest: Int
  let highest: Int

  private var width: Int { lumaLayout.width }
  private var height: Int { lumaLayout.height }
  /// A level in the picture's bits.
  private func scaled(_ level: Int) -> Float { Float(level << (codes.bits - 8)) }

  func excess<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ blue: Span<Sample>, _ red: Span<Sample>
  ) -> GamutMeter.Excess {
    let suspects = suspects(luma, blue, red)
    guard suspects.isAny else { return GamutMeter.Excess(share: 0) }
    var sums = GamutSums(
      NineSums(codes, low: 9 * scaled(lowest), high: 9 * scaled(highest)), width: width,
      chromaWidth: chromaLayout.width, shift: columnShift)
    var found = GamutExtremes()
    for row in 0..<height {
      let rows = (max(0, row - 1), row, min(height - 1, row + 1))
      let chromaRows = (rows.0 >> rowShift, rows.1 >> rowShift, rows.2 >> rowShift)
      for run in suspects.runs(inRows: rows) {
        sums.start(run)
        sums.add(luma, lumaLayout, rows)
        sums.add(blue: blue, red: red, chromaLayout, chromaRows)
        sums.count(&found)
      }
    }
    guard found.count > 0 else { return GamutMeter.Excess(share: 0) }
    var excess = GamutMeter.Excess(share: Double(found.count) / Double(width * height))
    excess.worst = found.worst(lowest: lowest, highest: highest)
    return excess
  }

  private func suspects<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ blue: Span<Sample>, _ red: Span<Sample>
  ) -> SuspectBlocks {
    var suspects = SuspectBlocks(width: width, height: height)
    var limits = LumaLimits<Sample>(
      codes, low: scaled(lowest), high: scaled(highest), width: width, chromaWidth: chromaLayout.width,
      shift: columnShift)
    for chromaRow in 0..<chromaLayout.height {
      let rows = chromaRow << rowShift..<min(height, (chromaRow + 1) << rowShift)
      let start = chromaRow * chromaLayout.samplesPerRow
      let chroma = start..<start + chromaLayout.width
      limits.fill(blue.extracting(chroma), red.extracting(chroma))
      func line(_ row: Int) -> Range<Int> {
        let start = min(row, rows.upperBound - 1) * lumaLayout.samplesPerRow
        return start..<start + width
      }
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
        limits.mark(luma.extracting(line(row)), luma.extracting(line(row + 1)))
        suspects.add(limits.marks, inRows: row..<min(row + 2, rows.upperBound))
      }
    }
    return suspects
  }
}

/// The codes of luma that surely keep all components within the levels, for the columns of a row, by 16-bit integers.
private struct LumaLimits<Sample: FixedWidthInteger & UnsignedInteger> {
  private let rough: RoughMatrix
  private let shift: Int
  private var leastOfChroma: [Sample]
  private var mostOfChroma: [Sample]
  private var least: [Sample]
  private var most: [Sample]
  /// Not 0 for columns that may be outside.
  private(set) var marks: [Sample]

  init(_ codes: GamutMatrix, low: Float, high: Float, width: Int, chromaWidth: Int, shift: Int) {
    rough = RoughMatrix(codes, low: low, high: high)
    self.shift = shift
    leastOfChroma = [Sample](repeating: 0, count: chromaWidth)
    mostOfChroma = leastOfChroma
    marks = [Sample](repeating: 0, count: width)
    least = [Sample](repeating: 0, count: chromaWidth << shift)
    most = least
  }

  mutating func fill(_ blue: Span<Sample>, _ red: Span<Sample>) {
    limits(blue, red, rough, &leastOfChroma, &mostOfChroma)
    repeatSamples(leastOfChroma, shift: shift, into: &least)
    repeatSamples(mostOfChroma, shift: shift, into: &most)
  }

  /// Marks the columns of two rows.
  mutating func mark(_ row: Span<Sample>, _ next: Span<Sample>) {
    markOutside(row, next, least, most, &marks)
  }
}

/// Spans of several properties of one value would overlap.
private func markOutside<Sample: FixedWidthInteger & UnsignedInteger>(
  _ row: Span<Sample>, _ next: Span<Sample>, _ least: [Sample], _ most: [Sample], _ marks: inout [Sample]
) {
  let (least, most) = (least.span, most.span)
  var marks = marks.mutableSpan
  let count = marks.count
  guard row.count >= count, next.count >= count, least.count >= count, most.count >= count else { return }
  for column in 0..<count {
    let darkest = min(row[column], next[column])
    let brightest = max(row[column], next[column])
    marks[column] = (darkest < least[column] ? 1 : 0) | (brightest > most[column] ? 1 : 0)
  }
}

/// Repeats each sample for the columns that share it.
private func repeatSamples<Sample>(_ samples: [Sample], shift: Int, into target: inout [Sample]) {
  switch shift {
  case 0: repeatSamples(samples, columns: 1, into: &target)
  case 1: repeatSamples(samples, columns: 2, into: &target)
  default: repeatSamples(samples, columns: 4, into: &target)
  }
}

@inline(__always)
private func repeatSamples<Sample>(_ samples: [Sample], columns: Int, into target: inout [Sample]) {
  let samples = samples.span
  var target = target.mutableSpan
  guard target.count >= samples.count * columns else { return }
  for index in 0..<samples.count {
    for column in 0..<columns { target[index * columns + column] = samples[index] }
  }
}

/// The matrix in 16-bit integers.
private struct RoughMatrix {
  let redOfRed: Int16
  let greenOfRed: Int16
  let greenOfBlue: Int16
  let blueOfBlue: Int16
  /// How far red, green and blue can be from the exact ones.
  let slack: (red: Int16, green: Int16, blue: Int16)
  let low: Int16
  let high: Int16
  let grey: Int16
  let greatest: Int16
  /// From the unit of the matrix to codes of luma, in 65536ths.
  let toLuma: Int16

  init(_ codes: GamutMatrix, low: Float, high: Float) {
    // Luma is less than 2^14 then, and with chroma less than 2^15.
    let unit = Float(1 << (14 - codes.bits))
    let greatestChroma = Float(1 << (codes.bits - 1))
    func rough(_ factor: Float) -> (Int16, error: Float) {
      let whole = (factor * unit).rounded()
      return (Int16(whole), (factor * unit - whole).magnitude)
    }
    let (redOfRed, redError) = rough(codes.redOfRed)
    let (greenOfRed, greenError) = rough(codes.greenOfRed)
    let (greenOfBlue, otherGreenError) = rough(codes.greenOfBlue)
    let (blueOfBlue, blueError) = rough(codes.blueOfBlue)
    (self.redOfRed, self.blueOfBlue) = (redOfRed, blueOfBlue)
    (self.greenOfRed, self.greenOfBlue) = (greenOfRed, greenOfBlue)
    func slack(_ error: Float) -> Int16 { Int16((error * greatestChroma).rounded(.up)) }
    self.slack = (slack(redError), slack(greenError + otherGreenError), slack(blueError))
    // In limited range, the scale of luma is a power of two and exact.
    let luma = codes.luma * unit
    let isExact = codes.luma == 1
    func limit(_ level: Float) -> Float { max(-16384, min(16384, (level - codes.offset) * unit)) }
    self.low = Int16(limit(low) + (isExact ? unit - 1 : (2 * luma).rounded(.up)))
    self.high = Int16(limit(high) - (isExact ? 0 : luma.rounded(.up)))
    toLuma = Int16((65536 / luma).rounded())
    grey = codes.grey
    greatest = Int16(1 << codes.bits - 1)
  }
}

/// Fills the least and the greatest codes of luma for a row of chroma; a colour that no luma keeps within the levels
/// has its least code above the greatest one.
private func limits<Sample: FixedWidthInteger & UnsignedInteger>(
  _ blue: Span<Sample>, _ red: Span<Sample>, _ rough: RoughMatrix, _ least: inout [Sample],
  _ most: inout [Sample]
) {
  var least = least.mutableSpan
  var most = most.mutableSpan
  let count = blue.count
  guard red.count >= count, least.count >= count, most.count >= count else { return }
  for column in 0..<count {
    let b = Int16(truncatingIfNeeded: blue[column]) &- rough.grey
    let r = Int16(truncatingIfNeeded: red[column]) &- rough.grey
    let redPart = r &* rough.redOfRed
    let greenPart = 0 &- b &* rough.greenOfBlue &- r &* rough.greenOfRed
    let bluePart = b &* rough.blueOfBlue
    let below = min(
      min(redPart &- rough.slack.red, greenPart &- rough.slack.green), min(bluePart &- rough.slack.blue, 0))
    let above = max(
      max(redPart &+ rough.slack.red, greenPart &+ rough.slack.green), max(bluePart &+ rough.slack.blue, 0))
    let first = max(0, codes(rough.low &- below, rough))
    let last = min(rough.greatest, codes(rough.high &- above, rough))
    let isPossible = first <= last
    least[column] = Sample(truncatingIfNeeded: isPossible ? first : rough.greatest)
    most[column] = Sample(truncatingIfNeeded: isPossible ? last : 0)
  }
}

/// Rounded down.
@inline(__always)
private func codes(_ level: Int16, _ rough: RoughMatrix) -> Int16 {
  Int16(truncatingIfNeeded: (Int32(level) &* Int32(rough.toLuma)) >> 16)
}

/// The blocks of each row that have a pixel that may be outside of the levels.
private struct SuspectBlocks {
  private static let side = 32
  private let blocksPerRow: Int
  private let width: Int
  private var blocks: [Bool]
  private var rows: [Bool]
  private(set) var isAny = false

  init(width: Int, height: Int) {
    self.width = width
    blocksPerRow = (width + Self.side - 1) / Self.side
    blocks = [Bool](repeating: false, count: blocksPerRow * height)
    self.rows = [Bool](repeating: false, count: height)
  }

  private func columns(of block: Int) -> Range<Int> {
    block * Self.side..<min(width, (block + 1) * Self.side)
  }

  mutating func add(_ marks: [some FixedWidthInteger], inRows rows: Range<Int>) {
    for block in 0..<blocksPerRow where isMarked(marks.span.extracting(columns(of: block))) {
      isAny = true
      for row in rows {
        blocks[row * blocksPerRow + block] = true
        self.rows[row] = true
      }
    }
  }

  /// The columns of adjacent blocks with a pixel outside in any of three rows, and of their neighbours.
  func runs(inRows rows: (Int, Int, Int)) -> [Range<Int>] {
    guard self.rows[rows.0] || self.rows[rows.1] || self.rows[rows.2] else { return [] }
    var runs: [Range<Int>] = []
    for block in 0..<blocksPerRow
    where blocks[rows.0 * blocksPerRow + block] || blocks[rows.1 * blocksPerRow + block]
      || blocks[rows.2 * blocksPerRow + block]
    {
      let columns = columns(of: block)
      let range = max(0, columns.lowerBound - 1)..<min(width, columns.upperBound + 1)
      if let last = runs.last, last.upperBound >= range.lowerBound {
        runs[runs.count - 1] = last.lowerBound..<range.upperBound
      } else {
        runs.append(range)
      }
    }
    return runs
  }
}

private func isMarked<Mark: FixedWidthInteger>(_ marks: Span<Mark>) -> Bool {
  var isAny: Mark = 0
  for index in 0..<marks.count { isAny |= marks[index] }
  return isAny != 0
}
