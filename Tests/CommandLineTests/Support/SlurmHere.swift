import Glibc
import Processes
import TestSupport
import Testing

/// A Slurm that a test starts on this machine, and ends.
struct SlurmHere {
  let folder: String
  private static let script = packageRoot + "/Tests/slurm-here"

  /// Nil where Slurm cannot run, after saying why.
  init?(in place: Workplace, processors: Int = 8, nodes: Int = 1) throws {
    folder = place.path("slurm")
    let started = try run([Self.script, folder, "start", "\(processors)", "\(nodes)"])
    guard started.exitCode == 0 else {
      try #require(started.exitCode == 69, "\(started.errorText)")
      print("\(started.errorText): the test is skipped")
      return nil
    }
  }

  /// For commands that talk to it.
  var environment: [String: String] { ["SLURM_CONF": folder + "/slurm.conf"] }

  func stop() { _ = try? run([Self.script, folder, "stop"]) }

  /// Kills a daemon, such as `slurmd@node1`, and starts it again.
  func kill(_ daemon: String) throws {
    let number = String(decoding: try readFile("\(folder)/\(daemon).started", limit: 16), as: UTF8.self)
    let process = try #require(Int32(number.filter(\.isNumber)))
    try #require(Glibc.kill(process, SIGKILL) == 0)
    usleep(500_000)
    let started = try run([Self.script, folder, "daemon", daemon])
    try #require(started.exitCode == 0, "\(started.errorText)")
  }

  /// Takes nodes back into service that are not.
  func resumeNodes() {
    _ = try? run([
      "env", "SLURM_CONF=\(folder)/slurm.conf", "sh", "-c",
      "! sinfo --noheader --format=%T | grep -q drain || scontrol update nodename=$(sinfo --noheader --states=drain --format=%N) state=resume",
    ])
  }

  /// Tasks that are waiting or at work.
  func tasks() throws -> [String] {
    try run(["env", "SLURM_CONF=\(folder)/slurm.conf", "squeue", "--noheader", "--array", "--format=%T"]).text
      .split(separator: "\n").map(String.init).filter { $0 == "PENDING" || $0 == "RUNNING" }
  }
}
