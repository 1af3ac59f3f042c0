import Composition
import ContentDigest
import Processes
import RenderPlan

/// Workers that commands of the user start, perhaps on other machines.
extension WorkerPool {
  func launch(_ slot: Int) throws(ExportError) {
    do {
      let id = try supervisor.start(
        .command(launches.slots[slot].command), lineLimit: WorkerLimits.carriedLineBytes,
        unsentLimit: WorkerLimits.planBytes * 2, patience: nil)
      workers[id] = Worker(launched: LaunchedWorker(slot: slot))
      launches.begin(slot)
      expectOfLaunched(id)
      supervisor.send(try handshake().line, to: id)
    } catch { throw ExportError(any: error) }
  }

  private func handshake() throws(ExportError) -> Handshake.Request {
    do {
      let store = try realPath(options.store.folder) ?? options.store.folder
      return Handshake.Request(
        codec: plan.settings.video?.codec.rawValue, hasFilters: plan.composition.hasFFmpegFilters,
        plan: try ContentDigest.of(planLine), store: store, sandbox: options.sandbox.rawValue)
    } catch { throw ExportError(any: error) }
  }

  /// The command that started a worker.
  func command(of worker: Worker) -> String? { worker.launched.map { launches.slots[$0.slot].command } }

  private func name(of launched: LaunchedWorker) -> String {
    "the worker that `\(launches.slots[launched.slot].command)` started"
  }

  func greet(_ id: WorkerID, _ hello: Handshake.Reply) throws(ExportError) {
    guard let launched = workers[id]?.launched, launched.hello == nil, let origin = options.origin else {
      throw ExportError(.engine, "a worker said hello, which it was not to do")
    }
    let command = launches.slots[launched.slot].command
    if let difference = origin.difference(from: hello.engine) {
      throw ExportError(
        .unavailable,
        "the worker that `\(command)` starts cannot render this film: \(difference); use the same versions on all machines"
      )
    }
    if hello.carries, plan.pass != nil {
      throw ExportError(
        .unavailable,
        "the worker that `\(command)` starts shares no store with this machine, which two passes need")
    }
    workers[id]?.launched?.hello = hello
    expectOfLaunched(id)
    supervisor.send(String(decoding: planLine.dropLast(), as: UTF8.self), to: id)
  }

  /// Handles a line before the greeting of a launched worker, from a login shell or from the program that
  /// starts it. The line is shown, because it may explain why there is no worker.
  func skipGreeting(_ line: String, of id: WorkerID) {
    guard let launched = workers[id]?.launched else { return }
    workers[id]?.launched?.greetings += 1
    let command = launches.slots[launched.slot].command
    switch launched.greetings {
    case ..<WorkerLimits.greetingLines: news.append(.note("`\(command)` printed: \(line.prefix(200))"))
    case WorkerLimits.greetingLines: news.append(.note("further output of `\(command)` is not shown"))
    default: break
    }
  }

  func takePiece(_ piece: String, from id: WorkerID) throws(ExportError) {
    guard let launched = workers[id]?.launched, launched.hello?.carries == true,
      let key = workers[id]?.state.order.flatMap({ plan.key(of: $0) })
    else { throw ExportError(.engine, "a worker sent a piece of an entry that it was not to make") }
    if launched.carried == nil { workers[id]?.launched?.carried = try beginUpload(of: key) }
    try workers[id]?.launched?.carried?.append(piece)
  }

  // MARK: Lost workers

  func expectOfLaunched(_ id: WorkerID) {
    guard let worker = workers[id], let launched = worker.launched else { return }
    supervisor.expect(
      of: id,
      launched.hello == nil
        ? Patience(round: .seconds(1), life: watch.secondsToHello, progress: watch.secondsToHello)
        : Patience(
          round: .seconds(1), life: watch.mostSilentSeconds, progress: mostIdleSeconds(of: worker.state)))
  }

  /// How long a launched worker may take until its next progress.
  private func mostIdleSeconds(of state: WorkerState) -> Int {
    let usual = watch.mostSecondsWithoutProgress
    // Before it is ready, it reads its media; before the first sample of a mix, all of the sound.
    guard let order = state.order else {
      let bytes = options.media.reduce(Int64(0)) { $0 &+ $1.byteCount }
      return usual + Int(max(0, bytes) / WorkerWatch.slowestBytesPerSecond)
    }
    let samples = plan.track(of: order)?.samples.count ?? 0
    return usual + samples / max(1, plan.composition.mix.sampleRate)
  }

  /// The network, the machine or its program is gone.
  func giveUpSilent(_ id: WorkerID, _ silence: Silence) throws(ExportError) {
    guard let launched = workers[id]?.launched else { return }
    try giveUp(id, ExportError(.unavailable, "\(name(of: launched)) \(launched.loss(after: silence, watch))"))
  }

  /// Drops a launched worker whose report cannot be true. Its order is not at fault.
  func dropLiar(_ id: WorkerID, at order: WorkOrder?, _ message: String) throws(ExportError) {
    guard let launched = workers[id]?.launched else { return }
    if let order { work.putBack(order) }
    workers[id]?.state = WorkerState()
    try giveUp(id, ExportError(.unavailable, "\(name(of: launched)) is dropped: \(message)"))
  }

  /// Gives up a launched worker. Others take over its order, including a new one that the same command
  /// starts, but not endlessly.
  func giveUp(_ id: WorkerID, _ error: ExportError) throws(ExportError) {
    guard let worker = workers.removeValue(forKey: id), let launched = worker.launched else { throw error }
    supervisor.drop(id)
    giveUpLateEntries(of: id)
    launches.fail(launched.slot, hadWorker: launched.hello != nil)
    if worker.state.order != nil {
      try lose(worker, error)
    } else {
      news.append(.shortcoming(error.message))
    }
    try startWorkers()
    if !hasMakers, !work.isEmpty { throw error }
    try check()
    endIfDone()
  }

  /// Closes the input of launched workers, which then end by themselves and clean up their machines; waits
  /// only a moment for them.
  func letLaunchedEnd() {
    guard !launches.isEmpty else { return }
    for id in loop.runningChildren { loop.closeInput(of: id) }
    let end = loop.startTimer(after: .seconds(5))
    while !loop.runningChildren.isEmpty, let event = try? loop.next(), event != .timer(end) {}
    loop.cancelTimer(end)
  }
}
