import Basics
import ContentDigest
import Processes
import RenderPlan

/// An entry that a worker has finished and that is not visible: file servers can be late to show new files.
struct LateEntry {
  let order: WorkOrder
  let key: ContentDigest
  let worker: WorkerPool.WorkerID
  var looks = 0

  static let pause = Duration.milliseconds(50)
  static let mostLooks = 60
}

extension WorkerPool {
  func takeEntry(of order: WorkOrder, from id: WorkerID) throws(ExportError) {
    guard let key = plan.key(of: order) else { return }
    if let carried = workers[id]?.launched?.carried {
      workers[id]?.launched?.carried = nil
      try carried.commit(key)
    }
    try look(for: LateEntry(order: order, key: key, worker: id))
  }

  /// Has the late entries of a dropped worker re-rendered.
  func giveUpLateEntries(of id: WorkerID) {
    for entry in late where entry.worker == id { work.putBack(entry.order) }
    late.removeAll { $0.worker == id }
  }

  func lookForLateEntries() throws(ExportError) {
    let entries = late
    late = []
    for var entry in entries {
      entry.looks += 1
      try look(for: entry)
    }
  }

  private func look(for entry: LateEntry) throws(ExportError) {
    let (order, id) = (entry.order, entry.worker)
    guard !options.store.hasFile(of: entry.key) else { return try take(entry) }
    let isLaunched = workers[id]?.launched != nil
    // If the store itself is gone, nothing will arrive.
    if entry.looks < LateEntry.mostLooks, isLaunched || isThere(options.store.folder) {
      late.append(entry)
      if lateness == nil { lateness = loop.startTimer(after: LateEntry.pause) }
      return
    }
    // The cache can be cleared at any time.
    guard isLaunched else {
      throw ExportError(
        .temporary,
        "\(order.name) was finished, but is no longer in the store \(options.store.folder); run the command again"
      )
    }
    try dropLiar(
      id, at: order,
      "a worker reported \(order.name) as finished, and it is not in the store \(options.store.folder)")
  }

  /// Records an entry that has arrived; its worker continues.
  private func take(_ entry: LateEntry) throws(ExportError) {
    let (order, id) = (entry.order, entry.worker)
    let worker = workers[id]
    if let slot = worker?.launched?.slot {
      checks?.add(order, frames: plan.pictures(of: order)?.frames.count ?? 0, by: slot)
    }
    made.insert(entry.key)
    leases?.release(entry.key)
    // Entries of a launched worker do not count before it has passed its checks.
    if checks == nil || worker?.launched == nil { arrived.append(order) }
    if worker?.state.order == nil {
      var next = worker == nil || worker?.task == .makingWhole ? nil : nextFree { work.next(after: order) }
      if worker?.launched != nil { next = next ?? nextForAnother() }
      proceed(next, id)
    }
    try check()
    endIfDone()
  }
}
