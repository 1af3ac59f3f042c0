/// A cluster whose scheduler starts the workers of a render.
package struct ClusterOptions: Sendable {
  /// The number of workers to request.
  package var workers: Int
  /// The command that each of them runs. The render writes the plan that it names.
  package var commands: DetachedCommands
  /// A folder of this render alone that the workers can access, too. Its name becomes that of the job.
  package var folder: String
  /// Options of `sbatch`, such as `--partition=long`.
  package var submitOptions: [String]

  /// The folders to search for the scheduler's commands, as in PATH.
  package var searchPath: String

  package init(
    workers: Int, commands: DetachedCommands, folder: String, submitOptions: [String], searchPath: String
  ) {
    self.workers = workers
    self.commands = commands
    self.folder = folder
    self.submitOptions = submitOptions
    self.searchPath = searchPath
  }
}
