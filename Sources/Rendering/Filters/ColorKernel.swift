import Composition

/// A colour change in integers: from codes to red, green and blue in 4096ths, through tone tables, and back
/// to codes.
struct ColorKernel: Sendable {
  private let into: IntegerMatrix
  /// 4097 tones in 4096ths for each of red, green and blue; nil if tones do not change.
  private let tones: [UInt16]?
  private let back: IntegerMatrix
  /// Maps codes directly to codes, including `kept`, if nothing is clipped and tones do not change; in the
  /// unit of `back`.
  private let direct: IntegerMatrix
  /// The share of each original code in the result, in the unit of `back`.
  private let kept: Int32

  /// The fractional bits of `into` and of `back`.
  private static let intoShift = Int32(12)
  private static let backShift = Int32(18)

  init(_ change: ColorChange, _ weights: LumaWeights, depth: Int) {
    let step = Double(1 << (depth - 8))
    let (luma, chroma) = (219 * step, 224 * step)
    let normal = ColorSums(
      ColorSums.Row(1 / luma, 0, 0, -16 / 219), ColorSums.Row(0, 1 / chroma, 0, -128.0 / 224),
      ColorSums.Row(0, 0, 1 / chroma, -128.0 / 224))
    let codes = ColorSums(
      ColorSums.Row(luma, 0, 0, 16 * step), ColorSums.Row(0, chroma, 0, 128 * step),
      ColorSums.Row(0, 0, chroma, 128 * step))
    into = IntegerMatrix(
      normal.then(.toRGB(weights)).then(change.sums), unit: 4096 * 4096, addedUnit: 4096 * 4096)
    let share = 1 - change.kept
    let whole = normal.then(.toRGB(weights)).then(change.sums).then(.toYUV(weights)).then(codes)
    direct = IntegerMatrix(whole.mixed(share), unit: 262_144, addedUnit: 262_144)
    back = IntegerMatrix(
      ColorSums.toYUV(weights).then(codes).then(.scale(share, share, share)), unit: 64, addedUnit: 262_144)
    kept = Int32((change.kept * 262_144).rounded())
    tones = change.tones.map(Self.table)
  }

  private static func table(of tones: ColorTones) -> [UInt16] {
    [tones.red, tones.green, tones.blue].flatMap { tone in
      (0...4096).map { UInt16(min(max((tone(Double($0) / 4096) * 4096).rounded(), 0), 4096)) }
    }
  }

  func apply<Sample>(to picture: PictureGrid<Sample>) {
    guard let tones else {
      return picture.chromaShift == (1, 1) && hasOneDirection
        ? runDirectly(onQuarters: picture) : run(on: picture) { rgb in rgb }
    }
    tones.withUnsafeBufferPointer { table in
      guard let base = table.baseAddress else { return }
      run(on: picture) { rgb in
        RGB(
          red: Int32(base[Int(rgb.red)]), green: Int32(base[4097 &+ Int(rgb.green)]),
          blue: Int32(base[8194 &+ Int(rgb.blue)]))
      }
    }
  }

  /// Whether red, green and blue all rise or all fall with luma.
  private var hasOneDirection: Bool {
    let factors = [into.first.a, into.second.a, into.third.a]
    return factors.allSatisfy { $0 >= 0 } || factors.allSatisfy { $0 <= 0 }
  }

  /// Red, green and blue in 4096ths.
  struct RGB {
    var red: Int32
    var green: Int32
    var blue: Int32
  }

  /// Processes each chroma sample with the four pixels that share it. If none of them is clipped, codes map
  /// directly to codes.
  private func runDirectly<Sample>(onQuarters picture: PictureGrid<Sample>) {
    let limit = Int32(4096) << Self.intoShift
    let half = Int32(1) << (Self.backShift - 1)
    let isRising = into.first.a >= 0
    let last = (x: picture.luma.width &- 1, y: picture.luma.height &- 1)
    for cy in 0..<picture.u.height {
      let (uRow, vRow) = (picture.u.row(cy), picture.v.row(cy))
      let (upper, lower) = (picture.luma.row(2 &* cy), picture.luma.row(min(2 &* cy &+ 1, last.y)))
      for cx in 0..<picture.u.width {
        let (left, right) = (2 &* cx, min(2 &* cx &+ 1, last.x))
        let (u, v) = (Int32(uRow[cx]), Int32(vRow[cx]))
        let (a, b, c, d) = (Int32(upper[left]), Int32(upper[right]), Int32(lower[left]), Int32(lower[right]))
        let (least, most) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
        let (dark, light) = isRising ? (least, most) : (most, least)
        let red = into.first.b &* u &+ into.first.c &* v &+ into.first.added
        let green = into.second.b &* u &+ into.second.c &* v &+ into.second.added
        let blue = into.third.b &* u &+ into.third.c &* v &+ into.third.added
        let below =
          (into.first.a &* dark &+ red) | (into.second.a &* dark &+ green) | (into.third.a &* dark &+ blue)
        let above =
          (limit &- into.first.a &* light &- red) | (limit &- into.second.a &* light &- green)
          | (limit &- into.third.a &* light &- blue)
        guard below | above >= 0 else {
          runBlock(on: picture, cx, cy, (2, 2)) { rgb in rgb }
          continue
        }
        let base = direct.first.b &* u &+ direct.first.c &* v &+ direct.first.added &+ half
        let factor = direct.first.a
        upper[left] = Sample(truncatingIfNeeded: (factor &* a &+ base) >> Self.backShift)
        upper[right] = Sample(truncatingIfNeeded: (factor &* b &+ base) >> Self.backShift)
        lower[left] = Sample(truncatingIfNeeded: (factor &* c &+ base) >> Self.backShift)
        lower[right] = Sample(truncatingIfNeeded: (factor &* d &+ base) >> Self.backShift)
        let mean = (a &+ b &+ c &+ d &+ 2) >> 2
        uRow[cx] = Sample(truncatingIfNeeded: (direct.second.of(mean, u, v) &+ half) >> Self.backShift)
        vRow[cx] = Sample(truncatingIfNeeded: (direct.third.of(mean, u, v) &+ half) >> Self.backShift)
      }
    }
  }

  /// Processes each chroma sample with the pixels that share it.
  @inline(__always)
  func run<Sample>(on picture: PictureGrid<Sample>, _ change: (RGB) -> RGB) {
    let shift = picture.chromaShift
    let block = (columns: 1 << shift.horizontal, lines: 1 << shift.vertical)
    for cy in 0..<picture.u.height {
      for cx in 0..<picture.u.width { runBlock(on: picture, cx, cy, block, change) }
    }
  }

  @inline(__always)
  private func runBlock<Sample>(
    on picture: PictureGrid<Sample>, _ cx: Int, _ cy: Int, _ block: (columns: Int, lines: Int),
    _ change: (RGB) -> RGB
  ) {
    let half = Int32(1) << (Self.backShift - 1)
    let (uRow, vRow) = (picture.u.row(cy), picture.v.row(cy))
    let (u, v) = (Int32(uRow[cx]), Int32(vRow[cx]))
    let base = (
      red: into.first.b &* u &+ into.first.c &* v &+ into.first.added,
      green: into.second.b &* u &+ into.second.c &* v &+ into.second.added,
      blue: into.third.b &* u &+ into.third.c &* v &+ into.third.added
    )
    var sum = RGB(red: 0, green: 0, blue: 0)
    // There are fewer at the edges of odd sizes.
    let lines = min(block.lines, picture.luma.height &- cy &* block.lines)
    let columns = min(block.columns, picture.luma.width &- cx &* block.columns)
    for line in 0..<lines {
      let row = picture.luma.row(cy &* block.lines &+ line)
      for column in 0..<columns {
        let x = cx &* block.columns &+ column
        let y = Int32(row[x])
        let rgb = change(
          RGB(
            red: bounded((into.first.a &* y &+ base.red) >> Self.intoShift),
            green: bounded((into.second.a &* y &+ base.green) >> Self.intoShift),
            blue: bounded((into.third.a &* y &+ base.blue) >> Self.intoShift)))
        sum.red = sum.red &+ rgb.red
        sum.green = sum.green &+ rgb.green
        sum.blue = sum.blue &+ rgb.blue
        row[x] = code(back.first.of(rgb.red, rgb.green, rgb.blue) &+ kept &* y &+ half)
      }
    }
    // One, two or four pixels, so the mean is a shift.
    let shift = Int32(lines &* columns) >> 1
    let (red, green, blue) = (sum.red >> shift, sum.green >> shift, sum.blue >> shift)
    uRow[cx] = code(back.second.of(red, green, blue) &+ kept &* u &+ half)
    vRow[cx] = code(back.third.of(red, green, blue) &+ kept &* v &+ half)
  }

  @inline(__always)
  private func code<Sample: FixedWidthInteger>(_ sum: Int32) -> Sample {
    Sample(truncatingIfNeeded: sum >> Self.backShift)
  }
}

@inline(__always)
private func bounded(_ value: Int32) -> Int32 { min(max(value, 0), 4096) }

/// A colour matrix in integers of the given units.
struct IntegerMatrix: Sendable {
  struct Row: Sendable {
    let a: Int32
    let b: Int32
    let c: Int32
    let added: Int32

    init(_ row: ColorSums.Row, unit: Double, addedUnit: Double) {
      // Sums may wrap around 32 bits temporarily; their results are in range.
      let whole = { (number: Double) in
        Int32(truncatingIfNeeded: Int64(min(max(number.rounded(), -1e15), 1e15)))
      }
      a = whole(row.a * unit)
      b = whole(row.b * unit)
      c = whole(row.c * unit)
      added = whole(row.added * addedUnit)
    }

    @inline(__always)
    func of(_ x: Int32, _ y: Int32, _ z: Int32) -> Int32 { a &* x &+ b &* y &+ c &* z &+ added }
  }

  let first: Row
  let second: Row
  let third: Row

  init(_ matrix: ColorSums, unit: Double, addedUnit: Double) {
    first = Row(matrix.first, unit: unit, addedUnit: addedUnit)
    second = Row(matrix.second, unit: unit, addedUnit: addedUnit)
    third = Row(matrix.third, unit: unit, addedUnit: addedUnit)
  }
}
