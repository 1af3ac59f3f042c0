package import Processes
package import Workspace

/// The environment of a server.
package struct ServerSetup: Sendable {
  /// Nil without a cache: media are then probed again after each start.
  package let cache: CacheFolder?
  package let inspector: Inspector
  /// Nil if files may be anywhere.
  package let root: RootFolder?
  /// The program that editor commands run: this one.
  package let program: String
  /// The server's options for this program: the cache, the root, the sandbox.
  package let options: [String]
  /// The message for an error of the workspace.
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
