extension PixelSize {
  /// The size in the orientation of another one, so that bounds apply to landscape and portrait films.
  package func turnedLike(_ other: PixelSize) -> PixelSize {
    (width < height) == (other.width < other.height) ? self : turned
  }

  /// The largest size of the same shape within the bounds, in even pixels; never larger than this size.
  package func shrunk(into bounds: PixelSize) -> PixelSize {
    let bounds = bounds.turnedLike(self)
    guard width > bounds.width || height > bounds.height else { return self }
    let scale = min(Double(bounds.width) / Double(width), Double(bounds.height) / Double(height))
    return PixelSize(width: even(Double(width) * scale), height: even(Double(height) * scale))
  }

  private func even(_ length: Double) -> Int { max(2, 2 * Int((length / 2).rounded())) }
}
