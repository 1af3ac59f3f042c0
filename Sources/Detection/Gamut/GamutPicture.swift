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
  let lowest: Int32
  let highest: Int32

  private var width: Int { lumaLayout.width }
  private var height: Int { lumaLayout.height }
  /// A level in the unit of the matrix.
  private func scaled(_ level: Int32) -> Int32 { level << (Int32(codes.bits - 8) + GamutMatrix.shift) }

  func excess<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ blue: Span<Sample>, _ red: Span<Sample>
  ) -> GamutMeter.Excess {
    let suspects = suspects(luma, blue, red)
    guard suspects.isAny else { return GamutMeter.Excess(share: 0) }
    let (low, high) = (9 * scaled(lowest), 9 * scaled(highest))
    var sums = GamutSums(width: width, chromaWidth: chromaLayout.width)
    var found = GamutExtremes()
    for row in 0..<height {
      let rows = (max(0, row - 1), row, min(height - 1, row + 1))
      for run in suspects.runs(inRows: rows) {
        sums.start(run)
        sums.add(luma, lumaLayout, rows)
        let chromaRows = (rows.0 >> rowShift, rows.1 >> rowShift, rows.2 >> rowShift)
        sums.add(blue: blue, red: red, chromaLayout, chromaRows, shift: columnShift, grey: codes.grey)
        sums.count(codes, low: low, high: high, &found)
      }
    }
    guard found.count > 0 else { return GamutMeter.Excess(share: 0) }
    var excess = GamutMeter.Excess(share: Double(found.count) / Double(width * height))
    excess.worst = found.worst(lowest: low, highest: high).map {
      ($0.component, Int(($0.sum / 9) >> (Int64(codes.bits - 8) + Int64(GamutMatrix.shift))))
    }
    return excess
  }

  private func suspects<Sample: FixedWidthInteger & UnsignedInteger>(
    _ luma: Span<Sample>, _ blue: Span<Sample>, _ red: Span<Sample>
  ) -> SuspectBlocks {
    var suspects = SuspectBlocks(width: width, height: height)
    var limits = LumaLimits<Sample>(
      codes, low: scaled(lowest), high: scaled(highest), shift: columnShift)
    for chromaRow in 0..<chromaLayout.height {
      let rows = chromaRow << rowShift..<min(height, (chromaRow + 1) << rowShift)
      for block in 0..<suspects.blocksPerRow {
        let columns = suspects.columns(of: block)
        let shared = columns.lowerBound >> columnShift..<(columns.upperBound - 1) >> columnShift + 1
        let start = chromaRow * chromaLayout.samplesPerRow
        let chroma = start + shared.lowerBound..<start + shared.upperBound
        let (blues, reds) = (blue.extracting(chroma), red.extracting(chroma))
        func line(_ row: Int) -> Range<Int> {
          let start = row * lumaLayout.samplesPerRow
          return start + columns.lowerBound..<start + columns.upperBound
        }
        var range = extent(of: luma.extracting(line(rows.lowerBound)))
        for row in rows.dropFirst() {
          let other = extent(of: luma.extracting(line(row)))
          range = (min(range.least, other.least), max(range.most, other.most))
        }
        if limits.contain(luma: range, blue: extent(of: blues), red: extent(of: reds)) { continue }
        limits.fill(blues, reds, columns: columns.count)
        for row in rows where !limits.contain(luma.extracting(line(row))) { suspects.add(block, inRow: row) }
      }
    }
    return suspects
  }
}

private func extent<Sample: FixedWidthInteger & UnsignedInteger>(
  of samples: Span<Sample>
) -> (least: Sample, most: Sample) {
  var (least, most) = (Sample.max, Sample.min)
  for index in 0..<samples.count {
    least = min(least, samples[index])
    most = max(most, samples[index])
  }
  return (least, most)
}

/// The codes of luma that keep all components within the levels, for the columns of a block.
private struct LumaLimits<Sample: FixedWidthInteger & UnsignedInteger> {
  private let codes: GamutMatrix
  /// Without the black level.
  private let low: Int32
  private let high: Int32
  private let shift: Int
  private var least = [Sample](repeating: 0, count: SuspectBlocks.side)
  private var most = [Sample](repeating: 0, count: SuspectBlocks.side)
  private var leastOfChroma = [Sample](repeating: 0, count: SuspectBlocks.side)
  private var mostOfChroma = [Sample](repeating: 0, count: SuspectBlocks.side)

  init(_ codes: GamutMatrix, low: Int32, high: Int32, shift: Int) {
    self.codes = codes
    self.low = low - codes.offset
    self.high = high - codes.offset
    self.shift = shift
  }

  /// Whether all colours with components from the least to the most are within the levels.
  func contain(
    luma: (least: Sample, most: Sample), blue: (least: Sample, most: Sample),
    red: (least: Sample, most: Sample)
  ) -> Bool {
    func whole(_ sample: Sample) -> Int32 { Int32(truncatingIfNeeded: sample) }
    let b = (least: whole(blue.least) &- codes.grey, most: whole(blue.most) &- codes.grey)
    let r = (least: whole(red.least) &- codes.grey, most: whole(red.most) &- codes.grey)
    let leastGreen = 0 &- b.most &* codes.greenOfBlue &- r.most &* codes.greenOfRed
    let mostGreen = 0 &- b.least &* codes.greenOfBlue &- r.least &* codes.greenOfRed
    let below = min(min(r.least &* codes.redOfRed, leastGreen), min(b.least &* codes.blueOfBlue, 0))
    let above = max(max(r.most &* codes.redOfRed, mostGreen), max(b.most &* codes.blueOfBlue, 0))
    return whole(luma.least) &* codes.luma &+ below >= low && whole(luma.most) &* codes.luma &+ above <= high
  }

  mutating func fill(_ blue: Span<Sample>, _ red: Span<Sample>, columns: Int) {
    // The usual case: the scale of luma in limited range is a power of two.
    if codes.luma == 1 << GamutMatrix.shift {
      limits(blue, red, codes, low: low, high: high, &leastOfChroma, &mostOfChroma) {
        $0 >> GamutMatrix.shift
      }
    } else {
      // The half keeps what is divided away from whole quotients.
      let reciprocal = 1 / Double(codes.luma)
      limits(blue, red, codes, low: low, high: high, &leastOfChroma, &mostOfChroma) {
        Int32((Double($0) + 0.5) * reciprocal)
      }
    }
    repeated(leastOfChroma, shift: shift, columns: columns, into: &least)
    repeated(mostOfChroma, shift: shift, columns: columns, into: &most)
  }

  /// Whether the columns of a row are within.
  func contain(_ row: Span<Sample>) -> Bool {
    let (least, most) = (least.span, most.span)
    guard least.count >= row.count, most.count >= row.count else { return false }
    var outside: Sample = 0
    for column in 0..<row.count {
      let code = row[column]
      outside |= (code < least[column] ? 1 : 0) | (code > most[column] ? 1 : 0)
    }
    return outside == 0
  }
}

/// Repeats each sample for the columns that share it.
private func repeated<Sample>(_ samples: [Sample], shift: Int, columns: Int, into target: inout [Sample]) {
  let samples = samples.span
  var target = target.mutableSpan
  for column in 0..<columns { target[column] = samples[column >> shift] }
}

/// Fills the least and the greatest codes of luma for a row of chroma; a colour that no luma keeps within the levels
/// has its least code above the greatest one.
@inline(__always)
private func limits<Sample: FixedWidthInteger & UnsignedInteger>(
  _ blue: Span<Sample>, _ red: Span<Sample>, _ codes: GamutMatrix, low: Int32, high: Int32,
  _ least: inout [Sample], _ most: inout [Sample], dividing: (Int32) -> Int32
) {
  var least = least.mutableSpan
  var most = most.mutableSpan
  let count = blue.count
  guard red.count >= count, least.count >= count, most.count >= count else { return }
  let greatest = Int32(1 << codes.bits - 1)
  for column in 0..<count {
    let b = Int32(truncatingIfNeeded: blue[column]) &- codes.grey
    let r = Int32(truncatingIfNeeded: red[column]) &- codes.grey
    let (redPart, bluePart) = (r &* codes.redOfRed, b &* codes.blueOfBlue)
    let greenPart = 0 &- b &* codes.greenOfBlue &- r &* codes.greenOfRed
    let below = low &- min(min(redPart, greenPart), min(bluePart, 0))
    let above = high &- max(max(redPart, greenPart), max(bluePart, 0))
    // Rounded so that a code is within only if its levels are.
    let first = dividing(max(0, below) &+ codes.luma &- 1)
    let last = min(greatest, dividing(max(0, above)))
    let isPossible = above >= 0 && first <= last
    least[column] = Sample(truncatingIfNeeded: isPossible ? first : greatest)
    most[column] = Sample(truncatingIfNeeded: isPossible ? last : 0)
  }
}

/// The blocks of each row that have a pixel outside of the levels.
private struct SuspectBlocks {
  static let side = 64
  let blocksPerRow: Int
  private let width: Int
  private var blocks: [Bool]
  private(set) var isAny = false

  init(width: Int, height: Int) {
    self.width = width
    blocksPerRow = (width + Self.side - 1) / Self.side
    blocks = [Bool](repeating: false, count: blocksPerRow * height)
  }

  func columns(of block: Int) -> Range<Int> { block * Self.side..<min(width, (block + 1) * Self.side) }

  mutating func add(_ block: Int, inRow row: Int) {
    blocks[row * blocksPerRow + block] = true
    isAny = true
  }

  /// The columns of adjacent blocks with a pixel outside in any of three rows, and of their neighbours.
  func runs(inRows rows: (Int, Int, Int)) -> [Range<Int>] {
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

/// Sums of three rows in a run of columns, with one more column on each side.
private struct GamutSums {
  private var luma: [Int32]
  /// Without grey.
  private var blue: [Int32]
  private var red: [Int32]
  /// Of chroma samples.
  private var chroma: [Int32]
  private var isOutside: [Int32]
  private var run = 0..<0
  private let width: Int

  init(width: Int, chromaWidth: Int) {
    luma = Array(repeating: 0, count: width + 2)
    (blue, red, isOutside) = (luma, luma, luma)
    chroma = Array(repeating: 0, count: chromaWidth)
    self.width = width
  }

  mutating func start(_ run: Range<Int>) { self.run = run }

  /// The columns around the run; those at the edges of the picture are repeated.
  private var columns: Range<Int> { max(0, run.lowerBound - 1)..<min(width, run.upperBound + 1) }

  mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: Span<Sample>, _ layout: PlaneLayout, _ rows: (Int, Int, Int)
  ) {
    let lead = run.lowerBound == 0 ? 1 : 0
    sum(samples, layout, rows, columns, less: 0, into: &luma, at: lead)
    if lead == 1 { luma[0] = luma[1] }
    if run.upperBound == width { luma[run.count + 1] = luma[run.count] }
  }

  mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
    blue blues: Span<Sample>, red reds: Span<Sample>, _ layout: PlaneLayout, _ rows: (Int, Int, Int),
    shift: Int, grey: Int32
  ) {
    let shared = columns.lowerBound >> shift..<(columns.upperBound - 1) >> shift + 1
    sum(blues, layout, rows, shared, less: 3 * grey, into: &chroma, at: 0)
    spread(chroma, from: shared.lowerBound, shift: shift, run, width: width, into: &blue)
    sum(reds, layout, rows, shared, less: 3 * grey, into: &chroma, at: 0)
    spread(chroma, from: shared.lowerBound, shift: shift, run, width: width, into: &red)
  }

  /// Counts the pixels of the run that are outside of the levels, which are those of nine pixels.
  mutating func count(_ codes: GamutMatrix, low: Int32, high: Int32, _ found: inout GamutExtremes) {
    let sums = NineSums(codes: codes, low: low, high: high)
    guard sums.find(luma, blue, red, count: run.count, isOutside: &isOutside) > 0 else { return }
    for column in 0..<run.count where isOutside[column] != 0 {
      let parts = sums.parts(luma.span, blue.span, red.span, column)
      found.count &+= 1
      found.add(luma: parts.luma, red: parts.red, green: parts.green, blue: parts.blue)
    }
  }
}

/// The sums of some columns of three rows.
private func sum<Sample: FixedWidthInteger & UnsignedInteger>(
  _ samples: Span<Sample>, _ layout: PlaneLayout, _ rows: (Int, Int, Int), _ columns: Range<Int>, less: Int32,
  into sums: inout [Int32], at lead: Int
) {
  func row(_ row: Int) -> Range<Int> {
    let start = row * layout.samplesPerRow
    return start + columns.lowerBound..<start + columns.upperBound
  }
  let (first, second) = (samples.extracting(row(rows.0)), samples.extracting(row(rows.1)))
  let third = samples.extracting(row(rows.2))
  var target = sums.mutableSpan
  let count = columns.count
  guard target.count >= lead + count, first.count == count, second.count == count, third.count == count
  else { return }
  for index in 0..<count {
    target[lead &+ index] =
      Int32(truncatingIfNeeded: first[index]) &+ Int32(truncatingIfNeeded: second[index])
      &+ Int32(truncatingIfNeeded: third[index]) &- less
  }
}

/// Repeats sums of chroma for the columns of a run and those around it; `first` is the number of the first sum.
private func spread(
  _ sums: [Int32], from first: Int, shift: Int, _ run: Range<Int>, width: Int, into columns: inout [Int32]
) {
  let sums = sums.span
  var target = columns.mutableSpan
  for index in 0..<run.count + 2 {
    let column = max(0, min(width - 1, run.lowerBound + index - 1))
    target[index] = sums[column >> shift - first]
  }
}

/// The components of three by three pixels.
private struct NineSums {
  let codes: GamutMatrix
  let low: Int32
  let high: Int32

  @inline(__always)
  func parts(
    _ luma: Span<Int32>, _ blue: Span<Int32>, _ red: Span<Int32>, _ column: Int
  ) -> (luma: Int32, red: Int32, green: Int32, blue: Int32) {
    let y =
      (luma[column] &+ luma[column &+ 1] &+ luma[column &+ 2]) &* codes.luma &+ 9 &* codes.offset
    let b = blue[column] &+ blue[column &+ 1] &+ blue[column &+ 2]
    let r = red[column] &+ red[column &+ 1] &+ red[column &+ 2]
    return (
      y, y &+ r &* codes.redOfRed, y &- b &* codes.greenOfBlue &- r &* codes.greenOfRed,
      y &+ b &* codes.blueOfBlue
    )
  }

  /// Marks the columns that are outside of the levels by -1; returns their number.
  func find(
    _ luma: [Int32], _ blue: [Int32], _ red: [Int32], count: Int, isOutside: inout [Int32]
  ) -> Int32 {
    let (luma, blue, red) = (luma.span, blue.span, red.span)
    var marks = isOutside.mutableSpan
    guard luma.count >= count + 2, blue.count >= count + 2, red.count >= count + 2, marks.count >= count
    else { return 0 }
    var outside: Int32 = 0
    for column in 0..<count {
      let parts = parts(luma, blue, red, column)
      let least = min(min(parts.red, parts.green), min(parts.blue, parts.luma))
      let most = max(max(parts.red, parts.green), max(parts.blue, parts.luma))
      let mark: Int32 = (least < low ? -1 : 0) | (most > high ? -1 : 0)
      marks[column] = mark
      outside &-= mark
    }
    return outside
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
