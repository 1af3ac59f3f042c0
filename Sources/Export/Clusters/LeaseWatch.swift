/// The leases of workers elsewhere, as the one sees them who waits for what they make.
struct LeaseWatch {
  /// In how many looks in a row a lease was found abandoned.
  private var abandoned: [WorkOrder: Int] = [:]

  /// After so many looks, no one has taken over what a lost worker was at, and no one will: others that wait look as often.
  private static let mostLooks = 3

  /// What a look finds.
  struct Finding: Hashable {
    /// Whose worker was not heard of for too long, and was not told before.
    var lost: [WorkOrder] = []
    /// Whether a worker is making something.
    var isAnyAlive = false
    /// Whether a worker is lost and no other one is alive, told once for each lost one.
    var isNobodyThere = false
  }

  /// `age` is for how many seconds the lease of an order was not renewed; nil if it has none.
  mutating func look(at orders: [WorkOrder], age: (WorkOrder) -> Int64?) -> Finding {
    var finding = Finding()
    for order in orders {
      let age = age(order)
      guard let age, age > Leases.abandonedAfter else {
        // A young lease is one of a worker that is alive; one that is gone was given back.
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
