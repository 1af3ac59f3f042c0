/// The colour space of red, green and blue: the primaries, and the transfer function from codes to light.
package struct ColorSpace: Hashable, Sendable {
  package var primaries: Primaries
  package var transfer: Transfer

  /// The three primaries and the white point.
  package enum Primaries: Hashable, Sendable {
    /// Also BT.601 (SMPTE 170M, EBU): the difference is so small that players show both in the same way.
    case bt709
    case bt2020
    case displayP3
    case cinemaP3
  }

  /// The function from codes to light.
  package enum Transfer: Hashable, Sendable {
    /// A power of 2.4 (BT.1886), as displays show standard video. All transfer functions of standard video
    /// and sRGB count as this one, because displays show them in the same way.
    case standard
    case linear
    /// BT.2100's hybrid log-gamma, shown at a peak of 1000 cd/m².
    case hlg
    /// SMPTE ST 2084.
    case pq
  }

  package init(primaries: Primaries, transfer: Transfer) {
    self.primaries = primaries
    self.transfer = transfer
  }

  package var isHighDynamicRange: Bool { transfer == .hlg || transfer == .pq }
}

extension ColorSpace {
  /// The colour space that tags name; BT.709 if they name none.
  package init(of tags: ColorTags) {
    self.init(primaries: Primaries(tags) ?? .bt709, transfer: Transfer(tags.transfer))
  }
}

extension ColorSpace.Primaries {
  /// Nil if no tag determines the primaries.
  fileprivate init?(_ tags: ColorTags) {
    switch tags.primaries {
    case "bt709", "smpte170m", "smpte240m", "bt470bg": self = .bt709
    case "bt2020": self = .bt2020
    case "smpte432": self = .displayP3
    case "smpte431": self = .cinemaP3
    default:
      guard tags.matrix == "bt2020nc" || Self.wideTransfers.contains(tags.transfer ?? "") else { return nil }
      self = .bt2020
    }
  }

  private static let wideTransfers: Set = ["arib-std-b67", "smpte2084", "bt2020-10", "bt2020-12"]
}

extension ColorSpace.Transfer {
  fileprivate init(_ name: String?) {
    switch name {
    case "arib-std-b67": self = .hlg
    case "smpte2084": self = .pq
    case "linear": self = .linear
    default: self = .standard
    }
  }
}

// MARK: - Primaries

/// A linear map of red, green and blue light.
struct LightMatrix: Hashable {
  /// The weights of red, green and blue in each component of the result, row by row.
  var rows: [[Double]]

  /// Converts light between primaries, white to white.
  init(from source: ColorSpace.Primaries, to target: ColorSpace.Primaries) {
    rows = LightMatrix.product(LightMatrix.inverse(toXYZ(target)), toXYZ(source))
  }

  /// The share of each light in luminance.
  static func luminance(of primaries: ColorSpace.Primaries) -> [Double] { toXYZ(primaries)[1] }

  fileprivate static func product(_ a: [[Double]], _ b: [[Double]], columns: Int = 3) -> [[Double]] {
    a.map { row in
      (0..<columns).map { column in
        var sum = 0.0
        for index in 0..<3 { sum += row[index] * b[index][column] }
        return sum
      }
    }
  }

  fileprivate static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a][b] * m[c][d] - m[a][d] * m[c][b] }
    let adjugate: [[Double]] = [
      [minor(1, 1, 2, 2), -minor(0, 1, 2, 2), minor(0, 1, 1, 2)],
      [-minor(1, 0, 2, 2), minor(0, 0, 2, 2), -minor(0, 0, 1, 2)],
      [minor(1, 0, 2, 1), -minor(0, 0, 2, 1), minor(0, 0, 1, 1)],
    ]
    var determinant = 0.0
    for index in 0..<3 { determinant += m[0][index] * adjugate[index][0] }
    return adjugate.map { row in row.map { $0 / determinant } }
  }
}

/// The CIE X, Y and Z of each light when all three together are white of luminance 1.
///
/// Whites of other colours (only digital cinema has one) are not adapted: white stays white.
private func toXYZ(_ primaries: ColorSpace.Primaries) -> [[Double]] {
  let (corners, white) = chromaticities(primaries)
  let columns = corners.map(light)
  let unscaled = (0..<3).map { row in columns.map { $0[row] } }
  let scale = LightMatrix.product(LightMatrix.inverse(unscaled), light(white).map { [$0] }, columns: 1)
  return unscaled.map { row in (0..<3).map { row[$0] * scale[$0][0] } }
}

/// Of luminance 1.
private func light(_ color: Chromaticity) -> [Double] {
  [color.x / color.y, 1, (1 - color.x - color.y) / color.y]
}

private typealias Chromaticity = (x: Double, y: Double)

private func chromaticities(
  _ primaries: ColorSpace.Primaries
) -> (corners: [Chromaticity], white: Chromaticity) {
  let daylight = (x: 0.3127, y: 0.3290)
  switch primaries {
  case .bt709: return ([(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)], daylight)
  case .bt2020: return ([(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)], daylight)
  case .displayP3, .cinemaP3: return ([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], daylight)
  }
}
