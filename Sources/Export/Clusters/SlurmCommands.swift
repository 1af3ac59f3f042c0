import Basics
import Processes

/// The commands of Slurm, as children of an event loop. Only one runs at a time; their answers are data for
/// `ClusterWork`.
final class SlurmCommands {
  enum Answer: Hashable {
    /// The number of the job.
    case submitted(String, workers: Int)
    case notSubmitted(String)
    /// Tasks that are waiting or running.
    case active(Int)
    case notKnown(String)
    case cancelled
  }

  private enum Question: Hashable {
    case submit(workers: Int)
    case queue
    case cancel
  }

  /// The name of all jobs of this render.
  private let jobName: String
  private let loop: any ProcessLoop
  private let programs: [String: String]
  private var asked: (child: EventLoop.ChildID, question: Question)?
  private var lines: [String] = []
  private var deadline: EventLoop.TimerID?

  private static let patience = Duration.seconds(60)
  private static let patienceAtEnd = Duration.seconds(10)

  /// Throws if Slurm's commands are not on this machine.
  init(jobName: String, on loop: any ProcessLoop, path: String) throws(ExportError) {
    self.jobName = jobName
    self.loop = loop
    var programs: [String: String] = [:]
    for name in ["sbatch", "squeue", "scancel"] {
      guard let found = Processes.path(ofProgram: name, in: path) else {
        throw ExportError(
          .unavailable,
          "there is no `\(name)` on this machine; run the command where Slurm's commands are installed and in PATH, or "
            + "print a job for another machine with `editc job slurm`")
      }
      programs[name] = found
    }
    self.programs = programs
  }

  var isBusy: Bool { asked != nil }
  /// Whether Slurm was asked for workers; it may have accepted a job without an answer.
  private(set) var mayHaveTasks = false

  /// Submits an array of workers that each run a shell command.
  func submit(_ workers: Int, _ line: String, processors: Int, options: [String]) throws(ExportError) {
    mayHaveTasks = true
    try ask(
      .submit(workers: workers), "sbatch",
      options + [
        "--parsable", "--job-name=\(jobName)", "--array=0-\(workers - 1)", "--cpus-per-task=\(processors)",
        "--output=/dev/null", "--error=/dev/null", "--wrap=\(line)",
      ])
  }

  /// Asks how many tasks are waiting or running.
  func askForTasks() throws(ExportError) {
    try ask(.queue, "squeue", ["--noheader", "--array", "--name=\(jobName)", "--format=%T"])
  }

  private func ask(_ question: Question, _ program: String, _ arguments: [String]) throws(ExportError) {
    lines = []
    do throws(SystemError) {
      let child = try loop.start(ChildCommand(programs[program] ?? program, arguments))
      loop.closeInput(of: child)
      asked = (child, question)
      deadline = loop.startTimer(after: Self.patience)
    } catch { throw ExportError(error) }
  }

  func isAbout(_ event: EventLoop.Event) -> Bool {
    guard let asked else { return false }
    if case .timer(let timer) = event { return timer == deadline }
    return event.child == asked.child
  }

  /// Returns the answer, once it is complete.
  func handle(_ event: EventLoop.Event) -> Answer? {
    switch event {
    case .line(_, let line): lines.append(line)
    case .timer: if let asked { loop.kill(asked.child) }
    case .ended(_, let status, let errorText):
      defer { asked = nil }
      if let deadline { loop.cancelTimer(deadline) }
      return asked.map { answer(to: $0.question, status, errorText) }
    case .lineTooLong, .interrupted, .readable, .writable: break
    }
    return nil
  }

  private func answer(to question: Question, _ status: ProcessStatus, _ errorText: String) -> Answer {
    let complaint = errorText.split(separator: "\n").last.map(String.init) ?? "it \(status)"
    switch question {
    case .submit(let workers):
      guard status.isSuccess, let job = lines.first?.split(separator: ";").first, !job.isEmpty else {
        return .notSubmitted(complaint)
      }
      return .submitted(String(job), workers: workers)
    case .queue:
      guard status.isSuccess else { return .notKnown(complaint) }
      return .active(lines.count { !Self.endStates.contains($0) })
    case .cancel: return .cancelled
    }
  }

  /// States of tasks that are still listed after their end.
  private static let endStates: Set<String> = [
    "COMPLETING", "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
    "BOOT_FAIL", "DEADLINE",
  ]

  /// Cancels the tasks of this render, all of them or those that have not started. Does not wait for long: a
  /// scheduler that does not answer must not block the render.
  func cancel(onlyWaiting: Bool) {
    if let asked {
      // A job that is just being submitted would not be found.
      if case .submit = asked.question {} else { loop.kill(asked.child) }
    }
    let end = loop.startTimer(after: Self.patienceAtEnd)
    defer { loop.cancelTimer(end) }
    func wait(for child: EventLoop.ChildID) -> Bool {
      while let event = try? loop.next() {
        if event == .timer(end) { return false }
        if case .ended(child, _, _) = event { return true }
      }
      return false
    }
    if let asked, !wait(for: asked.child) { return }
    asked = nil
    let options = ["--name=\(jobName)"] + (onlyWaiting ? ["--state=PENDING"] : [])
    guard let child = try? loop.start(ChildCommand(programs["scancel"] ?? "scancel", options)) else { return }
    if !wait(for: child) { loop.kill(child) }
  }
}
