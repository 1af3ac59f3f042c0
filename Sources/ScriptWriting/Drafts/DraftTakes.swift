package import Basics

/// How parts of media become takes of a film: as whole frames of its canvas or, without pictures, as whole
/// milliseconds.
package struct DraftTakes {
  /// Nil for a film of sound alone.
  private let canvas: DraftCanvas?
  private let edges: DraftEdges

  package init(on canvas: DraftCanvas?, edges: DraftEdges) {
    (self.canvas, self.edges) = (canvas, edges)
  }

  /// Parts in their order.
  package func takes(of parts: [TimeRange], in media: DraftMedia) -> [TimeRange] {
    guard let canvas else {
      return parts.compactMap { TimeRange(start: milliseconds($0.start), end: milliseconds($0.end)) }
    }
    return edges.frames(of: parts, in: media.length, at: canvas.rate).compactMap { frames in
      guard let start = try? canvas.rate.start(ofFrame: frames.lowerBound),
        let end = try? canvas.rate.start(ofFrame: frames.upperBound)
      else { return nil }
      return TimeRange(start: start, end: end)
    }
  }

  /// A take as it is written.
  func written(_ take: TimeRange) -> String { "\(written(take.start))..\(written(take.end))" }

  func written(_ time: RationalTime) -> String { canvas?.written(time) ?? time.spelling }

  /// An item: `{clip: beach, take: 1s..2s}`.
  func item(_ name: String, take: TimeRange?, of media: DraftMedia) -> String {
    let keys = [
      "clip: \(writtenScalar(name))", take.map { "take: \(written($0))" }, fit(media).map { "fit: \($0)" },
    ]
    return "{\(keys.compactMap(\.self).joined(separator: ", "))}"
  }

  /// `contain` for a portrait clip in a landscape film.
  func fit(_ media: DraftMedia) -> String? {
    guard let canvas, let size = media.displaySize, canvas.isAcross(size) else { return nil }
    return "contain"
  }

  /// Whole milliseconds, rounded down.
  private func milliseconds(_ time: RationalTime) -> RationalTime {
    let count = floorDivision(Int128(time.value) * 1000, by: Int128(time.timescale))
    return Int64(exactly: count).flatMap { RationalTime($0, 1000) } ?? time
  }
}
