import Basics

/// The position of decoded sound in samples, counted from media time 0.
///
/// Timestamps of most containers are coarser than samples. If they agree with the sample count to about two
/// ticks or milliseconds, the count is used; a larger difference is a gap or an overlap. The frames of a
/// stream, if all have the same length, form a grid, by which a reader that starts in the middle finds the
/// same positions as one that read from the start.
struct SoundPlacement {
  private let clock: StreamClock
  private let rate: Int64
  private let tolerance: Int64
  /// False for AVI, whose sound has no timestamps of its own: each frame follows the previous one.
  private let trustsTimestamps: Bool
  /// Whether a timestamp alone determines a sample's position.
  let timestampsAreExact: Bool
  private var expected: Int64?
  private var anchor: Int64?
  /// Samples per frame, if all frames have the same length.
  var gridLength: Int64? { isGridKnown ? frameLength : nil }
  /// Samples of the second frame, which can be the last one, and then shorter than the others.
  private var frameLength: Int64?
  private var isGridKnown = false

  /// `jitter` is the number of samples by which timestamps may be wrong if the container only estimates them.
  /// `countsBytes` means that timestamps are computed from byte positions in the file, and so are
  /// sample-accurate.
  init(
    clock: StreamClock, rate: Int, container: String, jitter: Int64 = 0, countsBytes: Bool = false
  ) {
    trustsTimestamps = container != "avi"
    self.clock = clock
    self.rate = Int64(rate)
    let (numerator, denominator) = (Int128(clock.numerator) * Int128(rate), Int128(clock.denominator))
    let samplesOfTwoTicks = (2 * numerator + denominator - 1) / denominator
    // Files converted from a container that counts milliseconds carry its rounding into finer time bases.
    let usual = max(Int64(clamping: samplesOfTwoTicks), Int64(rate) / 500, jitter) + 1
    // If bytes are counted, a reader in the middle of a file starts at any sample, on no grid.
    tolerance = countsBytes ? 0 : usual
    timestampsAreExact =
      denominator % numerator == 0 || denominator >= 4 * numerator || numerator == 2 * denominator
  }

  /// Whether a reader may start in the middle and still find exact positions.
  var allowsSeeking: Bool { timestampsAreExact || gridLength != nil }

  /// Forgets the previous frames, but not the grid.
  mutating func jump() { expected = nil }

  /// Returns the position of the next frame, whose first sample has this timestamp.
  mutating func place(tick: Int64?, count: Int64) throws(TimeOverflow) -> Int64 {
    let position = try self.position(of: tick, count: count)
    expected = position + count
    learnGrid(end: position + count, count: count)
    return position
  }

  private func position(of tick: Int64?, count: Int64) throws(TimeOverflow) -> Int64 {
    if let expected, !trustsTimestamps { return expected }
    guard let tick else { return expected ?? 0 }
    let stamped = try stampedPosition(of: tick)
    if let expected, isClose(stamped, expected) { return expected }
    // The first frame can be shortened at its start: then its end lies on the grid.
    let onGrid = [gridPoint(by: stamped), gridPoint(by: stamped + count).map { $0 - count }].compactMap(
      \.self
    )
    .min { ($0 - stamped).magnitude < ($1 - stamped).magnitude }
    return onGrid.flatMap { isClose(stamped, $0) ? $0 : nil } ?? stamped
  }

  /// The position according to the timestamp alone.
  func stampedPosition(of tick: Int64) throws(TimeOverflow) -> Int64 {
    let time = try clock.mediaTime(tick)
    guard let stamped = time.rounded(toUnits: rate)?.value, let stamped = plausibleTick(stamped) else {
      throw TimeOverflow()
    }
    return stamped
  }

  /// The nearest start of a frame, if the grid is known.
  private func gridPoint(by position: Int64) -> Int64? {
    guard let anchor, let gridLength else { return nil }
    let steps = floorDivision(
      2 * Int128(position - anchor) + Int128(gridLength), by: 2 * Int128(gridLength))
    return Int64(clamping: Int128(anchor) + steps * Int128(gridLength))
  }

  private func isClose(_ a: Int64, _ b: Int64) -> Bool { (a - b).magnitude <= tolerance }

  /// Learns the grid from the end of the first frame, which can be shortened at its start, and the next two.
  /// Frames without samples, which Ogg can contain by the thousand, do not count.
  private mutating func learnGrid(end: Int64, count: Int64) {
    guard !isGridKnown, count > 0 else { return }
    guard anchor != nil else {
      anchor = end
      return
    }
    guard let frameLength else {
      frameLength = count
      return
    }
    if frameLength != count || count < 2 * tolerance { self.frameLength = nil }
    isGridKnown = true
  }
}
