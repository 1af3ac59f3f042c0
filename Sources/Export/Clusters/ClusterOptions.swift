/// A cluster whose scheduler starts the workers of a render.
package struct ClusterOptions: Sendable {
  /// How many workers it is asked for.
  package var workers: Int
  /// What each of them runs. The plan that it names is written by the render.
  package var commands: DetachedCommands
  /// A folder of this render alone, which the workers see, too. Its name becomes that of the job.
  package var folder: String
  /// Options of `sbatch`, such as `--partition=long`.
  package var submitOptions: [String]

  /// The folders in which the commands of the scheduler are looked for, as in PATH.
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
