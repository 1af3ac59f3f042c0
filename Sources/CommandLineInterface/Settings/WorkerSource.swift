import Basics
import EditScript
import Export
import FoundationEssentials
import Processes
import Workspace

let launchArgument = Argument.repeated(
  "launch", .launch("CMD"),
  "Starts a worker with a shell command, such as `ssh render1 editc worker`; `x4 COMMAND` starts four, `@NAME` "
    + "uses a launcher from `editc.yaml`. Local workers are started only if you also pass --jobs.",
  group: "Workers")
let engineArgument = Argument<RenderEngine?>.option(
  "engine", .word("ENGINE", of: RenderEngine.self),
  "Lets a cluster start the workers: `slurm` submits them with sbatch. Needs --workers and a --cache folder "
    + "that all nodes share; --jobs then sets the CPU cores per worker (default 1).", group: "Workers")
let submitOptionArgument = Argument.repeated(
  "sbatch", .text("OPTION"), "Passes an option to sbatch: `--sbatch=--partition=long`.", group: "Workers")

let checkWorkersArgument = Argument<Double?>.option(
  "check-workers", .share("PERCENT"),
  "Re-renders at least this share of each launched worker's frames here, such as 5%, and compares. A worker "
    + "whose segments differ is dropped, and its segments are rendered again. Needs --launch.",
  group: "Workers")

extension ArgumentKind where Value == Double {
  /// A percentage above 0, as a fraction of 1.
  fileprivate static func share(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "a percentage above 0, such as 5%") { text in
      guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent > 0, percent <= 100 else {
        return nil
      }
      return percent / 100
    }
  }
}

enum RenderEngine: String, CaseIterable, Sendable {
  case slurm
}

extension ArgumentKind where Value == LaunchCommand {
  /// A shell command, optionally preceded by a number of workers, or `@` and the name of a launcher.
  fileprivate static func launch(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "a shell command, optionally after a number of workers such as x4"
    ) { LaunchCommand($0) }
  }
}

extension LaunchCommand {
  /// The launcher that it names; nil for a shell command.
  fileprivate var launcherName: String? { command.hasPrefix("@") ? String(command.dropFirst()) : nil }
}

extension ParsedArguments {
  /// The launchers from the settings: those that the command line names, or the default ones from the user's
  /// configuration. Unknown names are skipped.
  var requestedLaunchers: [Chosen<SettingsLauncher>] {
    get throws(UsageError) {
      guard declares(launchArgument) else { return [] }
      if wasGiven(launchArgument) || wasGiven(engineArgument) {
        return try self[launchArgument].compactMap(\.launcherName).compactMap { settings.launcher(named: $0) }
      }
      return settings.launch
    }
  }
}

/// The source of a render's workers.
struct WorkerSource {
  /// Shell commands, each of which starts a worker.
  private(set) var launches: [String] = []
  private(set) var cluster: ClusterRequest?
  /// The share of the launched workers' output that is compared; nil for none.
  private(set) var checking: WorkerChecking?

  var usesOthers: Bool { !launches.isEmpty || cluster != nil }

  /// Reads `--launch`, `--engine` and the settings.
  init(_ values: ParsedArguments) throws(UsageError) {
    var (engine, workers, options) = (
      try values[engineArgument], try values[workersArgument], try values[submitOptionArgument]
    )
    let given = try values[launchArgument]
    if engine != nil, !given.isEmpty { throw mistake("--engine and --launch cannot be combined") }
    var clusters = 0
    func use(_ launcher: SettingsLauncher, count: Int?) throws(UsageError) {
      switch launcher.start {
      case .commands(let commands):
        if count != nil, commands.count > 1 {
          throw mistake("--launch: @\(launcher.name) has several commands, each with its own number")
        }
        for command in commands { add(launcher.line(command), count: count ?? command.count) }
      case .slurm(let number, let its):
        if count != nil {
          throw mistake("--launch: @\(launcher.name) is a cluster; set its number of workers with --workers")
        }
        clusters += 1
        (engine, workers) = (.slurm, workers ?? number)
        options = its + options
      }
    }
    for launch in given {
      guard let name = launch.launcherName else {
        add(launch.command, count: launch.count)
        continue
      }
      guard let launcher = values.settings.launcher(named: name) else {
        throw unknown(name, among: values.settings.launcherNames)
      }
      try use(launcher.value, count: launch.count)
    }
    if given.isEmpty, engine == nil {
      for launcher in values.settings.launch { try use(launcher.value, count: nil) }
    }
    if launches.count > WorkerLimits.workers {
      throw mistake("--launch: at most \(WorkerLimits.workers) workers")
    }
    if clusters > 1 || (clusters == 1 && !launches.isEmpty) {
      throw mistake("--launch: a launcher with `engine` cannot be combined with others")
    }
    cluster = try ClusterRequest(values, engine: engine, workers: workers, submitOptions: options)
    guard let share = try values[checkWorkersArgument] else { return }
    if launches.isEmpty {
      throw mistake("--check-workers needs workers that --launch starts")
    }
    checking = WorkerChecking(share: share)
  }

  private mutating func add(_ command: String, count: Int?) {
    launches += Array(repeating: command, count: count ?? 1)
  }
}

extension SettingsLauncher {
  /// The command, run in the folder of the settings.
  fileprivate func line(_ command: LaunchCommand) -> String {
    let isHere = (try? realPath(".")) == folder
    return isHere ? command.command : "cd \(shellWord(folder)) || exit; \(command.command)"
  }
}

private func mistake(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "render") }

private func unknown(_ name: String, among names: [String]) -> UsageError {
  let near = Suggestion.best(for: name, among: names).map { "; did you mean @\($0)?" }
  let known =
    names.isEmpty
    ? "no `editc.yaml` has launchers" : "known are \(names.map { "@" + $0 }.sentenceList(" and "))"
  return mistake("--launch: there is no launcher @\(name)" + (near ?? "; " + known))
}

/// A cluster on which to start the workers.
struct ClusterRequest {
  private let workers: Int
  private let jobs: Int
  private let cache: String
  private let submitOptions: [String]
  private let sandbox: SandboxPolicy

  /// Nil without an engine.
  fileprivate init?(
    _ values: ParsedArguments, engine: RenderEngine?, workers: Int?, submitOptions: [String]
  ) throws(UsageError) {
    guard engine != nil else {
      if workers != nil {
        throw mistake("--workers needs --engine, such as --engine slurm; --jobs is for this machine")
      }
      if !submitOptions.isEmpty { throw mistake("--sbatch needs --engine slurm") }
      return nil
    }
    guard let workers else {
      throw mistake("--engine slurm: --workers N is required")
    }
    guard let cache = try values.cache, try !values[noCacheArgument] else {
      throw mistake("--engine slurm: --cache DIR is required, a folder that all nodes of the cluster share")
    }
    if let odd = submitOptions.first(where: { !$0.hasPrefix("-") }) {
      throw mistake(
        "--sbatch: expected one option, such as --sbatch=--partition=long, found '\(odd)'")
    }
    (self.workers, self.cache, self.submitOptions) = (workers, cache, submitOptions)
    jobs = try values[jobsArgument] ?? 1
    sandbox = try values[sandboxArgument]
  }

  /// A folder for one film that is visible to the nodes.
  func workFolder() throws(WorkspaceError) -> WorkFolder {
    let folder = cache + "/jobs"
    do throws(FileError) { try makeFolder(folder) } catch { throw .file(error) }
    return try WorkFolder(in: folder)
  }

  /// - Parameter folder: The folder of one film.
  func options(folder: String) throws(WorkspaceError) -> ClusterOptions {
    let folder = try pathFromRoot(folder)
    return ClusterOptions(
      workers: workers,
      commands: DetachedCommands(
        program: ownProgram, plan: folder + "/plan", cache: try pathFromRoot(cache), jobs: jobs,
        sandbox: sandbox),
      folder: folder, submitOptions: submitOptions,
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? usualSearchPath)
  }
}
