/// A decoded picture as detection sees it: 64 × 36 means of luma and 32 × 18 of each chroma, in sixteenths of an
/// 8-bit code of limited range.
package struct PictureFeatures: Hashable, Sendable {
  static let columns = 64
  static let rows = 36
  static let chromaColumns = columns / 2
  static let chromaRows = rows / 2

  let luma: [Int16]
  let blue: [Int16]
  let red: [Int16]

  /// Nil if a plane is longer than its samples. Both chroma planes have the same layout.
  package init?(
    luma: Span<UInt8>, _ lumaLayout: PlaneLayout, blue: Span<UInt8>, red: Span<UInt8>,
    _ chromaLayout: PlaneLayout, isFullRange: Bool = false
  ) {
    self.init(
      cellMeans(of: luma, lumaLayout, columns: Self.columns, rows: Self.rows),
      cellMeans(of: blue, chromaLayout, columns: Self.chromaColumns, rows: Self.chromaRows),
      cellMeans(of: red, chromaLayout, columns: Self.chromaColumns, rows: Self.chromaRows), isFullRange)
  }

  /// The same of planes of 16-bit words.
  package init?(
    luma: Span<UInt16>, _ lumaLayout: PlaneLayout, blue: Span<UInt16>, red: Span<UInt16>,
    _ chromaLayout: PlaneLayout, isFullRange: Bool = false
  ) {
    self.init(
      cellMeans(of: luma, lumaLayout, columns: Self.columns, rows: Self.rows),
      cellMeans(of: blue, chromaLayout, columns: Self.chromaColumns, rows: Self.chromaRows),
      cellMeans(of: red, chromaLayout, columns: Self.chromaColumns, rows: Self.chromaRows), isFullRange)
  }

  /// A picture without colours.
  package init?(grey: Span<UInt8>, _ layout: PlaneLayout, isFullRange: Bool = false) {
    self.init(
      cellMeans(of: grey, layout, columns: Self.columns, rows: Self.rows), Self.neutral, Self.neutral,
      isFullRange)
  }

  private static let neutral = [Int16](repeating: 128 * 16, count: chromaColumns * chromaRows)

  private init?(_ luma: [Int16]?, _ blue: [Int16]?, _ red: [Int16]?, _ isFullRange: Bool) {
    guard let luma, let blue, let red else { return nil }
    self.init(
      luma: isFullRange ? luma.map(limitedLuma) : luma, blue: isFullRange ? blue.map(limitedChroma) : blue,
      red: isFullRange ? red.map(limitedChroma) : red)
  }

  /// The caller gives as many means as the grids have cells.
  init(luma: [Int16], blue: [Int16] = neutral, red: [Int16] = neutral) {
    self.luma = luma
    self.blue = blue
    self.red = red
  }
}

private func limitedLuma(_ code: Int16) -> Int16 {
  Int16(truncatingIfNeeded: 16 * 16 + (Int(code) * 219 + 127) / 255)
}

private func limitedChroma(_ code: Int16) -> Int16 {
  Int16(truncatingIfNeeded: 128 * 16 + (Int(code) - 128 * 16) * 224 / 255)
}
