import Basics
import Diagnostics
import YAMLTree

/// The top level of an `editc.yaml`.
struct SettingsKeys: KeySet {
  typealias Record = TeamSettings

  static let title = "the settings"
  static let documentation =
    "The top level of an `editc.yaml`. Keys that begin with `x-` are the author's own."
  static let schema = MappingSchema(SettingsKeys.self)

  let settings = Key(
    "settings", "The version of the settings: 1.", .version(of: "the settings", key: "settings"),
    isRequired: true, synonyms: ["version", "edit"])
  let requires = Key(
    "requires", "The least release of editc that the project is made with; an older one refuses it.",
    .value(.leastRelease), example: "\">= 0.3\"", synonyms: ["editc", "minimum-version", "required-version"],
    field: .at(\TeamSettings.requires, ValueText { ">= \($0)" }))
  let cache = Key(
    "cache", "The folder for finished segments and facts of media, in place of `--cache`.", .settingsFolder,
    example: "/shared/editc", synonyms: ["store", "cache-dir", "cache-folder"],
    field: .text(\TeamSettings.cache), default: .words("`editc` in `XDG_CACHE_HOME` or `~/.cache`"))
  let storeSize = Key(
    "store-size", "How much `editc store clean` leaves at most, in place of `--size`.", .value(.byteCount),
    example: "50GB", synonyms: ["size", "max-size", "limit"],
    field: .at(\TeamSettings.storeSize, ValueText { $0.fileSizeText }))
  let jobs = Key(
    "jobs", "Workers of this machine, in place of `--jobs`; not beside launchers.",
    .value(.integer(in: 1...LaunchCommand.mostWorkers)), example: "4", synonyms: ["threads", "processes"],
    field: .at(\TeamSettings.jobs, ValueText { "\($0)" }), default: .words("one for each processor"))
  let map = Key(
    "map", "Where folders of the machine that made a plan are on this one, in place of `--map`.",
    .mappedFolders, example: "{/home/ada/media: /mnt/media}", synonyms: ["folders", "mapped", "path-map"],
    field: .at(
      \TeamSettings.map,
      ValueText { flow($0.map { ($0.from.value, $0.to.value) }) }))
  let launchers = Key(
    "launchers", "What starts workers, by names for `--launch @NAME`.", .launchers,
    example: "{farm: x4 ssh render1 editc worker}", synonyms: ["hosts", "farms", "machines"],
    related: ["workers"],
    field: .at(\TeamSettings.launchers, ValueText { flow($0.map { ($0.name.value, $0.start.dumpText) }) }))
  let launch = Key(
    "launch", "Launchers that every render uses; only in your own configuration.", .launcherNames,
    example: "farm", synonyms: ["default-launch", "use"],
    field: .at(\TeamSettings.launch, ValueText { "[\($0.map(\.value).joined(separator: ", "))]" }))
}

/// The long form of a launcher.
struct LauncherKeys: MappingKeys {
  typealias Record = LauncherRecord
  typealias Value = LauncherStart

  static let title = "a launcher"
  static let documentation = "What starts workers: a shell command, or Slurm."
  static let alternatives = [["command", "engine"]]

  let command = Key(
    "command", "A shell command whose standard input and output are those of `editc worker`.",
    .launchCommand, example: "ssh render1 editc worker", synonyms: ["cmd", "run", "shell"],
    field: .at(\LauncherRecord.command, ValueText { $0.dumpText }))
  let engine = Key(
    "engine", "The cluster that starts the workers, which needs a `cache` that its nodes share.",
    .choice(ClusterEngine.self, "an engine"), synonyms: ["cluster", "scheduler"],
    field: .at(\LauncherRecord.engine))
  let workers = Key(
    "workers", "How many workers: 256 at most by commands, 1000 at most by Slurm.",
    .value(.integer(in: 1...1000)), example: "4", synonyms: ["count", "number", "jobs"],
    field: .at(\LauncherRecord.workers, ValueText { "\($0)" }), default: .words("1 by a command"))
  let options = Key(
    "sbatch", "Options for sbatch, with their dashes.", .list(of: .text),
    example: "[--partition=long]", synonyms: ["sbatch-options", "options"],
    field: .at(\LauncherRecord.options, .names))

  static func decode(_ reader: MappingReader<LauncherKeys>) -> LauncherStart? {
    let record = reader.filled(LauncherRecord())
    return record.engine == nil
      ? decodeCommand(record, reader) : decodeCluster(record, reader)
  }

  private static func decodeCommand(
    _ record: LauncherRecord, _ reader: MappingReader<LauncherKeys>
  ) -> LauncherStart? {
    if let options = record.options {
      reader.reading.report(
        Diagnostic(
          .keyOfAnotherKind, "`sbatch` applies only to launchers with `engine: slurm`", at: options.range,
          hint: "remove it, or write `engine: slurm` in place of `command`"))
    }
    guard let command = record.command else {
      if !reader.hasValue(for: \.command), !reader.hasValue(for: \.engine) {
        reader.reading.report(
          Diagnostic(
            .missingKey, "a launcher needs `command` or `engine`", at: reader.subject.keyRange,
            hint: "add one, as in `command: ssh render1 editc worker`"))
      }
      return nil
    }
    var launched = command.value
    guard let workers = record.workers else { return .commands([launched]) }
    if launched.count != nil {
      reader.reading.report(
        Diagnostic(
          .competingKeys, "`workers` and the number before the command set the same thing",
          at: workers.range, notes: [.init("the other one", at: command.range)], hint: "keep one of them"))
      return nil
    }
    guard workers.value <= LaunchCommand.mostWorkers else {
      reader.reading.report(
        Diagnostic(
          .numberOutOfRange,
          "`\(workers.value)` is outside the range from `1` to `\(LaunchCommand.mostWorkers)`",
          at: workers.range))
      return nil
    }
    launched.count = workers.value
    return .commands([launched])
  }

  private static func decodeCluster(
    _ record: LauncherRecord, _ reader: MappingReader<LauncherKeys>
  ) -> LauncherStart? {
    for option in record.options?.value ?? [] where !option.value.hasPrefix("-") {
      reader.reading.report(
        Diagnostic(
          .unknownValue, "'\(option.value)' is not an sbatch option: options start with a dash",
          at: option.range, hint: "write it as on the command line, such as `--partition=long`"))
    }
    guard let workers = record.workers else {
      if !reader.hasValue(for: \.workers) {
        reader.reading.report(
          Diagnostic(
            .missingKey, "a launcher with `engine` needs `workers`", at: reader.subject.keyRange,
            hint: "add it, as in `workers: 8`"))
      }
      return nil
    }
    return .slurm(workers: workers.value, options: (record.options?.value ?? []).map(\.value))
  }
}

/// A cluster that can start workers.
enum ClusterEngine: String, CaseIterable, Sendable {
  case slurm
}

/// What is written of a launcher in its long form.
struct LauncherRecord: EmptyRecord, Sendable {
  var command: Located<LaunchCommand>?
  var engine: Located<ClusterEngine>?
  var workers: Located<Int>?
  var options: Located<[Located<String>]>?
}

extension LaunchCommand {
  fileprivate var dumpText: String { (count.map { "x\($0) " } ?? "") + command }
}

extension LauncherStart {
  fileprivate var dumpText: String {
    switch self {
    case .commands(let commands): "[\(commands.map { onOneLine($0.dumpText) }.joined(separator: ", "))]"
    case .slurm(let workers, let options):
      "slurm \(workers) [\(options.map { onOneLine($0) }.joined(separator: ", "))]"
    }
  }
}
