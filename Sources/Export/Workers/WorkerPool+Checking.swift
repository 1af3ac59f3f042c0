import Processes
import RenderPlan

/// Renders some of the launched workers' segments again, and compares.
extension WorkerPool {
  /// Lets a worker render the next segment to compare; when all are rendered and compared, this worker ends.
  func check() throws(ExportError) {
    guard checks != nil else { return }
    let checker = workers.first { $0.value.task.isChecking }
    guard checker == nil || checker?.value.task == .checking(slot: nil) else { return }
    guard let (order, slot) = checks?.next(isAllMade: isAllMade) else {
      guard isAllMade, let id = checker?.key else { return }
      if let summary = checks?.summary {
        news.append(.note("\(summary) were rendered again here, with identical bytes"))
      }
      release(id)
      return endIfDone()
    }
    do {
      if checker == nil { try makeFolder(checkedStore.folder) }
      let id = try checker?.key ?? startOwn(.checking(slot: nil), writing: checkedStore)
      workers[id]?.task = .checking(slot: slot)
      give(order, to: id)
    } catch { throw ExportError(any: error) }
  }

  /// The store for segments that are only compared.
  private var checkedStore: SegmentStore { options.store.writing(into: options.workFolder + "/checked") }

  func compare(_ order: WorkOrder, madeBy id: WorkerID) throws(ExportError) {
    guard case .checking(let slot?)? = workers[id]?.task, let key = plan.key(of: order) else { return }
    workers[id]?.task = .checking(slot: nil)
    let (own, other) = (checkedStore.path(of: key), options.store.path(of: key))
    defer { try? removeFile(own) }
    if try !haveSameBytes(own, other) { try drop(slot, becauseOf: order) }
    try check()
  }

  /// Drops a worker because a segment differs, and has all of its segments re-rendered.
  private func drop(_ slot: Int, becauseOf order: WorkOrder) throws(ExportError) {
    let made = checks?.remove(slot) ?? []
    for order in made {
      removeEntry(of: order)
      work.putBack(order)
    }
    let command = launches.slots[slot].command
    let error = ExportError(
      .unavailable,
      "the worker that `\(command)` started is dropped: \(order.name) differs from the result of this machine; "
        + (made.count == 1 ? "it is rendered again" : "all \(made.count) of its segments are rendered again"))
    news.append(.shortcoming(error.message))
    for (id, worker) in workers where worker.launched?.slot == slot {
      if let order = worker.state.order { work.putBack(order) }
      workers[id] = nil
      supervisor.drop(id)
      giveUpLateEntries(of: id)
    }
    options.checking?.drop(slot)
    launches.drop(slot)
    try startWorkers()
    if !hasMakers { throw error }
  }
}
