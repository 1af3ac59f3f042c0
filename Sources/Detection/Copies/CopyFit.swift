/// How a copy differs from its master in brightness and contrast, and how much its pictures differ otherwise.
///
/// Errors are root mean squares of luma, in codes of the master.
package struct CopyFit: Hashable, Sendable {
  private var gain = 1.0
  private var offset = 0.0
  /// The median of the errors at the best places.
  package private(set) var usual = 2.0

  /// Below this, no picture is another one, however exact the copy is.
  private static let leastForeign = 8.0
  /// Above this, a picture is another one, however coarse the copy is.
  private static let mostForeign = 32.0
  /// A picture that differs by less is like the master's, however little contrast that has.
  private static let leastUnlike = 4.0
  private static let leastUsual = 0.25
  /// Frames of the master that differ by less look alike.
  private static let leastDifference = 2.0

  init() {}

  /// Fitted to the frames of a copy, or to the last of them; frames that fit badly do not count.
  package init(_ pictures: [CopiedPicture], _ master: [MasterPicture], last: Int? = nil) {
    let frames = max(0, pictures.count - (last ?? pictures.count))..<pictures.count
    guard !frames.isEmpty else { return }
    for _ in 0..<4 {
      let best = frames.compactMap { frame -> Best? in
        errors(of: pictures[frame], frame: frame, master).min { $0.error < $1.error }.map {
          Best(frame: frame, master: frame + $0.shift, error: $0.error)
        }
      }
      guard let usual = middle(of: best.map { $0.error }) else { return }
      self.usual = usual
      let good = best.filter { $0.error <= 2 * usual + 1 }
      fit(good, pictures, master)
    }
    let least = frames.compactMap { frame in
      errors(of: pictures[frame], frame: frame, master).map { $0.error }.min()
    }
    usual = max(Self.leastUsual, middle(of: least) ?? usual)
  }

  private struct Best {
    let frame: Int
    let master: Int
    let error: Double
  }

  private mutating func fit(_ good: [Best], _ pictures: [CopiedPicture], _ master: [MasterPicture]) {
    var (x, m, mm, xm) = (0.0, 0.0, 0.0, 0.0)
    for best in good {
      let picture = pictures[best.frame]
      x += Double(picture.sum)
      m += Double(master[best.master].sum)
      mm += Double(master[best.master].squares)
      xm += Double(picture.products[best.master - best.frame - picture.shift + CopyTracker.reach])
    }
    let count = Double(good.count * CopyTracker.count)
    let variance = count * mm - m * m
    guard count > 0, variance > 0 else { return }
    let slope = (count * xm - m * x) / variance
    // A copy is neither inverted nor without contrast.
    guard slope > 0.2, slope < 5 else { return }
    gain = slope
    offset = (x - slope * m) / count
  }

  /// The errors of a frame at the places around its own, by their differences from the frame.
  package func errors(
    of picture: CopiedPicture, frame: Int, _ master: [MasterPicture]
  ) -> [(shift: Int, error: Double)] {
    picture.products.indices.compactMap { index in
      let shift = picture.shift + index - CopyTracker.reach
      guard master.indices.contains(frame + shift) else { return nil }
      return (shift, error(picture, master[frame + shift], picture.products[index]))
    }
  }

  func error(_ picture: CopiedPicture, _ master: MasterPicture, _ product: Int64) -> Double {
    let (x, xx) = (Double(picture.sum), Double(picture.squares))
    let (m, mm) = (Double(master.sum), Double(master.squares))
    let count = Double(CopyTracker.count)
    let squares =
      gain * gain * mm + 2 * gain * offset * m + count * offset * offset + xx - 2 * gain * Double(product)
      - 2 * offset * x
    return (max(0, squares) / count).squareRoot() / gain
  }

  /// Whether one place fits so much better than another one that the picture belongs there.
  package func isBetter(_ error: Double, than other: Double) -> Bool {
    error < 0.75 * other && other - error > usual / 7
  }

  /// Whether a picture is none of those around its place.
  package func isForeign(_ error: Double) -> Bool {
    error > min(max(8 * usual, Self.leastForeign), Self.mostForeign)
  }

  /// Whether a picture is like a picture of the master at all: its error is at most half of that one's contrast. This does
  /// not depend on the rest of the copy.
  package func isLike(_ master: MasterPicture, _ error: Double) -> Bool {
    let mean = Double(master.sum) / Double(CopyTracker.count)
    let contrast = max(0, Double(master.squares) / Double(CopyTracker.count) - mean * mean).squareRoot()
    return error <= min(max(contrast / 2, Self.leastUnlike), Self.mostForeign)
  }

  /// Whether a frame is at another place of the master than at its own: this place fits better, and what distinguishes both
  /// places is in the frame. Encoders that save bits may show slow changes a few frames late.
  package func isElsewhere(
    _ error: Double, at place: Int, insteadOf own: Int, _ ownError: Double, _ master: [MasterPicture]
  ) -> Bool {
    guard isBetter(error, than: ownError) else { return false }
    guard difference(place, own, master) != nil else { return true }
    return share(error, at: place, insteadOf: own, ownError, master).map { $0 >= 0.7 } ?? false
  }

  /// Whether a frame with this error would be seen in the place of a neighbour: if not, its place is not known.
  package func wouldSee(_ error: Double, at place: Int, insteadOf own: Int, _ master: [MasterPicture]) -> Bool
  {
    guard let difference = difference(place, own, master), difference >= Self.leastDifference else {
      return false
    }
    // Half of the squares, so that noise in both does not matter.
    return isBetter(error, than: (error * error + difference * difference / 2).squareRoot())
  }

  /// Whether two frames of the master differ so much that they can be told apart.
  package func differ(_ a: Int, _ b: Int, _ master: [MasterPicture]) -> Bool {
    difference(a, b, master).map { $0 >= Self.leastDifference } ?? false
  }

  /// Whether a picture differs from its own place by more than an encoder of this copy blurs, if it is another place.
  package func isClear(_ error: Double, insteadOf ownError: Double) -> Bool {
    ownError * ownError - error * error >= 4 * usual * usual
  }

  /// How much of what distinguishes a place from another one is in a frame with these errors: all of it (1) in a copy of
  /// this place, nothing (0) in one of the other place, half of it in a picture that has to do with neither. Nil where both
  /// are alike.
  package func share(
    _ error: Double, at place: Int, insteadOf other: Int, _ otherError: Double, _ master: [MasterPicture]
  ) -> Double? {
    guard let difference = difference(place, other, master), difference >= Self.leastDifference else {
      return nil
    }
    let squares = difference * difference
    return (otherError * otherError - error * error + squares) / (2 * squares)
  }

  /// The root mean square of the difference of two frames of the master; nil if they are too far from each other.
  private func difference(_ a: Int, _ b: Int, _ master: [MasterPicture]) -> Double? {
    let (first, second) = (min(a, b), max(a, b))
    guard master.indices.contains(first), master.indices.contains(second), second > first,
      second - first <= master[second].products.count
    else { return nil }
    let product = Double(master[second].products[second - first - 1])
    let squares = Double(master[first].squares) + Double(master[second].squares) - 2 * product
    return (max(0, squares) / Double(CopyTracker.count)).squareRoot()
  }
}

/// The median; nil without numbers.
private func middle(of numbers: [Double]) -> Double? {
  numbers.isEmpty ? nil : numbers.sorted()[numbers.count / 2]
}
