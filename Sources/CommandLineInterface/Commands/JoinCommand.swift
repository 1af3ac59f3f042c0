import Composition
import Export
import Processes
import RenderPlan
import Workspace

private let joinOutput = Argument<String?>.option(
  "output", short: "o", .file("FILE"), "Writes to this file instead of the one in the script.",
  group: "Output")

extension Command {
  static let join = Command(
    "join", "Joins the rendered segments of a plan into its film.",
    details: """
      The last step after `editc segment`. Each store entry is checked against the plan while it is read: \
      frames, times, first key frame and configuration. The film is verified as by `editc render`, and is \
      written completely or not at all.

      Exits with 0 if the film is finished and verified, 65 if the plan was changed or damaged, 66 if it is \
      missing, 69 if versions differ, 73 if the film cannot be created, 74 if reading or writing fails, and \
      75 if entries are missing, or were invalid and have been removed: run `editc segment` again.
      """,
    arguments: [
      planArgument, mapArgument, joinOutput, forceArgument, progressArgument, cacheArgument, rootArgument,
      sandboxArgument,
    ],
    examples: [
      Example("join --plan holiday.plan --cache /shared/editc", "Writes the film to the path in the script."),
      Example(
        "join --plan holiday.plan --cache /shared/editc -o holiday.mp4 --force", "Uses another path."),
    ], settings: .workingFolder
  ) { values in
    let (path, folders, sandbox) = (
      try values[planArgument], try values.folderMap, try values[sandboxArgument]
    )
    let (output, replaces) = (try values[joinOutput], try values[forceArgument])
    let root = try rootFolder(values)
    let (name, reporter) = (try values.cache, RenderReporter(style: try values[progressArgument]))
    do {
      let cache = try CacheFolder(named: name)
      let film = try DetachedFilm(path)
      let file = film.joinsFile ? try film.placed(folders, cache: cache, root: root) : film.file
      let target = OutputTarget(
        path: output ?? folders.place(of: film.origin.film), replacesExisting: replaces,
        isPictures: film.file.plan.settings.isSeries,
        root: output.map { root?.names($0) == true } ?? true ? root : nil)
      let sources = film.origin.files.compactMap { FileIdentity(ofFileAt: folders.place(of: $0.path)) }
      try target.check(sparing: sources)
      let store = SegmentStore(folder: cache.segments)
      let plan = store.marking(file.plan)
      try requireAll(of: plan, in: cache.segments)
      let signals = try TerminationSignals()
      let work = try WorkFolder()
      let options = RenderOptions(
        target: target, media: film.joinsFile ? file.media : sources, jobs: 1, store: store,
        workFolder: work.path,
        sandbox: sandbox)
      reporter.begin(target.path)
      let outcome = try Export.render(plan, options, signals: signals, onEvent: reporter.show)
      switch outcome {
      case .finished(let facts): reporter.finish(facts)
      case .interrupted(let signal):
        reporter.interrupt(signal)
        work.remove()
        signal.raiseAgain()
      }
      return .done
    } catch { return reporter.fail(error) }
  }
}

/// Throws if entries of a plan are not in the store, with their keys.
private func requireAll(of plan: RenderPlan, in folder: String) throws {
  let missing = plan.missingEntries
  guard let first = missing.first else { return }
  let shown = missing.prefix(10).map { "\n  \($0.name)  \($0.key)" }.joined()
  let more = missing.count > 10 ? "\n  and \(missing.count - 10) more" : ""
  throw CommandFailure(
    .temporaryFailure,
    "\(missing.count == 1 ? "\(first.name) is" : "\(missing.count) entries are") missing from \(folder) or damaged; "
      + "run `editc segment`, then this command again:\(shown)\(more)")
}
