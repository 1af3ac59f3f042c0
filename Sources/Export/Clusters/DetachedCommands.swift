import Basics
package import Processes

/// The command lines of the processes that make one film from a plan, with a shared store. They say everything: no
/// settings of the machines count.
package struct DetachedCommands: Sendable {
  /// How `editc` is called where they run: a path, or a name in its `PATH`.
  package var program: String
  /// The file of the plan.
  package var plan: String
  /// The folder of `--cache`.
  package var cache: String
  /// Where folders of the machine that made the plan are where they run.
  package var folders: [(from: String, to: String)]
  /// The workers of one process.
  package var jobs: Int
  /// What they do on a kernel that cannot guard their workers.
  package var sandbox: SandboxPolicy
  /// Whether the join replaces a film that is there.
  package var replacesExisting: Bool

  package init(
    program: String, plan: String, cache: String, folders: [(from: String, to: String)] = [], jobs: Int,
    sandbox: SandboxPolicy = .whenAvailable, replacesExisting: Bool = false
  ) {
    self.program = program
    self.plan = plan
    self.cache = cache
    self.folders = folders
    self.jobs = jobs
    self.sandbox = sandbox
    self.replacesExisting = replacesExisting
  }

  /// Makes what the store lacks, as a line for a shell.
  package var segment: String { line("segment", ["--jobs", "\(jobs)"]) }

  /// Makes the film.
  package var join: String { line("join", replacesExisting ? ["--force"] : []) }

  private func line(_ command: String, _ options: [String]) -> String {
    let maps = folders.flatMap { ["--map", "\($0.from)=\($0.to)"] }
    let guarding = sandbox == .whenAvailable ? [] : ["--sandbox", sandbox.rawValue]
    return
      ([program, command, "--plan", plan, "--cache", cache] + maps + guarding + options + ["--no-settings"])
      .map(shellWord).joined(separator: " ")
  }
}
