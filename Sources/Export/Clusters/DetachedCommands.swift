import Basics
package import Processes

/// The command lines of the processes that render one film from a plan, with a shared store. They are
/// complete: no settings of the machines apply.
package struct DetachedCommands: Sendable {
  /// How these processes call `editc`: by a path, or a name in their `PATH`.
  package var program: String
  /// The file of the plan.
  package var plan: String
  /// The folder of `--cache`.
  package var cache: String
  /// Where these processes find the folders of the machine that made the plan.
  package var folders: [(from: String, to: String)]
  /// The workers of each process.
  package var jobs: Int
  /// The policy for kernels that cannot sandbox the workers.
  package var sandbox: SandboxPolicy
  /// Whether joining overwrites an existing film.
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

  /// Renders the missing entries, as a shell command.
  package var segment: String { line("segment", ["--jobs", "\(jobs)"]) }

  /// Joins the film, as a shell command.
  package var join: String { line("join", replacesExisting ? ["--force"] : []) }

  private func line(_ command: String, _ options: [String]) -> String {
    let maps = folders.flatMap { ["--map", "\($0.from)=\($0.to)"] }
    let guarding = sandbox == .whenAvailable ? [] : ["--sandbox", sandbox.rawValue]
    return
      ([program, command, "--plan", plan, "--cache", cache] + maps + guarding + options + ["--no-settings"])
      .map(shellWord).joined(separator: " ")
  }
}
