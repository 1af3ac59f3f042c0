import Basics

/// A decoded picture as flashes are counted in it: the light of each cell, by its means of luma and chroma.
package struct FlashLight {
  /// Linear red, green and blue from 0 to 1, in parts of `FlashGrid.white`.
  private(set) var red = [Int32](repeating: 0, count: FlashGrid.count)
  private(set) var green = [Int32](repeating: 0, count: FlashGrid.count)
  private(set) var blue = [Int32](repeating: 0, count: FlashGrid.count)
  private(set) var luminance = [Int32](repeating: 0, count: FlashGrid.count)
  private var matrix: (weights: MatrixWeights, isFullRange: Bool, codes: CodeMatrix)?
  let primaries: FlashPrimaries

  package init(primaries: FlashPrimaries) {
    self.primaries = primaries
  }

  /// Reads a picture; false if a plane is longer than its samples. Both chroma planes have the same layout.
  package mutating func read(
    luma: Span<UInt8>, _ lumaLayout: PlaneLayout, blue: Span<UInt8>, red: Span<UInt8>,
    _ chromaLayout: PlaneLayout, matrix: MatrixWeights, isFullRange: Bool
  ) -> Bool {
    read(
      means(luma, lumaLayout), means(blue, chromaLayout), means(red, chromaLayout), matrix, isFullRange)
  }

  /// The same of planes of 16-bit words.
  package mutating func read(
    luma: Span<UInt16>, _ lumaLayout: PlaneLayout, blue: Span<UInt16>, red: Span<UInt16>,
    _ chromaLayout: PlaneLayout, matrix: MatrixWeights, isFullRange: Bool
  ) -> Bool {
    read(
      means(luma, lumaLayout), means(blue, chromaLayout), means(red, chromaLayout), matrix, isFullRange)
  }

  /// Fills rectangles of cells with colours of sRGB; `color` gives that of each, row by row.
  package mutating func fill(
    columns: Int, rows: Int, _ color: (Int) -> (red: UInt8, green: UInt8, blue: UInt8)
  ) {
    let (redShare, greenShare, blueShare) = primaries.luminance
    func light(_ code: UInt8) -> Int32 { Self.light[(Int(code) * 4095 + 127) / 255] }
    let lights = (0..<columns * rows).map { number in
      let (red, green, blue) = color(number)
      return (light(red), light(green), light(blue))
    }
    for row in 0..<FlashGrid.rows {
      for column in 0..<FlashGrid.columns {
        let cell = row * FlashGrid.columns + column
        let number = row * rows / FlashGrid.rows * columns + column * columns / FlashGrid.columns
        (red[cell], green[cell], blue[cell]) = lights[number]
        luminance[cell] =
          (red[cell] &* redShare &+ green[cell] &* greenShare &+ blue[cell] &* blueShare) >> 15
      }
    }
  }

  private func means(_ samples: Span<UInt8>, _ layout: PlaneLayout) -> [Int16]? {
    cellMeans(of: samples, layout, columns: FlashGrid.columns, rows: FlashGrid.rows)
  }

  private func means(_ samples: Span<UInt16>, _ layout: PlaneLayout) -> [Int16]? {
    cellMeans(of: samples, layout, columns: FlashGrid.columns, rows: FlashGrid.rows)
  }

  private mutating func read(
    _ luma: [Int16]?, _ chromaBlue: [Int16]?, _ chromaRed: [Int16]?, _ weights: MatrixWeights,
    _ isFullRange: Bool
  ) -> Bool {
    guard let luma, let chromaBlue, let chromaRed, luma.count == FlashGrid.count,
      chromaBlue.count == FlashGrid.count, chromaRed.count == FlashGrid.count
    else { return false }
    if matrix?.weights != weights || matrix?.isFullRange != isFullRange {
      matrix = (weights, isFullRange, CodeMatrix(weights, isFullRange))
    }
    guard let codes = matrix?.codes else { return false }
    lights(
      luma, chromaBlue, chromaRed, codes, Self.light, primaries.luminance, &red, &green, &blue, &luminance)
    return true
  }

  /// Light for 4096 signals from 0 to 1, by the curve of WCAG and sRGB.
  private static let light: [Int32] = (0...4095).map { index in
    let signal = Double(index) / 4095
    let light = signal <= 0.04045 ? signal / 12.92 : power((signal + 0.055) / 1.055, 2.4)
    return Int32((light * Double(FlashGrid.white)).rounded())
  }
}

/// The light of each cell. Spans of several properties of one value would overlap.
private func lights(
  _ luma: [Int16], _ chromaBlue: [Int16], _ chromaRed: [Int16], _ codes: CodeMatrix, _ table: [Int32],
  _ shares: (Int32, Int32, Int32), _ red: inout [Int32], _ green: inout [Int32], _ blue: inout [Int32],
  _ luminance: inout [Int32]
) {
  let (luma, chromaBlue, chromaRed, table) = (luma.span, chromaBlue.span, chromaRed.span, table.span)
  var red = red.mutableSpan
  var green = green.mutableSpan
  var blue = blue.mutableSpan
  var luminance = luminance.mutableSpan
  for cell in 0..<FlashGrid.count {
    let base = (Int32(luma[cell]) &- codes.black) &* codes.luma
    let (b, r) = (Int32(chromaBlue[cell]) &- 2048, Int32(chromaRed[cell]) &- 2048)
    let lightOfRed = table[codes.index(base &+ r &* codes.redOfRed)]
    let lightOfGreen = table[codes.index(base &- b &* codes.greenOfBlue &- r &* codes.greenOfRed)]
    let lightOfBlue = table[codes.index(base &+ b &* codes.blueOfBlue)]
    red[cell] = lightOfRed
    green[cell] = lightOfGreen
    blue[cell] = lightOfBlue
    luminance[cell] = (lightOfRed &* shares.0 &+ lightOfGreen &* shares.1 &+ lightOfBlue &* shares.2) >> 15
  }
}

/// From sixteenths of 8-bit codes to the index of a signal, in integers.
private struct CodeMatrix {
  /// The code of black.
  let black: Int32
  let luma: Int32
  let redOfRed: Int32
  let greenOfRed: Int32
  let greenOfBlue: Int32
  let blueOfBlue: Int32

  private static let shift: Int32 = 14

  init(_ weights: MatrixWeights, _ isFullRange: Bool) {
    let green = 1 - weights.red - weights.blue
    let unit = 4095 * Double(1 << Self.shift) / 16
    let lumaScale = unit / (isFullRange ? 255 : 219)
    let chromaScale = unit / (isFullRange ? 255 : 224)
    func whole(_ number: Double) -> Int32 { Int32(number.rounded()) }
    black = isFullRange ? 0 : 256
    luma = whole(lumaScale)
    redOfRed = whole(2 * (1 - weights.red) * chromaScale)
    blueOfBlue = whole(2 * (1 - weights.blue) * chromaScale)
    greenOfRed = whole(2 * (1 - weights.red) * weights.red / green * chromaScale)
    greenOfBlue = whole(2 * (1 - weights.blue) * weights.blue / green * chromaScale)
  }

  @inline(__always)
  func index(_ signal: Int32) -> Int {
    Int(max(0, min(4095, (signal &+ 1 << (Self.shift - 1)) >> Self.shift)))
  }
}
