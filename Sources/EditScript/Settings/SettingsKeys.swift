import Basics
import Diagnostics
import YAMLTree

/// The top level of an `editc.yaml`.
struct SettingsKeys: KeySet {
  typealias Record = TeamSettings

  static let title = "the settings"
  static let documentation =
    "The top level of an `editc.yaml`. Keys that start with `x-` are free for your own use."
  static let schema = MappingSchema(SettingsKeys.self)

  let settings = Key(
    "settings", "The version of the settings format: 1.", .version(of: "the settings", key: "settings"),
    isRequired: true, synonyms: ["version", "edit"])
  let requires = Key(
    "requires", "The minimum version of editc for the project; older versions refuse it.",
    .value(.leastRelease), example: "\">= 0.3\"", synonyms: ["editc", "minimum-version", "required-version"],
    field: .at(\TeamSettings.requires, ValueText { ">= \($0)" }))
  let cache = Key(
    "cache",
    "The folder for finished segments and facts about media, which sets `--cache`; or also a server.",
    .cache, example: "/shared/editc", synonyms: ["store", "cache-dir", "cache-folder"],
    field: .at(\TeamSettings.cache, ValueText { $0.dumpText }),
    default: .words("`editc` in `XDG_CACHE_HOME` or `~/.cache`"))
  let storeSize = Key(
    "store-size", "The maximum size of the store after `editc store clean`; sets `--size`.",
    .value(.byteCount),
    example: "50GB", synonyms: ["size", "max-size", "limit"],
    field: .at(\TeamSettings.storeSize, ValueText { $0.fileSizeText }))
  let jobs = Key(
    "jobs", "The number of workers on this machine; sets `--jobs`. Ignored if launchers are used.",
    .value(.integer(in: 1...LaunchCommand.mostWorkers)), example: "4", synonyms: ["threads", "processes"],
    field: .at(\TeamSettings.jobs, ValueText { "\($0)" }),
    default: .words("enough to keep all CPU cores busy"))
  let map = Key(
    "map", "Where folders of the machine that made a plan are on this machine; sets `--map`.",
    .mappedFolders, example: "{/home/ada/media: /mnt/media}", synonyms: ["folders", "mapped", "path-map"],
    field: .at(
      \TeamSettings.map,
      ValueText { flow($0.map { ($0.from.value, $0.to.value) }) }))
  let launchers = Key(
    "launchers", "Named commands or clusters that start workers, for `--launch @NAME`.", .launchers,
    example: "{farm: x4 ssh render1 editc worker}", synonyms: ["hosts", "farms", "machines"],
    related: ["workers"],
    field: .at(\TeamSettings.launchers, ValueText { flow($0.map { ($0.name.value, $0.start.dumpText) }) }))
  let launch = Key(
    "launch", "Launchers that every render uses; allowed only in your own configuration.", .launcherNames,
    example: "farm", synonyms: ["default-launch", "use"],
    field: .at(\TeamSettings.launch, ValueText { "[\($0.map(\.value).joined(separator: ", "))]" }))
  let remotes = Key(
    "remotes",
    "Servers that have media by their digests, for `editc fetch` and `--fetch`; tried after `from` in the script.",
    .list(of: .remote), example: "[\"https://media.example.org/{sha256}\"]",
    synonyms: ["remote", "mirrors", "media-servers"],
    field: .at(
      \TeamSettings.remotes,
      ValueText { "[\($0.map { onOneLine($0.value.text) }.joined(separator: ", "))]" }))
  let privateHosts = Key(
    "private",
    "Hosts with private addresses from which media may be fetched; sets `--allow-private`; only in your own "
      + "configuration.",
    .list(of: .text), example: "[nas.local]", synonyms: ["private-hosts", "allow-private"],
    field: .at(\TeamSettings.privateHosts, .names))
  let editor = Key(
    "editor",
    "The program with which `editc preview` opens `{file}` at `{line}`; only in your own configuration.",
    .editorCommand, example: "[code, --goto, \"{file}:{line}\"]", synonyms: ["open", "open-with"],
    field: .at(
      \TeamSettings.editor,
      ValueText { "[\($0.words.map { onOneLine($0) }.joined(separator: ", "))]" }))
  let recognizers = Key(
    "recognizers",
    "Speech recognisers for `editc words --recognizer NAME`: programs and their arguments; only in your own "
      + "configuration.",
    .recognizers, example: "{whisper: [whisper-to-json, small]}",
    synonyms: ["recognisers", "transcribers", "speech"],
    field: .at(
      \TeamSettings.recognizers,
      ValueText { recognizers in
        flow(
          recognizers.map { ($0.name.value, "[\($0.words.map { onOneLine($0) }.joined(separator: ", "))]") })
      }))
  let detect = Key(
    "detect", "What `editc detect` uses where no option says otherwise.", .mapping(DetectKeys.self),
    example: "{min: 0.6s, before: 200ms}", synonyms: ["detection", "silence"],
    field: .at(\TeamSettings.detect, ValueText { $0.dumpText }))
}

/// The long form of a launcher.
struct LauncherKeys: MappingKeys {
  typealias Record = LauncherRecord
  typealias Value = LauncherStart

  static let title = "a launcher"
  static let documentation = "Starts workers with a shell command or through Slurm."
  static let alternatives = [["command", "engine"]]

  let command = Key(
    "command", "A shell command that connects its standard input and output to `editc worker`.",
    .launchCommand, example: "ssh render1 editc worker", synonyms: ["cmd", "run", "shell"],
    field: .at(\LauncherRecord.command, ValueText { $0.dumpText }))
  let engine = Key(
    "engine", "The cluster that starts the workers; its nodes must share the `cache`.",
    .choice(ClusterEngine.self, "an engine"), synonyms: ["cluster", "scheduler"],
    field: .at(\LauncherRecord.engine))
  let workers = Key(
    "workers", "The number of workers: at most 256 with commands, 1000 with Slurm.",
    .value(.integer(in: 1...1000)), example: "4", synonyms: ["count", "number", "jobs"],
    field: .at(\LauncherRecord.workers, ValueText { "\($0)" }), default: .words("1 for a command"))
  let options = Key(
    "sbatch", "Options for `sbatch`, including their dashes.", .list(of: .text),
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

/// The values in the long form of a launcher.
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
