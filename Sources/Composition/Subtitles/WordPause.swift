package import Basics

/// The pause between two words of a recording, possibly of no length, in which it is cut.
///
/// A cut is at a frame of the film if one begins in the pause.
package struct WordPause {
  /// The end of the words before it.
  let start: RationalTime
  /// The start of the next word.
  let end: RationalTime
  /// Nil for a film without a picture.
  let rate: FrameRate?

  /// Nil if the words overlap.
  package init?(from start: RationalTime, to end: RationalTime, rate: FrameRate?) {
    guard start <= end else { return nil }
    (self.start, self.end, self.rate) = (start, end, rate)
  }

  /// What a kept word keeps of a pause: soft consonants are longer than recognisers report.
  private static let margin = RationalTime(120, 1000) ?? .zero

  /// A cut that keeps what is on both of its sides.
  package var middle: RationalTime { onFrame(exactMiddle, start...end) ?? exactMiddle }

  /// A cut that keeps the words before it.
  package var behindWord: RationalTime {
    let last = (try? start + Self.margin) ?? start
    return cut(at: min(exactMiddle, last), within: start...min(last, end))
  }

  /// A cut that keeps the words after it.
  package var beforeWord: RationalTime {
    let first = (try? end - Self.margin) ?? end
    return cut(at: max(exactMiddle, first), within: max(first, start)...end)
  }

  private var exactMiddle: RationalTime { TimeRange(start: start, end: end)?.middle ?? start }

  /// A frame beyond the margin is still better than none.
  private func cut(at time: RationalTime, within margin: ClosedRange<RationalTime>) -> RationalTime {
    onFrame(time, margin) ?? onFrame(time, start...end) ?? time
  }

  private func onFrame(_ time: RationalTime, _ times: ClosedRange<RationalTime>) -> RationalTime? {
    guard let rate, let frame = rate.frame(at: time)?.value else { return nil }
    return [frame, frame + 1, frame - 1].lazy.compactMap { try? rate.start(ofFrame: $0) }
      .first { times.contains($0) }
  }
}
