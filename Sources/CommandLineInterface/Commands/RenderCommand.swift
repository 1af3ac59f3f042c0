import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Export
import FoundationEssentials
import Processes
import RenderPlan
import Workspace

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE"),
  "Writes to this file instead of the one in the script. `-` writes the finished film to standard output, in "
    + "the script's format; `-.mkv` selects another format.", group: "Output")
let jobsArgument = Argument<Int?>.option(
  "jobs", short: "j", .integer("N", 1...WorkerLimits.workers),
  "Number of workers; with 2 or more, one further worker mixes the sound. Default: enough to keep all CPU cores busy.",
  group: "Workers")
let progressArgument = Argument.option(
  "progress", .word("HOW", of: ProgressStyle.self),
  "How progress appears on standard error: `auto` is a bar on a terminal and otherwise a line per finished film, "
    + "`bar` always a bar, `json` one object per line for every event, `none` only errors and warnings.",
  default: .auto, shown: "auto", group: "Reports")

private let receiptArgument = Argument.flag(
  "receipt",
  "Writes `FILM.intoto.json` beside each film: what it was made of and how, for `editc verify` and "
    + "`editc reproduce`.", group: "Output")

extension Command {
  static let render = Command(
    "render", "Renders the films of a script.",
    details: """
      Plans each film, renders the segments that are not in the store with several worker processes, \
      mixes and encodes the sound in one piece, joins everything, and verifies the result against the plan. \
      A film is written completely or not at all; an interrupted render leaves the old file unchanged and \
      finished segments in the store.

      Exits with 0 if all films are finished and verified, 1 if the script has errors, 65 if media are \
      damaged, 66 if the script is missing, 73 if a film cannot be created, 74 if reading or writing fails, \
      75 if retrying may help, and 130 or 143 if the render was interrupted.
      """,
    arguments: [scriptArgument, onlyArgument, output, forceArgument] + VariableRequest.arguments + [
      rangeArgument, draftArgument, receiptArgument, jobsArgument, launchArgument, checkWorkersArgument,
      engineArgument, workersArgument, submitOptionArgument, progressArgument, verboseArgument, fetchArgument,
      pipeArgument,
      allowPrivateArgument, cacheArgument, cacheRemoteArgument, noCacheArgument,
      rootArgument, sandboxArgument,
    ],
    examples: [
      Example("render holiday.edit", "Renders every output of the script."),
      Example("render holiday.edit --only web", "Renders one of several outputs."),
      Example("render holiday.edit --range 10s..15s -o try.mp4 --force", "Renders five seconds."),
      Example("render holiday.edit --draft -o try.mp4 --force", "Renders a quick low-resolution draft."),
      Example("render holiday.edit -o -", "Writes the finished film to standard output."),
      Example("render holiday.edit -o -.y4m", "Writes uncompressed pictures, for another program."),
      Example("render film.edit --pipe frames.y4m", "Takes pictures of another program from standard input."),
      Example(
        "render holiday.edit --launch ./start-worker",
        "Renders with a worker that your own script starts elsewhere."),
      Example(
        "render holiday.edit --engine slurm --workers 8 --cache /shared/editc",
        "Renders with 8 workers of a cluster."
      ),
      Example("render holiday.edit --launch @farm", "Renders with a launcher from `editc.yaml`."),
      Example(
        "render holiday.edit --launch ./start-worker --check-workers 5%",
        "Re-renders a share of the worker's frames and compares them."),
      Example("render card.edit --set name=Ada -o ada.mp4", "Sets a variable."),
      Example("render card.edit --vars guests.csv", "Renders a film for each row of a table."),
    ], fetchesFirst: true, settings: .script
  ) { values in
    var request = PlanRequest(
      script: try values[scriptArgument],
      variables: try VariableRequest(values, command: "render", allowsExamples: false),
      only: OutputChoice(try values[onlyArgument]), range: try values[rangeArgument], cache: try values.cache,
      usesCache: try !values[noCacheArgument], root: try rootFolder(values),
      sandbox: try values[sandboxArgument],
      // The workers report missing kernel features, each in the style of the progress.
      inspector: .confined(sandbox: try values[sandboxArgument]))
    request.output = try values[output].map(StreamOrFile.init)
    request.isDraft = try values[draftArgument]
    request.notedDigests = try pipedMedia(of: request.script, values, command: "render")
    request.numbers = OutputNumbers(reserving: true)
    request.readsAhead = true
    try checkEnding(of: request.output)
    if request.output?.isStream == true, Console.output.isTerminal {
      throw UsageError(
        .other("--output: a film is not written to a terminal; redirect standard output"), command: "render")
    }
    let style = try values[progressArgument]
    let source = try WorkerSource(values)
    let receipts = try values[receiptArgument] ? Receipts(values, for: &request) : nil
    let run = RenderRun(
      request: request, receipts: receipts, replacesExisting: try values[forceArgument],
      jobs: try values[jobsArgument] ?? (source.usesOthers ? 0 : values.settings.jobs?.value),
      launches: source.launches, cluster: source.cluster, checking: source.checking,
      reporter: RenderReporter(style: style, showsNotes: try values[verboseArgument]),
      sandbox: try values[sandboxArgument], segmentServer: try values.segmentServer(for: "render"))
    return run.carryOut()
  }
}

private func checkEnding(of output: StreamOrFile?) throws(UsageError) {
  guard let output = output?.fileName else { return }
  if let problem = NumberedName.problem(in: output) {
    throw UsageError(.other("--output: \(problem.words.message); \(problem.words.hint)"), command: "render")
  }
  let endings = Container.allCases.map { ".\($0.rawValue)" }
  if !endings.contains(where: output.lowercased().hasSuffix) {
    throw UsageError(
      .other("--output: expected a file ending in \(endings.sentenceList()), found '\(output)'"),
      command: "render")
  }
}

/// One call of `editc render`.
private struct RenderRun {
  let request: PlanRequest
  /// Nil if none are written.
  let receipts: Receipts?
  let replacesExisting: Bool
  /// Nil for as many workers as keep the CPU cores busy.
  let jobs: Int?
  /// Shell commands, each of which starts a worker.
  let launches: [String]
  let cluster: ClusterRequest?
  let checking: WorkerChecking?
  let reporter: RenderReporter
  let sandbox: SandboxPolicy
  /// Nil for the segments of this machine alone.
  let segmentServer: SegmentServer?

  func carryOut() -> ExitCode {
    defer { request.numbers.release() }
    do { return try run() } catch { return reporter.fail(error) }
  }

  private func run() throws -> ExitCode {
    ForkServer.start()
    let script = try request.compile()
    if reporter.reportErrors(in: script) { return .findings }
    // All films are checked before the first one is rendered.
    let films = try request.films(of: script)
    let isStream = request.output?.isStream == true
    if isStream, films.contains(where: \.isPictures) {
      throw CommandFailure(
        .usage,
        "an image sequence is many files and cannot go to standard output; use -o FILE, such as -o out/%05d.png"
      )
    }
    for sentence in request.roundedRanges(of: films, of: script) { reporter.warn(sentence) }
    for list in request.playlistsLeftOut(of: script, with: films) {
      reporter.note("\(list) is not written: it names outputs that --only leaves out")
    }
    var targets: [OutputTarget] = []
    if !isStream { targets = try checkedTargets(of: films, sparing: Array(script.media.identities.values)) }
    if isStream, let sidecar = films.lazy.flatMap(\.sidecars).first {
      throw CommandFailure(
        .usage,
        "the script asks for the file '\(sidecar.path(besideFilm: "film"))' beside the film; use -o FILE instead of"
          + " standard output")
    }
    let plans = try request.plans(for: films, of: script)
    try receipts?.check(films, plans)
    var playlists = RequestedPlaylists(of: films)
    try playlists.checkFragments(of: plans, for: films)
    // Before this, a signal ends the process at once; there is nothing to clean up.
    let signals = try TerminationSignals()
    let work = try WorkFolder()
    if isStream {
      targets = plans.map { plan in
        OutputTarget(path: "\(work.path)/film.\(plan.settings.container.rawValue)", replacesExisting: false)
      }
    }
    let store = try SegmentStore(
      folder: request.segmentFolder() ?? work.path + "/segments")
    let pace = try request.pace()
    let sharing = segmentServer.map { server in
      SharedSegments(
        server, signals: signals,
        secondsToMake: { plan in pace?.estimate(plan).map { $0.high / Double($0.processors) } },
        onEvent: reporter.show)
    }
    func end(by signal: Signal) -> Never {
      reporter.interrupt(signal)
      work.remove()
      request.numbers.release()
      signal.raiseAgain()
    }
    for (index, (plan, target)) in zip(plans, targets).enumerated() {
      var options = RenderOptions(
        target: target, media: plan.composition.media.compactMap { script.media.identities[$0.path] },
        jobs: jobs, store: store, workFolder: work.path, sandbox: sandbox, launches: launches,
        checking: checking)
      var plan = plan
      let shared = try cluster.map { try $0.workFolder() }
      defer { shared?.remove() }
      if let cluster, let shared {
        options.cluster = try cluster.options(folder: shared.path)
      }
      if !launches.isEmpty || cluster != nil {
        options.origin = try script.origin(of: plan, film: target.path)
        plan = try plan.fromRoot()
      }
      reporter.begin(isStream ? "<stdout>" : target.path)
      let progress = RowProgress(films, done: index)
      let before = childrenProcessorSeconds()
      let outcome = try progress.naming {
        do throws(ExportError) {
          return try render(plan, options, signals: signals, sharing: sharing, onEvent: reporter.show)
        } catch {
          reporter.show(error.failedChecks, of: films[index], in: script)
          throw error
        }
      }
      switch outcome {
      case .finished(let film):
        playlists.add(plan, film, of: films[index])
        let spent = childrenProcessorSeconds() - before
        // The work of other machines is unknown here.
        if options.origin == nil, sharing?.hasLoaded != true, let pace,
          let made = RenderPace.Render(plan, seconds: spent)
        {
          pace.keep(made)
        }
        try receipts?.write(of: films[index], at: target, plan, script, request)
        if isStream { try FilmStream(path: target.path, work: work, signals: signals).send() }
        reporter.show(film.warnings, of: films[index], in: script)
        reporter.finish(film)
      case .interrupted(let signal):
        shared?.remove()
        end(by: signal)
      }
    }
    for list in playlists.all {
      try list.write(replacing: replacesExisting, in: request.root)
      reporter.finishPlaylist(list.path, naming: list.members.count + list.texts.count)
    }
    if let signal = sharing?.finish() { end(by: signal) }
    return .done
  }

  /// The files of the films, checked before media are read completely, which can take long.
  private func checkedTargets(
    of films: [RequestedFilm], sparing media: [FileIdentity]
  ) throws -> [OutputTarget] {
    let targets = films.map {
      OutputTarget(
        path: $0.path, replacesExisting: replacesExisting && !$0.isNumbered, isPictures: $0.isPictures,
        root: request.rootFolder(of: $0.path))
    }
    let sidecars = zip(targets, films).flatMap { target, film in film.sidecars.map { target.sidecar($0) } }
    let lists = RequestedPlaylists(of: films).paths.map {
      OutputTarget(path: $0, replacesExisting: replacesExisting, root: request.root)
    }
    let receipts = receipts.map { _ in targets.map(\.receipt) } ?? []
    try (targets + sidecars + lists + receipts).check(sparing: media)
    return targets
  }
}

/// A finished film that is written to standard output.
private struct FilmStream {
  let path: String
  let work: WorkFolder
  let signals: TerminationSignals

  /// Sends the film. If the reader is gone or the user interrupts, cleans up and ends by this signal.
  func send() throws {
    do throws(FileError) {
      try readInParts(path) { bytes throws(FileError) in
        if let signal = signals.received() { end(by: signal) }
        try writeAll(bytes, to: 1, named: "<stdout>")
      }
    } catch {
      if error.isBrokenPipe { end(by: .brokenPipe) }
      throw error
    }
  }

  private func end(by signal: Signal) -> Never {
    work.remove()
    signal.raiseAgain()
  }
}

/// The progress of the films of a table.
private struct RowProgress {
  /// The current row, and all rows.
  private let row: Int?
  private let rows: [Int]

  init(_ films: [RequestedFilm], done: Int) {
    row = films[done].row
    rows = films.compactMap(\.row)
  }

  /// Adds the row and the number of finished rows to a failure.
  func naming<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch {
      let failure = CommandFailure(error)
      guard let row, Set(rows).count > 1 else { throw failure }
      let made = Set(rows.filter { $0 < row }).count
      throw CommandFailure(
        failure.code, "row \(row): \(failure.message) (\(made) of \(Set(rows).count) rows are finished)")
    }
  }
}
