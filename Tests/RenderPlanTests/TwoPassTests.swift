import Basics
import Composition
import RenderPlan
import TestSupport
import Testing

@Suite("Two passes")
struct TwoPassTests {
  /// Takes of 5 s, each a segment, at 25 frames per second.
  private func firstPass(_ bitRate: Int64, takes: [Int64] = [0, 100, 200, 300], level: String? = nil) throws
    -> RenderPlan
  {
    var settings = usualSettings
    settings.video?.rateControl = .twoPasses(bitRate)
    settings.video?.level = level
    let film = Film(rate: try #require(FrameRate(25)), items: try takes.map { (try time(5), try time($0)) })
    return try plan(try film.composition(), settings: settings)
  }

  private func bitRates(_ plan: RenderPlan) -> [Int64] {
    plan.segments.compactMap { if case .second(_, let bitRate, _)? = $0.pass { bitRate } else { nil } }
  }

  @Test("share the film's bits out by what each segment took, in steps of 2 %")
  func shares() throws {
    let first = try firstPass(400_000)
    #expect(first.isFirstPass && first.segments.count == 4)
    // 8 Mbit for 20 s: 80,000 are fixed, and the rest is shared out as 1 to 2 to 4 to 1.
    let bits = [100, 200, 400, 100].map { PassBits(pictures: $0 * 1000, fixed: 20_000) }
    let second = try first.secondPass(after: bits)
    #expect(!second.isFirstPass)
    let expected = [1.0, 2, 4, 1].map { (7_920_000 * $0 / 8 + 20_000) / 5 }
    for (found, wanted) in zip(bitRates(second), expected) {
      #expect(abs(Double(found) / wanted - 1) < 0.011, "\(found), \(wanted)")
    }
    #expect(zip(first.segments, second.segments).allSatisfy { $0.key != $1.key && $0.frames == $1.frames })
  }

  @Test("leave the other segments as they are where a change of one moves their share a little")
  func steadiness() throws {
    let takes = Array(stride(from: Int64(0), to: 4000, by: 100))
    let first = try firstPass(1_000_000, takes: takes)
    var bits = (0..<takes.count).map { PassBits(pictures: Int64(100_000 + 7000 * $0), fixed: 1000) }
    let before = bitRates(try first.secondPass(after: bits))
    bits[3].pictures += 20_000
    let after = bitRates(try first.secondPass(after: bits))
    let moved = zip(before, after).count { $0 != $1 }
    #expect(after[3] > before[3])
    #expect(moved < takes.count / 3, "\(moved) of \(takes.count)")
  }

  @Test("have keys of the first pass that do not depend on the bit rate, and of the second that do")
  func keys() throws {
    let (slow, fast) = (try firstPass(400_000), try firstPass(800_000))
    #expect(slow.keys == fast.keys)
    #expect(slow.contentKeys != fast.contentKeys)
    let bits = Array(repeating: PassBits(pictures: 1000, fixed: 0), count: 4)
    let (a, b) = (try slow.secondPass(after: bits), try fast.secondPass(after: bits))
    #expect(Set(a.segments.map(\.key)).isDisjoint(with: b.segments.map(\.key)))
    #expect(bitRates(a) == Array(repeating: bitRates(a)[0], count: 4))
    #expect(abs(bitRates(a)[0] - 400_000) <= 4000)
    // The comparison of two films goes by what is the same in both passes.
    #expect(a.contentKeys == slow.contentKeys)
    #expect(a.encoding(of: a.segments[0])?.rateControl == .bitRate(bitRates(a)[0]))
    #expect(slow.encoding(of: slow.segments[0])?.rateControl == .firstPass)
  }

  @Test("refuse a bit rate below what is there in any quality, and give no segment less")
  func leastBitRate() throws {
    let first = try firstPass(10_000)
    let bits = Array(repeating: PassBits(pictures: 1000, fixed: 60_000), count: 4)
    #expect(throws: PlanningError.bitRateTooLow(least: 12_000)) { try first.secondPass(after: bits) }
    let uneven =
      [PassBits(pictures: 0, fixed: 44_000)] + Array(repeating: PassBits(pictures: 9000, fixed: 0), count: 3)
    #expect(bitRates(try first.secondPass(after: uneven))[0] == 10_000)
  }

  @Test("give no segment more than its level has")
  func level() throws {
    let first = try firstPass(2_000_000, level: "1.3")
    let bits =
      [PassBits(pictures: 100, fixed: 0)] + Array(repeating: PassBits(pictures: 1, fixed: 0), count: 3)
    #expect(bitRates(try first.secondPass(after: bits))[0] <= 960_000)
  }
}
