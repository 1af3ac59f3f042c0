import ContentDigest
package import Processes
package import RenderPlan

/// The part of a film with which one of several processes starts.
package struct WorkShare: Hashable, Sendable {
  /// Counted from 0.
  package let index: Int
  package let count: Int

  /// Nil unless the index is below the count.
  package init?(index: Int, of count: Int) {
    guard (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The orders of its part; sounds and the cover belong to the first one.
  func orders(of plan: RenderPlan) -> [WorkOrder] {
    let total = plan.segments.count
    let part = total * index / count..<total * (index + 1) / count
    return plan.missingOrders.filter { order in
      if case .segment(let number) = order { part.contains(number) } else { index == 0 }
    }
  }
}

/// Renders the missing entries of a film, in parallel with other processes on any machine with the same plan
/// and the same store.
///
/// It starts with its share, continues with entries that no other process is rendering, and then waits for
/// the others: if one of them is lost, its entries are rendered here.
package struct DetachedWork {
  private let file: PlanFile
  private let options: RenderOptions
  private let share: WorkShare?
  private let leases: Leases
  private let signals: TerminationSignals?
  private let program: ChildCommand
  private let onEvent: (RenderEvent) -> Void

  /// The pauses between checks for the entries of others, longer the longer nothing happens.
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

  /// Returns the signal that stopped the work; nil once everything is in the store.
  package func run() throws(ExportError) -> Signal? {
    defer { leases.releaseAll() }
    do throws(FileError) { try prepare(options.store, for: file.plan) } catch {
      throw ExportError(inStore: error)
    }
    var plan = file.plan
    while true {
      // Once the first of two passes is rendered, this is the plan of the second one.
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
      // After its share, this process takes what is left, and waits for what others are rendering.
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
  /// The names and keys of the entries that are not marked as being in the store.
  package var missingEntries: [(name: String, key: String)] {
    missingOrders.map { ($0.name, key(of: $0)?.hex ?? "") }
  }
}
