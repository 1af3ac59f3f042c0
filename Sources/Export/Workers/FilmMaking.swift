import Processes
import RenderPlan

/// Renders the missing entries of a plan, and joins the film meanwhile: while the last worker renders the
/// last segment, the CPU core that has nothing left to encode writes what precedes it.
struct FilmMaking {
  let plan: RenderPlan
  let planPath: String
  let options: RenderOptions
  /// The command of workers and of the joining one, with the arguments before their own.
  var program = ChildCommand(ChildProcess.ownExecutable)
  var watch = WorkerWatch()

  /// Writes the film into `film`, which the caller commits.
  func run(
    into film: UnfinishedFilm, signals: TerminationSignals?, sharing: SharedSegments? = nil,
    onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> RenderOutcome {
    let loop = EventLoop(signals: signals)
    let pool = WorkerPool(
      plan: plan, planPath: planPath, options: options, loop: loop, program: program, watch: watch)
    let joining = FilmJoining(
      plan: plan, planPath: planPath, options: options, into: film, on: loop, program: program, watch: watch)
    // Nothing may write into the store or the film after they are cleaned up.
    defer {
      sharing?.pause()
      pool.letLaunchedEnd()
      loop.endChildren()
      pool.removeLeftovers()
    }
    sharing?.work(on: loop)
    do {
      try pool.start(onEvent)
      if !pool.isWorking { try joining.takeAll() }
      while let event = try loop.next() {
        if case .interrupted(let signal) = event { return .interrupted(signal) }
        sharing?.take(event)
        if let facts = try joining.handle(event, onEvent: onEvent) { return .finished(facts) }
        guard pool.isWorking else { continue }
        let arrived = try pool.handle(event, onEvent)
        for order in arrived { try joining.take(order) }
        sharing?.send(arrived, of: plan, in: options.store)
        if pool.isDrawn { try joining.prepare() }
        if !pool.isWorking {
          for order in pool.withheld { try joining.take(order) }
          try joining.takeAll()
        }
      }
      throw ExportError(.engine, "no worker joined the film")
    } catch { throw ExportError(any: error) }
  }
}
