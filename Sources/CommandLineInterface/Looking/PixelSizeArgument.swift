import MediaFacts

extension ArgumentKind where Value == PixelSize {
  /// `1280x720`.
  static func pixelSize(_ placeholder: String, _ sides: ClosedRange<Int> = 1...16384) -> ArgumentKind {
    ArgumentKind(
      placeholder,
      expectation:
        "a width and a height from \(sides.lowerBound) to \(sides.upperBound) pixels, such as 640x360"
    ) { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
        part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
      }
      guard parts.count == 2, let width = parts[0], let height = parts[1], sides.contains(width),
        sides.contains(height)
      else { return nil }
      return PixelSize(width: width, height: height)
    }
  }
}
