import Export
import FoundationEssentials
import Processes
import Workspace

private let share = Argument<WorkShare?>.option(
  "share", .share("I/N"),
  "Starts with part I of N, counted from 0. Default: from SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or "
    + "AWS_BATCH_JOB_ARRAY_INDEX, if the number of parts is known too.", group: "Workers")

extension Command {
  static let segment = Command(
    "segment", "Renders the missing segments of a plan, alone or with others.",
    details: """
      Any number of these processes can render one film, on any machines that share the --cache folder: each \
      process starts with its share, then renders any segment that no other process is rendering, and ends \
      when everything is in the store. If a process dies, the others take over its work. `editc join` then \
      makes the film. See `docs/many-machines.md`.

      Exits with 0 if everything is in the store, 65 if the plan or a media file was changed or damaged, 66 \
      if one is missing, 69 if versions differ or memory runs out, 74 if reading or writing fails, 75 if \
      retrying may help, and 130 or 143 if it was interrupted.
      """,
    arguments: [
      planArgument, mapArgument, share, jobsArgument, progressArgument, cacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("segment --plan holiday.plan --cache /shared/editc", "Renders the missing segments."),
      Example(
        "segment --plan holiday.plan --cache /shared/editc --share 3/8", "Starts with the fourth eighth."),
    ], settings: .workingFolder
  ) { values in
    let (path, folders, sandbox) = (
      try values[planArgument], try values.folderMap, try values[sandboxArgument]
    )
    let jobs = try values[jobsArgument] ?? values.settings.jobs?.value
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
  /// The share that a cluster's scheduler assigned to this process; nil if it does not state the share or the
  /// number of shares.
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
