import ContentDigest
import Processes
import RenderPlan

/// Lets workers that the scheduler of a cluster starts render the entries of a plan, and follows them by what
/// is in the store.
///
/// The workers run `editc segment` and divide the work among themselves by leases. The scheduler starts
/// workers and reports how many there are, but its reports decide only whether more are requested.
final class ClusterWork {
  private let cluster: ClusterOptions
  private let options: RenderOptions
  private let loop: any ProcessLoop
  private let slurm: SlurmCommands
  private var files: WorkerFiles
  private var roll: WorkerBudget
  private var leases = LeaseWatch()
  /// The error of the last worker that failed.
  private var lastError: ExportError?
  private var jobNumbers: [String] = []
  private var unansweredSubmissions = 0
  private var hasToldSilence = false
  /// Whether a worker was lost that the scheduler may still be running.
  private var hasLostWorkers = false
  /// The number of rounds in which the scheduler did not answer, no worker was seen alive, and nothing was
  /// rendered.
  private var silentRounds = 0
  private var hasEnded = false

  /// How often the scheduler is asked and leases are checked.
  private static let round = Duration.seconds(5)
  /// The most attempts to submit workers to a scheduler that does not answer, one per round.
  private static let submissions = 60
  /// After so many silent rounds, ten minutes or more, the render fails.
  private static let mostSilentRounds = 120

  /// Writes the plan for the workers. Throws if Slurm's commands are not on this machine.
  init(
    _ cluster: ClusterOptions, _ plan: RenderPlan, _ options: RenderOptions, signals: TerminationSignals?
  ) throws(ExportError) {
    self.cluster = cluster
    self.options = options
    loop = EventLoop(signals: signals)
    slurm = try SlurmCommands(jobName: lastComponent(of: cluster.folder), on: loop, path: cluster.searchPath)
    files = WorkerFiles(folder: cluster.folder)
    roll = WorkerBudget(workers: cluster.workers, jobs: cluster.commands.jobs)
    try PlanFile(plan: plan.marking(inStore: []), media: [], origin: options.origin).write(to: files.plan)
  }

  /// Ends all workers or, if everything is rendered, those that have not started. The others find that out
  /// themselves.
  func end(isMade: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    if slurm.mayHaveTasks { slurm.cancel(onlyWaiting: isMade && !hasLostWorkers) }
    loop.endChildren()
  }

  /// Renders the entries of a plan, such as a first pass. Returns the signal that stopped the work.
  func make(_ plan: RenderPlan, _ onEvent: (RenderEvent) -> Void) throws(ExportError) -> Signal? {
    switch try follow(plan, joining: nil, onEvent) {
    case .interrupted(let signal): signal
    case .finished, nil: nil
    }
  }

  /// Renders the entries of a plan, and joins the film meanwhile.
  func make(
    _ plan: RenderPlan, planPath: String, into film: UnfinishedFilm, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> RenderOutcome {
    let joining = FilmJoining(
      plan: plan, planPath: planPath, options: options, into: film, on: loop,
      program: ChildCommand(ChildProcess.ownExecutable), watch: WorkerWatch())
    var isFinished = false
    // Nothing may write into the film after it is cleaned up.
    defer { if !isFinished { end(isMade: false) } }
    guard let outcome = try follow(plan, joining: joining, onEvent) else {
      throw ExportError(.engine, "no worker joined the film")
    }
    if case .finished = outcome { isFinished = true }
    return outcome
  }

  /// Returns nil once all entries exist, if nothing is joined.
  private func follow(
    _ plan: RenderPlan, joining: FilmJoining?, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) -> RenderOutcome? {
    var missing = plan.missingOrders
    // A damaged entry could not be distinguished from its replacement.
    for key in missing.compactMap(plan.key) where options.store.hasFile(of: key) {
      try? removeFile(options.store.path(of: key))
    }
    var meter = ProgressMeter(plan)
    onEvent(.progress(meter.progress))
    do {
      if missing.isEmpty {
        guard let joining else { return nil }
        try joining.takeAll()
      } else if roll.submitted == 0 {
        try submit(roll.wanted(for: missing.count))
      }
      var lookTimer = loop.startTimer(after: lookPause(missing.count))
      var roundTimer = loop.startTimer(after: Self.round)
      defer { for timer in [lookTimer, roundTimer] { loop.cancelTimer(timer) } }
      while let event = try loop.next() {
        if case .interrupted(let signal) = event { return .interrupted(signal) }
        if let facts = try joining?.handle(event, onEvent: onEvent) { return .finished(facts) }
        if slurm.isAbout(event) {
          if let answer = slurm.handle(event) { try take(answer, missing: missing, of: plan, onEvent) }
        } else if event == .timer(lookTimer), !missing.isEmpty {
          for order in arrived(missing, of: plan) {
            missing.removeAll { $0 == order }
            meter.countEntry(order, of: plan)
            try joining?.take(order)
            silentRounds = 0
          }
          onEvent(.progress(meter.progress))
          if missing.isEmpty {
            guard let joining else { return nil }
            try joining.takeAll()
          } else {
            try takeEnds(onEvent)
          }
          lookTimer = loop.startTimer(after: lookPause(missing.count))
        } else if event == .timer(roundTimer), !missing.isEmpty {
          if !slurm.isBusy { try slurm.askForTasks() }
          roundTimer = loop.startTimer(after: Self.round)
        }
      }
      return nil
    } catch { throw ExportError(any: error) }
  }

  // MARK: The store

  /// The time between two checks of the store. Many missing entries are in many folders, which a server has
  /// to list.
  private func lookPause(_ missing: Int) -> Duration { .milliseconds(max(500, min(5000, missing * 10))) }

  /// The entries that have arrived in the store. Each folder is listed, because network file systems cache
  /// for a while that a name is missing.
  private func arrived(_ missing: [WorkOrder], of plan: RenderPlan) -> [WorkOrder] {
    var listed: [String: Set<String>] = [:]
    return missing.filter { order in
      guard let key = plan.key(of: order) else { return false }
      let folder = Processes.folder(of: options.store.path(of: key))
      let names = listed[folder] ?? Set((try? listFolder(folder)) ?? [])
      listed[folder] = names
      return names.contains(key.hex)
    }
  }

  /// Reads how workers have ended from the files that they leave.
  private func takeEnds(_ onEvent: (RenderEvent) -> Void) throws(ExportError) {
    for end in files.newEnds() where end.code != 0 {
      if let error = end.finalError { throw error }
      lastError = end.error
      onEvent(.shortcoming(end.error.message))
    }
  }

  /// Finds workers that are lost, whatever the scheduler reports.
  private func lookForLostWorkers(
    _ missing: [WorkOrder], of plan: RenderPlan, _ onEvent: (RenderEvent) -> Void
  ) -> LeaseWatch.Finding {
    let finding = leases.look(at: missing) { order in
      plan.key(of: order).flatMap { Lease.age(of: options.store.leasePath(of: $0)) }
    }
    hasLostWorkers = hasLostWorkers || !finding.lost.isEmpty
    for order in finding.lost {
      onEvent(
        .shortcoming(
          "\(order.name) is reassigned, because its worker has been silent for \(Leases.abandonedAfter) s"))
    }
    return finding
  }

  // MARK: The scheduler

  private func submit(_ count: Int) throws(ExportError) {
    try slurm.submit(
      count, files.line(running: cluster.commands.segment), processors: cluster.commands.jobs,
      options: cluster.submitOptions)
  }

  private func take(
    _ answer: SlurmCommands.Answer, missing: [WorkOrder], of plan: RenderPlan,
    _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    switch answer {
    case .submitted(let number, let count):
      roll.submit(count)
      jobNumbers.append(number)
      (unansweredSubmissions, hasToldSilence) = (0, false)
    case .notSubmitted(let complaint):
      unansweredSubmissions += 1
      let error = ExportError(.unavailable, "Slurm rejected the job: \(complaint)")
      guard roll.submitted > 0, unansweredSubmissions < Self.submissions else { throw error }
      reportSilence(complaint, onEvent)
    case .notKnown(let complaint):
      reportSilence(complaint, onEvent)
      let finding = lookForLostWorkers(missing, of: plan, onEvent)
      silentRounds = finding.isAnyAlive ? 0 : silentRounds + 1
      if silentRounds >= Self.mostSilentRounds {
        throw ExportError(
          .unavailable,
          "Slurm does not respond (\(complaint)), no worker is alive, and there was no progress for a while; run the command again"
        )
      }
      if finding.isNobodyThere { try replace(missing, active: 0, areLost: true, onEvent) }
    case .active(let count):
      (hasToldSilence, silentRounds) = (false, 0)
      let finding = lookForLostWorkers(missing, of: plan, onEvent)
      try replace(missing, active: count, areLost: finding.isNobodyThere, onEvent)
    case .cancelled: break
    }
  }

  private func replace(
    _ missing: [WorkOrder], active: Int, areLost: Bool, _ onEvent: (RenderEvent) -> Void
  ) throws(ExportError) {
    let count = roll.replacements(missing: missing.count, active: active, areLost: areLost)
    if count > 0 {
      onEvent(
        .shortcoming(
          "\(count == 1 ? "a worker is" : "\(count) workers are") missing of those requested from Slurm (job "
            + "\(jobNumbers.joined(separator: ", "))); \(count == 1 ? "another one is" : "others are") submitted"
        ))
      return try submit(count)
    }
    guard roll.isOver(missing: missing.count, active: active) || (areLost && roll.isExhausted) else { return }
    throw lastError
      ?? ExportError(
        .unavailable,
        "the workers of Slurm (job \(jobNumbers.joined(separator: ", "))) ended before \(missing.count) entries were rendered"
          + (files.hasHeard
            ? "" : "; none of them wrote into \(cluster.folder): share the folder of --cache with all nodes"))
  }

  private func reportSilence(_ complaint: String, _ onEvent: (RenderEvent) -> Void) {
    if !hasToldSilence {
      onEvent(.shortcoming("Slurm does not respond (\(complaint)); progress is read from the store"))
    }
    hasToldSilence = true
  }
}
