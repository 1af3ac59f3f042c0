import Glibc

/// Environment variables that name folders.
enum EnvironmentFolders {
  /// The value of a variable; empty if it is not set. Throws if it is not UTF-8, because as text it would
  /// name another folder.
  static func path(_ name: String) throws(WorkspaceError) -> String {
    guard let value = getenv(name) else { return "" }
    guard let text = String(validatingCString: value) else { throw .foreignVariable(name) }
    return text
  }
}
