package import Basics

/// GIF stores frame durations in whole hundredths of a second, and browsers play durations below 2 as 10.
extension FrameRate {
  private static let hundredths: ClosedRange<Int64> = 2...65535

  /// The duration of a frame in hundredths of a second; nil if it is not whole, too short or too long.
  package var hundredthsOfFrame: Int? {
    let (count, rest) = (100 * seconds).quotientAndRemainder(dividingBy: frames)
    return rest == 0 && Self.hundredths.contains(count) ? Int(count) : nil
  }

  package var isHundredths: Bool { hundredthsOfFrame != nil }

  /// The nearest rates whose frames last whole hundredths, the faster one first.
  package var nearestOfHundredths: [FrameRate] {
    let count = 100 * seconds / frames
    let counts = [count, count + 1].map {
      min(max($0, Self.hundredths.lowerBound), Self.hundredths.upperBound)
    }
    return Set(counts).sorted().compactMap { FrameRate(100, per: $0) }
  }
}
