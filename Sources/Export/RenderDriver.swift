package import Processes
package import RenderPlan

package struct RenderOptions: Sendable {
  /// Where the film is to appear.
  package var outputPath: String
  /// Whether a file that is there already may be replaced.
  package var replacesExisting: Bool
  /// How many workers run side by side.
  package var jobs: Int
  package var store: SegmentStore
  /// A folder of this render's own, for the plan.
  package var workFolder: String
  package var sandbox: SandboxPolicy

  package init(
    outputPath: String, replacesExisting: Bool = false, jobs: Int, store: SegmentStore,
    workFolder: String, sandbox: SandboxPolicy = .whenAvailable
  ) {
    self.outputPath = outputPath
    self.replacesExisting = replacesExisting
    self.jobs = jobs
    self.store = store
    self.workFolder = workFolder
    self.sandbox = sandbox
  }
}

package enum RenderOutcome: Hashable, Sendable {
  /// The film is at its place and was counted against the plan.
  case finished(FilmFacts)
  /// Somebody asked us to stop; nothing is left behind but finished segments in the store.
  case interrupted(Signal)
}

/// Makes the film of a plan: hands segments to workers, joins what they made, verifies it, puts it in place.
package func render(
  _ plan: RenderPlan, _ options: RenderOptions, signals: TerminationSignals,
  onProgress: (RenderProgress) -> Void
) throws(ExportError) -> RenderOutcome {
  do {
    try checkTarget(options)
    try makeFolder(options.store.folder)
    let planPath = options.workFolder + "/plan.json"
    try PlanFile.write(plan, to: planPath)

    let pool = WorkerPool(plan: plan, planPath: planPath, options: options, signals: signals)
    if let signal = try pool.run(onProgress: onProgress) { return .interrupted(signal) }

    let film = try AtomicFile(at: options.outputPath)
    try joinFilm(of: plan, from: options.store, into: film)
    let facts = try verifyFilm(at: film.temporaryPath, against: plan)
    if let signal = signals.received() { return .interrupted(signal) }
    try commit(film, options)
    return .finished(facts)
  } catch { throw ExportError(any: error) }
}

/// Finds out before an hour of work whether the film can be put where it is wanted.
private func checkTarget(_ options: RenderOptions) throws(ExportError) {
  let path = options.outputPath
  if !options.replacesExisting, isThere(path) {
    throw ExportError(.cannotCreate, "\(path) exists already; say --force to replace it")
  }
  do throws(FileError) {
    try makeFolder(folder(of: path))
    _ = try AtomicFile(at: path)
  } catch { throw ExportError(.cannotCreate, error.description) }
}

private func commit(_ film: AtomicFile, _ options: RenderOptions) throws(ExportError) {
  do throws(FileError) { try film.commit(replacing: options.replacesExisting) } catch {
    guard error.kind == .alreadyExists else { throw ExportError(error) }
    throw ExportError(
      .cannotCreate, "\(options.outputPath) appeared while we worked; say --force to replace it")
  }
}
