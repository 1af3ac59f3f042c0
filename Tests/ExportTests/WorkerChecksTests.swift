import Testing

@testable import Export

@Suite("Which segments of launched workers are compared")
struct WorkerChecksTests {
  private func checks(_ share: Double, seed: UInt64 = 1) -> WorkerChecks {
    WorkerChecks(WorkerChecking(share: share, seed: seed))
  }

  /// The places of what is chosen while `count` segments are made by `slots` workers in turn, and after the last one.
  private func chosen(
    _ checks: inout WorkerChecks, count: Int, slots: Int, frames: Int = 100
  ) -> (during: [(order: WorkOrder, slot: Int)], after: [(order: WorkOrder, slot: Int)]) {
    var (during, after): ([(order: WorkOrder, slot: Int)], [(order: WorkOrder, slot: Int)]) = ([], [])
    for index in 0..<count {
      checks.add(.segment(index), frames: frames, by: index % slots)
      while let next = checks.next(isAllMade: false) { during.append(next) }
    }
    while let next = checks.next(isAllMade: true) { after.append(next) }
    return (during, after)
  }

  @Test("are at least the share of each worker, none twice, and each is its own")
  func shares() {
    for (share, count, slots) in [(0.05, 400, 3), (0.3, 50, 4), (1, 12, 2), (0.001, 40, 5), (0.5, 1, 1)] {
      var checks = checks(share)
      let (during, after) = chosen(&checks, count: count, slots: slots)
      let all = during + after
      #expect(checks.isSatisfied && checks.unproven.isEmpty)
      #expect(Set(all.map(\.order)).count == all.count)
      for slot in 0..<min(slots, count) {
        let made = (0..<count).count { $0 % slots == slot }
        let own = all.filter { $0.slot == slot }
        #expect(own.count >= max(1, Int((share * Double(made)).rounded(.up))), "\(share) \(slot)")
        #expect(Double(own.count) <= share * Double(made) + 2, "\(share) \(slot): \(own.count) of \(made)")
        for (order, _) in own {
          guard case .segment(let index) = order else { continue }
          #expect(index % slots == slot)
        }
      }
    }
  }

  @Test("are others with another seed, and the same with the same one")
  func seeds() {
    func orders(_ seed: UInt64) -> [WorkOrder] {
      var checks = checks(0.1, seed: seed)
      let (during, after) = chosen(&checks, count: 200, slots: 2)
      return (during + after).map(\.order)
    }
    #expect(orders(7) == orders(7))
    #expect(Set((0..<20).map(orders)).count > 15)
    // Any segment can be chosen: the first and the last of a worker as well.
    let all = Set((0..<300).flatMap { orders($0) })
    #expect(all.count == 200)
  }

  @Test("leave nothing of a worker that was removed, and know who is not proven yet")
  func removal() {
    var checks = checks(0.1)
    for index in 0..<6 { checks.add(.segment(index), frames: 10, by: index % 2) }
    #expect(Set(checks.unproven).count == 6 && !checks.isSatisfied)
    #expect(checks.remove(0) == [.segment(0), .segment(2), .segment(4)])
    #expect(checks.made == [.segment(1), .segment(3), .segment(5)])
    #expect(checks.next(isAllMade: true)?.slot == 1)
    #expect(checks.next(isAllMade: true) == nil && checks.isSatisfied)
    #expect(checks.summary == "1 of 3 segments of 1 worker")
  }
}
