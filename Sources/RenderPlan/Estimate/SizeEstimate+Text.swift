package import Basics

extension SizeEstimate {
  /// `about 3.1 to 12 MB (estimated from the bit rates of the media)`.
  package var text: String {
    let total = total
    let from = bases.map(\.text).joined(separator: ", ")
    return total.text + (from.isEmpty ? "" : " (\(from))")
  }

  package var json: JSONValue {
    .members([
      "low": .integer(total.low.wholeBytes), "high": .integer(total.high.wholeBytes),
      "stored": .integer(storedBytes.wholeBytes),
      "by": .array(bases.map { .string($0.rawValue) }),
    ])
  }
}

extension SizeEstimate.Basis {
  fileprivate var text: String {
    switch self {
    case .store: "segments in the store"
    case .bitRate: "set by the bit rate"
    case .copy: "bit rate of copied packets"
    case .segments: "the others estimated from them"
    case .media: "estimated from the bit rates of the media"
    case .measured: "estimated from similar films"
    }
  }
}

extension ByteRange {
  /// `about 12 MB` or `about 3.1 to 12 MB`, with two digits, because more would suggest a higher accuracy.
  package var text: String {
    guard high >= 1 else { return "about 0 kB" }
    let unit: (size: Double, name: String) =
      high >= 1e9 ? (1e9, "GB") : high >= 1e6 ? (1e6, "MB") : (1e3, "kB")
    let (from, to) = (Self.digits(low / unit.size), Self.digits(high / unit.size))
    return from == to ? "about \(to) \(unit.name)" : "about \(from) to \(to) \(unit.name)"
  }

  /// Two digits.
  private static func digits(_ number: Double) -> String {
    guard number >= 0.001 else { return "0" }
    var (step, scaled) = (1.0, number)
    while scaled < 10 {
      scaled *= 10
      step *= 10
    }
    while scaled >= 100 {
      scaled /= 10
      step /= 10
    }
    let whole = scaled.rounded()
    if step <= 1 { return "\(Int64(whole / step))" }
    let places = Int64(step)
    let (units, rest) = (Int64(whole) / places, Int64(whole) % places)
    var fraction = String(String(rest + places).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(units)" : "\(units).\(fraction)"
  }
}

extension Double {
  fileprivate var wholeBytes: Int64 { self < 9e18 ? Int64(rounded()) : .max }
}
