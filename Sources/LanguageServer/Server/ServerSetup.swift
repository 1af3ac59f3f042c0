package import Processes
package import Workspace

/// What a server works with.
package struct ServerSetup: Sendable {
  /// Nil without a cache: the media are then looked at again after each start.
  package let cache: CacheFolder?
  package let inspector: Inspector
  /// Nil if files may be anywhere.
  package let root: RootFolder?
  /// What commands of the editor run: this program.
  package let program: String
  /// Options for it that mean what they mean for this server: the cache, the root, the sandbox.
  package let options: [String]
  /// An error of the workspace in words.
  package let words: @Sendable (WorkspaceError) -> String

  package init(
    cache: CacheFolder?, inspector: Inspector, root: RootFolder?, program: String, options: [String],
    words: @escaping @Sendable (WorkspaceError) -> String
  ) {
    self.words = words
    self.cache = cache
    self.inspector = inspector
    self.root = root
    self.program = program
    self.options = options
  }
}
