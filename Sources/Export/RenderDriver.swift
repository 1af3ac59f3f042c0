import Composition
import LibAV
package import Processes
package import RenderPlan

/// How a render runs, and where its film appears.
package struct RenderOptions: Sendable {
  /// The place of the film.
  package var target: OutputTarget
  /// The media as they were when the plan's keys were computed from their bytes, in the composition's order.
  package var media: [FileIdentity]
  /// How many workers run side by side; nil for as many as keep the CPU cores of this machine busy.
  package var jobs: Int?
  package var store: SegmentStore
  /// A private folder of this render, for the plan, and for segments if the store cannot be written.
  package var workFolder: String
  package var sandbox: SandboxPolicy
  /// Shell commands that start one worker each, in addition to the `jobs` that this process starts itself.
  package var launches: [String]
  /// The cluster that starts all workers; nil if none does.
  package var cluster: ClusterOptions?
  /// What remote workers need; nil if there are none.
  package var origin: PlanOrigin?
  /// How much of the work of `launches` is also rendered here and compared; nil for nothing.
  package var checking: WorkerChecking?

  package init(
    target: OutputTarget, media: [FileIdentity], jobs: Int?, store: SegmentStore, workFolder: String,
    sandbox: SandboxPolicy = .whenAvailable, launches: [String] = [], cluster: ClusterOptions? = nil,
    origin: PlanOrigin? = nil, checking: WorkerChecking? = nil
  ) {
    self.target = target
    self.media = media
    self.jobs = jobs
    self.store = store
    self.workFolder = workFolder
    self.sandbox = sandbox
    self.launches = launches
    self.cluster = cluster
    self.origin = origin
    self.checking = checking
  }
}

/// How a render ended.
package enum RenderOutcome: Hashable, Sendable {
  /// The film is at its place and was compared with the plan.
  case finished(FilmFacts)
  /// A signal stopped the render; nothing is left behind but finished segments in the store.
  case interrupted(Signal)
}

/// Renders the film of a plan: distributes segments to workers, joins them, verifies the film, puts it in
/// place. With `sharing`, a server is asked for missing segments first, and gets new ones.
package func render(
  _ plan: RenderPlan, _ options: RenderOptions, signals: TerminationSignals, sharing: SharedSegments? = nil,
  onEvent report: (RenderEvent) -> Void
) throws(ExportError) -> RenderOutcome {
  // Each process reports its own shortcomings.
  var shortcomings: Set<String> = []
  func onEvent(_ event: RenderEvent) {
    if case .shortcoming(let text) = event, !shortcomings.insert(text).inserted { return }
    report(event)
  }
  let folders = MissingFolders(above: options.target.path, in: options.target.root)
  // Folders that contain the film are not empty, and stay.
  defer { folders.remove() }
  do {
    try options.target.check(sparing: options.media)
    if plan.settings.container.isText { return .finished(try writeText(of: plan, to: options.target)) }
    for sidecar in plan.composition.sidecars {
      try options.target.sidecar(sidecar).check(sparing: options.media)
    }
    sharing?.beginFilm()
    do throws(ExportError) { return try make(plan, options, signals, sharing, onEvent) } catch {
      if [.badData, .engine, .temporary].contains(error.kind), let server = sharing?.takeBack() {
        onEvent(
          .shortcoming(
            "the film is rendered again without the segments of the cache at \(server) (\(error.message))"))
        return try make(options.store.marking(plan), options, signals, sharing, onEvent)
      }
      let ownStore = options.workFolder + "/segments"
      guard error.kind == .storeUnusable, options.store.folder != ownStore,
        options.cluster == nil
      else { throw error }
      onEvent(.shortcoming("the rendered segments are not cached: \(error.message)"))
      var options = options
      options.store = options.store.writing(into: ownStore)
      return try make(options.store.marking(plan), options, signals, sharing, onEvent)
    }
  } catch { throw ExportError(any: error) }
}

private func make(
  _ plan: RenderPlan, _ options: RenderOptions, _ signals: TerminationSignals, _ sharing: SharedSegments?,
  _ onEvent: (RenderEvent) -> Void
) throws(ExportError) -> RenderOutcome {
  do throws(FileError) { try prepare(options.store, for: plan) } catch { throw ExportError(inStore: error) }
  var plan = plan
  if let signal = try sharing?.complete(&plan, in: options.store) { return .interrupted(signal) }
  let cluster = try options.cluster.map { cluster throws(ExportError) in
    try ClusterWork(cluster, plan, options, signals: signals)
  }
  var isMade = false
  defer { cluster?.end(isMade: isMade) }
  if plan.isFirstPass {
    let signal: Signal?
    if let cluster {
      signal = try cluster.make(plan, onEvent)
    } else {
      let path = options.workFolder + "/first-pass.json"
      try PlanFile(plan: plan, media: options.media, origin: options.origin).write(to: path)
      let pool = WorkerPool(
        plan: plan, planPath: path, options: options, loop: EventLoop(signals: signals))
      signal = try pool.run(onEvent: onEvent)
    }
    if let signal { return .interrupted(signal) }
    sharing?.send(plan.missingOrders, of: plan, in: options.store)
    plan = try options.store.secondPass(of: plan)
    if let signal = try sharing?.complete(&plan, in: options.store) { return .interrupted(signal) }
  }
  let planPath = options.workFolder + "/plan.json"
  try PlanFile(plan: plan, media: options.media, origin: options.origin).write(to: planPath)

  let film = try options.target.beginFilm()
  let outcome =
    if let cluster {
      try cluster.make(plan, planPath: planPath, into: film, onEvent)
    } else {
      try FilmMaking(plan: plan, planPath: planPath, options: options)
        .run(into: film, signals: signals, sharing: sharing, onEvent: onEvent)
    }
  switch outcome {
  case .interrupted(let signal): return .interrupted(signal)
  case .finished(let facts):
    isMade = true
    sharing?.send(plan.missingOrders, of: plan, in: options.store)
    let sidecars = try SidecarFiles(of: plan, beside: options.target)
    if let signal = signals.received() { return .interrupted(signal) }
    try options.target.commit(film)
    try sidecars.commit()
    for concealment in facts.concealed { onEvent(.shortcoming(concealment.description)) }
    return .finished(facts)
  }
}

/// Creates the store's folder and removes the leftovers of renders that were killed together with their
/// workers.
func prepare(_ store: SegmentStore, for plan: RenderPlan) throws(FileError) {
  try makeFolder(store.folder)
  let day = 86400
  for folder in store.folders(of: plan) where isThere(folder) {
    Leftovers.removeFiles(in: folder)
    try? TemporaryOwner.removeLeftovers(in: folder, olderThan: day)
  }
}
