package import ContentDigest
import Processes

/// The folder for everything that editc can recreate: segments, and facts and digests of media.
package struct CacheFolder: Sendable {
  package let path: String

  /// The given folder, else `editc` below `XDG_CACHE_HOME`, else below `~/.cache`.
  package init(named path: String?) throws(WorkspaceError) {
    self.path = if let path { path } else { try Self.standard() }
    // Only reports what the user can correct: an unwritable folder merely makes commands slower.
    if let file = fileAbove(self.path) { throw .cacheIsNoFolder(path: file) }
  }

  private static func standard() throws(WorkspaceError) -> String {
    let base = try EnvironmentFolders.path("XDG_CACHE_HOME")
    if base.hasPrefix("/") { return base + "/editc" }
    let home = try EnvironmentFolders.path("HOME")
    guard !home.isEmpty else { throw .noCacheFolder }
    return home + "/.cache/editc"
  }

  /// The folder of the segment store.
  package var segments: String { path + "/segments" }
  /// The content store: media by their digests.
  package var media: String { path + "/media" }

  package func path(ofMedia digest: ContentDigest) -> String {
    "\(media)/\(digest.hex.prefix(2))/\(digest.hex)"
  }
  var digests: String { path + "/digests" }
  package var pace: RenderPace { RenderPace(folder: path + "/pace") }
  package var facts: FactsCache { FactsCache(folder: path + "/facts") }
  var features: FeaturesCache { FeaturesCache(folder: path + "/features") }
}

/// The file at a path, or above it, that is not a folder; nil if a folder can be created there.
private func fileAbove(_ path: String) -> String? {
  var path = path
  while true {
    if let kind = FileKind(at: path, followsLinks: true) { return kind == .folder ? nil : path }
    guard folder(of: path) != path else { return nil }
    path = folder(of: path)
  }
}
