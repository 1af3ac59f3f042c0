/// The mastering display of a PQ film, and the film's brightness, which other displays need to show it.
package struct MasteringDisplay: Hashable, Sendable, Codable {
  package var primaries: Primaries
  /// The brightest white and the darkest black, in 1/10000 cd/m².
  package var peak: Int64
  package var black: Int64
  /// The brightest pixel of the film and the highest mean of a frame, in cd/m²; nil if unknown.
  package var maxCLL: Int?
  package var maxFALL: Int?

  package init(primaries: Primaries, peak: Int64, black: Int64, maxCLL: Int?, maxFALL: Int?) {
    self.primaries = primaries
    self.peak = peak
    self.black = black
    self.maxCLL = maxCLL
    self.maxFALL = maxFALL
  }

  package enum Primaries: String, Hashable, Sendable, Codable, CaseIterable {
    /// The primaries of cinema with daylight white.
    case p3
    case bt2020
    case bt709

    /// Red, green, blue and white by CIE 1931, in units of 1/50000.
    package var points: [(x: Int, y: Int)] {
      switch self {
      case .p3: [(34000, 16000), (13250, 34500), (7500, 3000), (15635, 16450)]
      case .bt2020: [(35400, 14600), (8500, 39850), (6550, 2300), (15635, 16450)]
      case .bt709: [(32000, 16500), (15000, 30000), (7500, 3000), (15635, 16450)]
      }
    }
  }

  /// As x264 and x265 write it, in the units above.
  package var codedText: String {
    text {
      "\($0)"
    } brightness: {
      "\($0)"
    }
  }

  /// As SVT-AV1 writes it, in decimals.
  package var plainText: String {
    text {
      decimal($0, 50000, places: 5)
    } brightness: {
      decimal(Int($0), 10000, places: 4)
    }
  }

  /// The brightest pixel and frame as all encoders write them, 0 if unknown; nil if both are.
  package var lightText: String? {
    maxCLL == nil && maxFALL == nil ? nil : "\(maxCLL ?? 0),\(maxFALL ?? 0)"
  }

  private func text(_ point: (Int) -> String, brightness: (Int64) -> String) -> String {
    let names = zip(["R", "G", "B", "WP"], primaries.points).map { name, place in
      (name, "\(name)(\(point(place.x)),\(point(place.y)))")
    }
    let order = ["G", "B", "R", "WP"]
    return order.compactMap { wanted in names.first { $0.0 == wanted }?.1 }.joined()
      + "L(\(brightness(peak)),\(brightness(black)))"
  }
}

/// A fraction as a terminating decimal.
private func decimal(_ value: Int, _ divisor: Int, places: Int) -> String {
  let scale = (0..<places).reduce(1) { product, _ in product * 10 }
  let (whole, rest) = (value / divisor, value % divisor * scale / divisor)
  let digits = "\(rest)"
  return "\(whole)." + String(repeating: "0", count: max(0, places - digits.count)) + digits
}
