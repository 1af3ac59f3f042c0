/// When the packets of a stream have arrived, without the delay of single ones: FFmpeg returns the last one of a lost
/// connection only when it gives up.
struct PacketArrival {
  /// The moment of the latest one; nil before the first.
  private(set) var moment: Int64?
  private var clock: Int64?

  /// The sender's clock goes on evenly up to this many nanoseconds; further, it jumps.
  private static let mostPassed: Int128 = 10_000_000_000

  /// Takes what the sender's clock shows at a packet, and when it was received, in nanoseconds.
  mutating func add(clock: Int64, at now: Int64) {
    defer { self.clock = clock }
    let passed = Int128(clock) - Int128(self.clock ?? clock)
    guard let moment, (0..<Self.mostPassed).contains(passed) else {
      self.moment = now
      return
    }
    // Both clocks may differ by a thousandth.
    self.moment = min(now, moment + Int64(passed + passed / 1000))
  }
}
