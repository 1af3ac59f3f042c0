import EditScript
import Export
import Workspace

/// A setting that a command uses because no option overrides it.
struct AppliedSetting: Hashable {
  /// `cache /shared/editc`
  let text: String
  /// `editc.yaml:3`
  let place: String
  /// Whether it determines where files are written. A repository can contain such a setting.
  var choosesFolder = false
}

extension ParsedArguments {
  /// The folder of `--cache`, or else of the settings; nil for the default.
  var cache: String? {
    get throws(UsageError) { try self[cacheArgument] ?? settings.cache?.value }
  }

  /// The map from `--map`, or else from the settings.
  var folderMap: FolderMap {
    get throws(UsageError) {
      try wasGiven(mapArgument) ? FolderMap(self) : settings.map?.value ?? FolderMap()
    }
  }

  /// The settings that a command with these arguments uses.
  var usedSettings: [AppliedSetting] {
    get throws(UsageError) {
      var used: [AppliedSetting] = []
      let usesNoCache = try self[noCacheArgument]
      if declares(cacheArgument), !wasGiven(cacheArgument), !usesNoCache, let cache = settings.cache {
        used.append(AppliedSetting(text: "cache \(cache.value)", place: cache.place, choosesFolder: true))
      }
      if declares(cacheRemoteArgument), !usesNoCache {
        let named = try self[cacheRemoteArgument]
        if let found = settings.cacheServer(named: named) {
          used.append(AppliedSetting(text: found.value.text, place: found.place, choosesFolder: true))
        } else if named == nil, let other = settings.nearestCacheServer {
          let server = other.value.server
          let name = server.isOpen ? server.text : server.host
          used.append(
            AppliedSetting(
              text: "cache remote \(server.text) is not used; --cache-remote \(name) allows it",
              place: other.place))
        }
      }
      if declares(mapArgument), !wasGiven(mapArgument), let map = settings.map {
        used.append(AppliedSetting(text: "map", place: map.place))
      }
      let launchers = try requestedLaunchers
      for launcher in launchers {
        used.append(AppliedSetting(text: launcher.value.text, place: launcher.place))
      }
      if declares(jobsArgument), !wasGiven(jobsArgument), launchers.isEmpty, !wasGiven(launchArgument),
        !wasGiven(engineArgument), let jobs = settings.jobs
      {
        used.append(AppliedSetting(text: "jobs \(jobs.value)", place: jobs.place))
      }
      if declares(storeSizeArgument), !wasGiven(storeSizeArgument), let size = settings.storeSize,
        case .clean = try self[storeActionArgument]
      {
        used.append(AppliedSetting(text: "store-size \(size.value.fileSizeText)", place: size.place))
      }
      return used
    }
  }
}

extension CacheServerUse {
  /// `cache remote https://cache.example.org, write: always`
  fileprivate var text: String { "cache remote \(server.text), write: \(writing.rawValue)" }
}

extension SettingsLauncher {
  /// `launcher farm: x4 ssh render1 editc worker`
  fileprivate var text: String {
    switch start {
    case .commands(let commands):
      let words = commands.map { ($0.count.map { "x\($0) " } ?? "") + $0.command }
      return "launcher \(name): \(words.joined(separator: ", "))"
    case .slurm(let workers, let options):
      return "launcher \(name): slurm with \(workers) workers" + options.map { " \($0)" }.joined()
    }
  }
}
