/// A linear map of red, green and blue light.
struct LightMatrix: Hashable {
  /// Row by row: what red, green and blue of the result are made of.
  var rows: [[Double]]

  /// From one set of primaries to another, white to white.
  init(from source: ColorMeaning.Primaries, to target: ColorMeaning.Primaries) {
    rows = LightMatrix.product(LightMatrix.inverse(toXYZ(target)), toXYZ(source))
  }

  /// The share of each light in luminance.
  static func luminance(of primaries: ColorMeaning.Primaries) -> [Double] { toXYZ(primaries)[1] }

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

/// What the CIE's X, Y and Z of each light are when all three together are white of luminance 1.
///
/// Whites of other colours (only digital cinema has one) are not adapted to: white stays white.
private func toXYZ(_ primaries: ColorMeaning.Primaries) -> [[Double]] {
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
  _ primaries: ColorMeaning.Primaries
) -> (corners: [Chromaticity], white: Chromaticity) {
  let daylight = (x: 0.3127, y: 0.3290)
  switch primaries {
  case .bt709: return ([(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)], daylight)
  case .bt2020: return ([(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)], daylight)
  case .displayP3, .cinemaP3: return ([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], daylight)
  }
}
