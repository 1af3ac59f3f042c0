package import Basics

/// How parts of media become whole frames of a film.
package enum DraftEdges: Sendable {
  /// Every frame that a part touches belongs to it: nothing of a sound is lost.
  case around
  /// A frame belongs to the part that is shown in its middle: no picture of another part appears.
  case between

  /// Shorter takes appear as flashes.
  private static let fewestFrames: Int64 = 3

  /// The frames of parts, which are in order, of media of a length. Parts that meet after rounding are one, and no part
  /// has fewer than three frames unless the media have: a short one gets frames from around it, or joins its neighbour.
  package func frames(of parts: [TimeRange], in length: RationalTime?, at rate: FrameRate) -> [Range<Int64>] {
    let last = length.flatMap { framesBefore($0, at: rate) } ?? .max
    return switch self {
    case .around: around(parts, last, rate)
    case .between: between(parts, last, rate)
    }
  }

  private func around(_ parts: [TimeRange], _ last: Int64, _ rate: FrameRate) -> [Range<Int64>] {
    var found: [Range<Int64>] = []
    for part in parts {
      guard let first = framesBefore(part.start, at: rate), let whole = framesBefore(part.end, at: rate)
      else { continue }
      let end = (try? rate.start(ofFrame: whole)) == part.end ? whole : whole + 1
      let longest = min(last, max(end, first + Self.fewestFrames))
      let start = max(0, min(first, longest - Self.fewestFrames))
      if let before = found.last, start <= before.upperBound {
        found[found.count - 1] = before.lowerBound..<max(before.upperBound, longest)
      } else if start < longest {
        found.append(start..<longest)
      }
    }
    return found
  }

  private func between(_ parts: [TimeRange], _ last: Int64, _ rate: FrameRate) -> [Range<Int64>] {
    var found: [Range<Int64>] = []
    for part in parts {
      guard let first = rate.frame(at: part.start)?.value,
        let end = rate.frame(at: part.end).map({ min($0.value, last) }), first < end
      else { continue }
      let isShort = end - first < Self.fewestFrames
      if let before = found.last, before.upperBound == first,
        isShort || before.count < Self.fewestFrames
      {
        found[found.count - 1] = before.lowerBound..<end
      } else {
        found.append(first..<end)
      }
    }
    return found
  }

  /// The number of whole frames before a time.
  private func framesBefore(_ time: RationalTime, at rate: FrameRate) -> Int64? {
    guard let nearest = rate.frame(at: time)?.value, let start = try? rate.start(ofFrame: nearest) else {
      return nil
    }
    return start <= time ? nearest : nearest - 1
  }
}
