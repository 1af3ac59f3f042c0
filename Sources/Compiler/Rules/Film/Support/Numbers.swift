import Basics

/// A number for people, with at most `places` decimals and no trailing zeros.
func rounded(_ number: Double, places: Int = 1) -> String {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = (number * scale).rounded()
  guard scaled.magnitude < 1e15 else { return "\(number)" }
  let units = Int64(scaled)
  let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
  let sign = units < 0 ? "-" : ""
  guard part > 0 else { return "\(sign)\(whole)" }
  let digits = "\(part)"
  let padded = String(repeating: "0", count: max(0, places - digits.count)) + digits
  return "\(sign)\(whole).\(String(padded.reversed().drop { $0 == "0" }.reversed()))"
}

extension FrameRate {
  /// Frames per second as a double, for sentences.
  var inFrames: Double { Double(frames) / Double(seconds) }
}
