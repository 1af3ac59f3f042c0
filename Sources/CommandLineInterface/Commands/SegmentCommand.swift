import Export
import FoundationEssentials
import Processes
import Workspace

private let share = Argument<WorkShare?>.option(
  "share", .share("I/N"),
  "Begins with part I of N of the film, counted from 0. Default: what SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or "
    + "AWS_BATCH_JOB_ARRAY_INDEX says, where the number of parts is known, too.")

extension Command {
  static let segment = Command(
    "segment", "Makes what the store lacks of a plan, beside others.",
    details: """
      Any number of these commands, on any machines that share the folder of --cache, make one film: each begins with \
      its share, goes on with what no other is at, and ends when everything is in the store. If one is lost, the others make \
      what it was at. `editc join` makes the film. `docs/many-machines.md` describes it.

      Exits with 0 if everything is in the store, 65 if the plan or a medium is not what it was, 66 if one is missing, 69 \
      if versions differ or memory runs out, 74 if reading or writing fails, 75 if another try may help, and 130 or 143 if it was \
      interrupted.
      """,
    arguments: [
      planArgument, cacheArgument, mapArgument, share, jobsArgument, rootArgument, progressArgument,
      sandboxArgument,
    ],
    examples: [
      Example("segment --plan holiday.plan --cache /shared/editc", "Makes what is missing."),
      Example(
        "segment --plan holiday.plan --cache /shared/editc --share 3/8", "Begins with the fourth eighth."),
    ], settings: .workingFolder
  ) { values in
    let (path, folders, sandbox) = (
      try values[planArgument], try values.folderMap, try values[sandboxArgument]
    )
    let jobs =
      try values[jobsArgument] ?? values.settings.jobs?.value ?? ProcessInfo.processInfo.activeProcessorCount
    let (name, reporter) = (try values.cache, RenderReporter(style: try values[progressArgument]))
    let root = try rootFolder(values)
    let part = try values[share] ?? WorkShare(ofEnvironment: ProcessInfo.processInfo.environment)
    do {
      let cache = try CacheFolder(named: name)
      let film = try DetachedFilm(path).placed(folders, cache: cache, root: root)
      let signals = try TerminationSignals()
      let work = try WorkFolder()
      let options = RenderOptions(
        target: OutputTarget(path: work.path + "/film", replacesExisting: false), media: film.media,
        jobs: jobs,
        store: SegmentStore(folder: cache.segments), workFolder: work.path, sandbox: sandbox)
      reporter.begin(path)
      let signal = try DetachedWork(film, options, share: part, signals: signals, onEvent: reporter.show)
        .run()
      if let signal {
        reporter.interrupt(signal)
        work.remove()
        signal.raiseAgain()
      }
      reporter.finishEntries(of: path, in: cache.segments)
      return .done
    } catch { return reporter.fail(error) }
  }
}

extension ArgumentKind where Value == WorkShare {
  static func share(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "a part and the number of parts, such as 0/4 to 3/4") { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
      return WorkShare(index: index, of: count)
    }
  }
}

extension WorkShare {
  /// The part that the scheduler of a cluster gave this process; nil if it did not say, or does not say of how many.
  init?(ofEnvironment variables: [String: String]) {
    func number(_ name: String) -> Int? { variables[name].flatMap { Int($0) } }
    let first = number("SLURM_ARRAY_TASK_MIN") ?? 0
    let found = [
      number("SLURM_ARRAY_TASK_ID").map { ($0 &- first, number("SLURM_ARRAY_TASK_COUNT")) },
      number("JOB_COMPLETION_INDEX").map { ($0, number("EDITC_SHARES")) },
      number("AWS_BATCH_JOB_ARRAY_INDEX").map {
        ($0, number("AWS_BATCH_JOB_ARRAY_SIZE") ?? number("EDITC_SHARES"))
      },
    ].compactMap(\.self).first
    guard let (index, count) = found, let count else { return nil }
    self.init(index: index, of: count)
  }
}
