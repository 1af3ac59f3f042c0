/// The leases of workers elsewhere, as seen by the process that waits for their entries.
struct LeaseWatch {
  /// The number of checks in a row that found a lease abandoned.
  private var abandoned: [WorkOrder: Int] = [:]

  /// After so many checks, no one has taken over a lost worker's entry, and no one will: others that wait
  /// check as often.
  private static let mostLooks = 3

  /// The result of a check.
  struct Finding: Hashable {
    /// Orders whose worker has been silent for too long and was not reported before.
    var lost: [WorkOrder] = []
    /// Whether a worker is rendering something.
    var isAnyAlive = false
    /// Whether a worker is lost and no other one is alive; true once for each lost one.
    var isNobodyThere = false
  }

  /// `age` is the number of seconds since the lease of an order was renewed; nil if it has none.
  mutating func look(at orders: [WorkOrder], age: (WorkOrder) -> Int64?) -> Finding {
    var finding = Finding()
    for order in orders {
      let age = age(order)
      guard let age, age > Leases.abandonedAfter else {
        // A young lease belongs to a worker that is alive; one that is gone was released.
        finding.isAnyAlive = finding.isAnyAlive || age != nil
        abandoned[order] = nil
        continue
      }
      let looks = (abandoned[order] ?? 0) + 1
      abandoned[order] = looks
      if looks == 1 { finding.lost.append(order) }
      if looks == Self.mostLooks { finding.isNobodyThere = true }
    }
    finding.isNobodyThere = finding.isNobodyThere && !finding.isAnyAlive
    return finding
  }
}
