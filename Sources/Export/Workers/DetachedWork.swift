import ContentDigest
package import Processes
package import RenderPlan

/// Which part of a film one of several processes begins with.
package struct WorkShare: Hashable, Sendable {
  /// From 0.
  package let index: Int
  package let count: Int

  /// Nil unless the index is below the count.
  package init?(index: Int, of count: Int) {
    guard (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The orders of its part; sounds and the cover are those of the first one.
  func orders(of plan: RenderPlan) -> [WorkOrder] {
    let total = plan.segments.count
    let part = total * index / count..<total * (index + 1) / count
    return plan.missingOrders.filter { order in
      if case .segment(let number) = order { part.contains(number) } else { index == 0 }
    }
  }
}

/// Makes what a store lacks of a film, beside others that do the same on any machine with the same plan and the same store.
///
/// It begins with its share, goes on with what no one else is at, and then waits for the others: if one of them is lost, what
/// it was at is made here.
package struct DetachedWork {
  private let file: PlanFile
  private let options: RenderOptions
  private let share: WorkShare?
  private let leases: Leases
  private let signals: TerminationSignals?
  private let program: ChildCommand
  private let onEvent: (RenderEvent) -> Void

  /// How often it is looked whether others have made or left something: less often the longer nothing happens.
  private static let shortestPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)

  package init(
    _ file: PlanFile, _ options: RenderOptions, share: WorkShare?, signals: TerminationSignals?,
    onEvent: @escaping (RenderEvent) -> Void
  ) {
    self.init(
      file, options, share: share, signals: signals, program: ChildCommand(ChildProcess.ownExecutable),
      onEvent: onEvent)
  }

  init(
    _ file: PlanFile, _ options: RenderOptions, share: WorkShare?, signals: TerminationSignals?,
    program: ChildCommand, onEvent: @escaping (RenderEvent) -> Void
  ) {
    self.file = file
    self.options = options
    self.share = share
    self.signals = signals
    self.program = program
    self.onEvent = onEvent
    leases = Leases(options.store)
  }

  /// Returns the signal that stopped the work; nil when everything is in the store.
  package func run() throws(ExportError) -> Signal? {
    defer { leases.releaseAll() }
    do throws(FileError) { try prepare(options.store, for: file.plan) } catch {
      throw ExportError(inStore: error)
    }
    var plan = file.plan
    while true {
      // Where the first pass of two is made, this is the plan of the second one.
      plan = options.store.marking(plan)
      if plan.isFirstPass {
        if let signal = try make(plan, named: "first-pass.json") { return signal }
        continue
      }
      let signal = try make(plan, named: "plan.json")
      if signal == nil { options.store.removeLeases(of: plan) }
      return signal
    }
  }

  private func make(_ plan: RenderPlan, named name: String) throws(ExportError) -> Signal? {
    let planPath = options.workFolder + "/" + name
    try PlanFile(plan: plan, media: file.media).write(to: planPath)
    var missing = plan.missingOrders
    var damaged = Set(missing.compactMap { plan.key(of: $0) }.filter { options.store.hasFile(of: $0) })
    var orders = share?.orders(of: plan) ?? missing
    var pauses = 0
    while !missing.isEmpty {
      let pool = WorkerPool(
        plan: plan, planPath: planPath, options: options, loop: EventLoop(signals: signals), program: program,
        work: WorkQueue(orders), leases: leases, damaged: damaged)
      if let signal = try pool.run(onEvent: onEvent) { return signal }
      damaged.subtract(pool.made)
      missing = missing.filter { order in
        plan.key(of: order).map { damaged.contains($0) || !options.store.hasFile(of: $0) } ?? false
      }
      // What others are at is waited for. After its share, this process takes what is left.
      let wasOnlyShare = orders.count < missing.count
      pauses = pool.made.isEmpty ? pauses + 1 : 0
      if pauses > 0, !wasOnlyShare, !missing.isEmpty, let signal = try wait(pauses) { return signal }
      orders = missing
    }
    return nil
  }

  private func wait(_ pauses: Int) throws(ExportError) -> Signal? {
    let loop = EventLoop(signals: signals)
    _ = loop.startTimer(after: min(Self.shortestPause * pauses, Self.longestPause))
    do {
      if case .interrupted(let signal)? = try loop.next() { return signal }
      return nil
    } catch { throw ExportError(any: error) }
  }
}

extension RenderPlan {
  /// What is not marked as being in the store, as people name it, with its key.
  package var missingEntries: [(name: String, key: String)] {
    missingOrders.map { ($0.name, key(of: $0)?.hex ?? "") }
  }
}
