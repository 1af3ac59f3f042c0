package import Basics

/// GIF counts the time of each frame in whole hundredths of a second, and browsers play frames of fewer than 2 as if they had 10.
extension FrameRate {
  private static let hundredths: ClosedRange<Int64> = 2...65535

  /// How many hundredths of a second a frame lasts; nil if they are not whole, too few or too many.
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
