import Basics

/// A decoded picture as flashes are counted in it: the light of each cell, by its means of luma and chroma.
package struct FlashLight {
  /// Linear red, green and blue from 0 to 1, in parts of `FlashGrid.white`.
  private(set) var red = [Int16](repeating: 0, count: FlashGrid.count)
  private(set) var green = [Int16](repeating: 0, count: FlashGrid.count)
  private(set) var blue = [Int16](repeating: 0, count: FlashGrid.count)
  private(set) var luminance = [Int16](repeating: 0, count: FlashGrid.count)
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
    func light(_ code: UInt8) -> Int16 { Self.light[(Int(code) * 4095 + 127) / 255] }
    let lights = (0..<columns * rows).map { number in
      let (red, green, blue) = color(number)
      return (light(red), light(green), light(blue))
    }
    for row in 0..<FlashGrid.rows {
      for column in 0..<FlashGrid.columns {
        let cell = row * FlashGrid.columns + column
        let number = row * rows / FlashGrid.rows * columns + column * columns / FlashGrid.columns
        (red[cell], green[cell], blue[cell]) = lights[number]
      }
    }
    luminances(red, green, blue, primaries.luminance, &luminance)
  }

  private func means(_ samples: Span<UInt8>, _ layout: PlaneLayout) -> [Int16]? {
    cellMeans(of: samples, layout, columns: FlashGrid.columns, rows: FlashGrid.rows, reading: .third)
  }

  private func means(_ samples: Span<UInt16>, _ layout: PlaneLayout) -> [Int16]? {
    cellMeans(of: samples, layout, columns: FlashGrid.columns, rows: FlashGrid.rows, reading: .third)
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
    signals(luma, chromaBlue, chromaRed, codes, &red, &green, &blue)
    lights(Self.light, &red)
    lights(Self.light, &green)
    lights(Self.light, &blue)
    luminances(red, green, blue, primaries.luminance, &luminance)
    return true
  }

  /// Light for 4096 signals from 0 to 1, by the curve of WCAG and sRGB.
  private static let light: [Int16] = (0...4095).map { index in
    let signal = Double(index) / 4095
    let light = signal <= 0.04045 ? signal / 12.92 : power((signal + 0.055) / 1.055, 2.4)
    return Int16((light * Double(FlashGrid.white)).rounded())
  }
}

/// The signals of each cell, from 0 to 4095. Spans of several properties of one value would overlap.
private func signals(
  _ luma: [Int16], _ chromaBlue: [Int16], _ chromaRed: [Int16], _ codes: CodeMatrix, _ red: inout [Int16],
  _ green: inout [Int16], _ blue: inout [Int16]
) {
  let (luma, chromaBlue, chromaRed) = (luma.span, chromaBlue.span, chromaRed.span)
  var red = red.mutableSpan
  var green = green.mutableSpan
  var blue = blue.mutableSpan
  let count = luma.count
  guard chromaBlue.count >= count, chromaRed.count >= count, red.count >= count, green.count >= count,
    blue.count >= count
  else { return }
  for cell in 0..<count {
    let y = Float(luma[cell] &- codes.black) * codes.luma
    let b = Float(chromaBlue[cell] &- CodeMatrix.grey)
    let r = Float(chromaRed[cell] &- CodeMatrix.grey)
    red[cell] = signal(y + r * codes.redOfRed)
    green[cell] = signal(y - b * codes.greenOfBlue - r * codes.greenOfRed)
    blue[cell] = signal(y + b * codes.blueOfBlue)
  }
}

@inline(__always)
private func signal(_ number: Float) -> Int16 { max(0, min(4095, rounded(number))) }

/// Replaces signals by their light.
private func lights(_ table: [Int16], _ cells: inout [Int16]) {
  let table = table.span
  var cells = cells.mutableSpan
  guard table.count == 4096 else { return }
  for cell in 0..<cells.count { cells[cell] = table[Int(cells[cell]) & 4095] }
}

private func luminances(
  _ red: [Int16], _ green: [Int16], _ blue: [Int16], _ shares: (red: Float, green: Float, blue: Float),
  _ luminance: inout [Int16]
) {
  let (red, green, blue) = (red.span, green.span, blue.span)
  var luminance = luminance.mutableSpan
  let count = luminance.count
  guard red.count >= count, green.count >= count, blue.count >= count else { return }
  for cell in 0..<count {
    luminance[cell] = rounded(
      Float(red[cell]) * shares.red + Float(green[cell]) * shares.green + Float(blue[cell]) * shares.blue)
  }
}

/// From sixteenths of 8-bit codes to signals from 0 to 4095.
private struct CodeMatrix {
  /// The code of black.
  let black: Int16
  let luma: Float
  let redOfRed: Float
  let greenOfRed: Float
  let greenOfBlue: Float
  let blueOfBlue: Float

  static let grey: Int16 = 128 << 4

  init(_ weights: MatrixWeights, _ isFullRange: Bool) {
    let green = 1 - weights.red - weights.blue
    let unit = 4095.0 / 16
    let lumaScale = unit / (isFullRange ? 255 : 219)
    let chromaScale = unit / (isFullRange ? 255 : 224)
    black = isFullRange ? 0 : 16 << 4
    luma = Float(lumaScale)
    redOfRed = Float(2 * (1 - weights.red) * chromaScale)
    blueOfBlue = Float(2 * (1 - weights.blue) * chromaScale)
    greenOfRed = Float(2 * (1 - weights.red) * weights.red / green * chromaScale)
    greenOfBlue = Float(2 * (1 - weights.blue) * weights.blue / green * chromaScale)
  }
}
