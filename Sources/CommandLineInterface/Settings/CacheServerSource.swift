import EditScript
import Export
import FoundationEssentials
import Processes
import Workspace

let cacheRemoteArgument = Argument<NamedCacheServer?>.option(
  "cache-remote",
  ArgumentKind(
    "SERVER", expectation: "a URL such as https://cache.example.org, or the host of one in `editc.yaml`"
  ) { NamedCacheServer($0) },
  "A server that has finished segments: its URL, or the host of the server that `editc.yaml` names.",
  group: commonOptions)

extension ParsedArguments {
  /// The server of finished segments; nil if there is none, or if no segments are cached.
  func segmentServer(for command: String) throws -> SegmentServer? {
    let named = try self[cacheRemoteArgument]
    if try self[noCacheArgument] {
      guard named == nil else {
        throw UsageError(.other("--cache-remote and --no-cache cannot be combined"), command: command)
      }
      return nil
    }
    guard let use = try cacheServerUse(named, command) else { return nil }
    let environment = ProcessInfo.processInfo.environment
    var server = SegmentServer(url: use.server.text, name: use.server.host)
    server.isWritten = use.writing.applies(in: environment)
    server.sandbox = try self[sandboxArgument]
    // The user has named it.
    server.privateHosts = try self[allowPrivateArgument] + settings.privateHosts
    if let host = use.server.hostName { server.privateHosts.append(host) }
    if let key = environment["EDITC_CACHE_KEY"], !key.isEmpty { server.key = Array(key.utf8) }
    return server
  }

  private func cacheServerUse(
    _ named: NamedCacheServer?, _ command: String
  ) throws(UsageError) -> CacheServerUse? {
    let found = settings.cacheServer(named: named)?.value
    switch named {
    case .url(let server): return found ?? CacheServerUse(server: server, writing: .never)
    case .host(let host):
      guard found == nil else { return found }
      throw UsageError(
        .other("--cache-remote: no `editc.yaml` names an https: or s3: server on \(host); write the URL"),
        command: command)
    case nil: return found
    }
  }
}

extension CacheWriting {
  fileprivate func applies(in environment: [String: String]) -> Bool {
    switch self {
    case .never: false
    case .always: true
    case .ci: !["", "0", "false"].contains(environment["CI"] ?? "")
    }
  }
}
