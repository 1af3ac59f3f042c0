import FoundationEssentials

/// The folder for everything that editc can make again: segments, and facts and digests of media.
package struct CacheFolder: Sendable {
  package let path: String

  /// The folder that is named, else `editc` below `XDG_CACHE_HOME`, else below `~/.cache`.
  package init(named path: String?) throws(WorkspaceError) {
    let environment = ProcessInfo.processInfo.environment
    if let path {
      self.path = path
    } else if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") {
      self.path = base + "/editc"
    } else if let home = environment["HOME"], !home.isEmpty {
      self.path = home + "/.cache/editc"
    } else {
      throw .noCacheFolder
    }
  }

  /// The folder of the segment store.
  package var segments: String { path + "/segments" }
  var digests: String { path + "/digests" }
  package var facts: FactsCache { FactsCache(folder: path + "/facts") }
}
