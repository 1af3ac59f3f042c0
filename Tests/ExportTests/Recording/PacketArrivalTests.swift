import Testing

@testable import Export

@Suite("The arrival of packets")
struct PacketArrivalTests {
  private static let millisecond: Int64 = 1_000_000

  private func moment(_ packets: [(clock: Int64, now: Int64)]) -> Int64? {
    var arrival = PacketArrival()
    for packet in packets {
      arrival.add(clock: packet.clock * Self.millisecond, at: packet.now * Self.millisecond)
    }
    return arrival.moment.map { $0 / Self.millisecond }
  }

  @Test("follows the sender's clock where one comes late, and this machine's where they come in time")
  func late() {
    #expect(moment([]) == nil)
    #expect(moment([(0, 700), (40, 740), (80, 780)]) == 780)
    // The last one was held back for five seconds.
    #expect(moment([(0, 700), (40, 740), (80, 5780)]) == 780)
    // Packets that come faster than the clock goes were waiting.
    #expect(moment([(0, 700), (40, 701), (80, 702)]) == 702)
    // After a jump of the clock, this machine's counts.
    #expect(moment([(0, 700), (900_000, 740)]) == 740 && moment([(900_000, 700), (0, 740)]) == 740)
    #expect(moment([(.max / 1_000_000, 700), (.min / 1_000_000, 740)]) == 740)
  }

  @Test("does not fall behind a clock that is slower by half a thousandth")
  func drift() {
    let packets = (0..<100_000 as Range<Int64>).map { (clock: $0 * 1999 / 50, now: $0 * 40) }
    #expect((moment(packets) ?? 0) >= 99_999 * 40 - 50)
  }
}
