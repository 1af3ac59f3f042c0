/// What to start as a child process.
package struct ChildCommand: Hashable, Sendable {
  /// A path; nothing is looked up in `PATH`.
  package var executable: String
  /// Without the name of the program itself.
  package var arguments: [String]
  /// Nil gives the child our own environment.
  package var environment: [String: String]?

  package init(_ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }
}
