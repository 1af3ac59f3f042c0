import Glibc
import Processes
import TestSupport
import Testing

/// Films that a real Slurm makes, which the test starts on this machine.
@Suite("Films of Slurm", .serialized, .enabled(if: testsAll, "runs in `make test-all`"))
struct SlurmTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("film.edit", variedScript())
    try place.write("slow.edit", slowScript())
  }

  private func start(_ slurm: SlurmHere, _ script: String) throws -> ChildProcess {
    let variables = place.environment.merging(slurm.environment) { $1 }.map { "\($0)=\($1)" }.sorted()
    return try ChildProcess(
      ChildCommand(
        "/usr/bin/env",
        ["-C", place.root] + variables + [
          editcPath, "render", script, "--engine", "slurm", "--workers", "3", "--cache", "cache/editc",
        ]))
  }

  private func workers() throws -> [Int32] {
    try run(["pgrep", "-f", "^\(editcPath) segment .*\(place.root)"]).text.split(separator: "\n")
      .compactMap { Int32($0) }
  }

  private func expectLocalBytes(_ film: String, of script: String) throws {
    #expect(try place.digest(film) == place.localDigest(of: script))
  }

  /// The film is there after three minutes at most. A node whose daemons die within seconds of each other is taken out of service
  /// until an administrator takes it back.
  private func expectEnd(of render: ChildProcess, on slurm: SlurmHere) throws {
    for _ in 0..<360 {
      if let status = render.statusIfEnded() {
        #expect(status == .exited(0))
        return
      }
      slurm.resumeNodes()
      usleep(500_000)
    }
    render.kill(.kill)
    throw TookTooLong()
  }

  @Test("have the bytes of local ones, and no task is left")
  func equal() throws {
    guard let slurm = try SlurmHere(in: place) else { return }
    defer { slurm.stop() }
    let render = try start(slurm, "film.edit")
    try expectEnd(of: render, on: slurm)
    try expectLocalBytes("film.mp4", of: "film.edit")
    try wait { try slurm.tasks() == [] }
    #expect(try place.leftovers() == [])
    let refused = try place.editc(
      "render", "slow.edit", "--engine", "slurm", "--workers", "2", "--cache", "cache/editc", "--force",
      "--sbatch=--partition=long", environment: slurm.environment)
    #expect(refused.exitCode == 69 && refused.errorText.contains("partition"), "\(refused.errorText)")
  }

  @Test("are made by two nodes at once")
  func twoNodes() throws {
    guard let slurm = try SlurmHere(in: place, processors: 1, nodes: 2) else { return }
    defer { slurm.stop() }
    let render = try start(slurm, "slow.edit")
    // A node has room for one of them.
    try wait { try workers().count == 2 }
    let nodes = try workers().map { worker in
      try run(["sh", "-c", "tr '\\0' '\\n' < /proc/\(worker)/environ | grep ^SLURMD_NODENAME="]).text
    }
    #expect(nodes.sorted() == ["SLURMD_NODENAME=node1\n", "SLURMD_NODENAME=node2\n"])
    try expectEnd(of: render, on: slurm)
    try expectLocalBytes("film.mp4", of: "slow.edit")
  }

  @Test("are finished when a worker, slurmd and slurmctld are killed")
  func killed() throws {
    guard let slurm = try SlurmHere(in: place) else { return }
    defer { slurm.stop() }
    let render = try start(slurm, "slow.edit")
    try wait { try workers().count == 3 && place.stored().count >= 1 }
    for worker in try workers() { kill(worker, SIGKILL) }
    try slurm.kill("slurmd@node1")
    try slurm.kill("slurmctld")
    try expectEnd(of: render, on: slurm)
    try expectLocalBytes("film.mp4", of: "slow.edit")
  }

  @Test("that are interrupted leave no task")
  func interrupted() throws {
    guard let slurm = try SlurmHere(in: place) else { return }
    defer { slurm.stop() }
    let render = try start(slurm, "slow.edit")
    try wait { try workers().count == 3 && place.stored().count >= 1 }
    render.kill(.interrupt)
    #expect(render.wait() == .ended(by: .interrupt))
    try wait { try slurm.tasks() == [] && workers() == [] }
    #expect(try place.leftovers() == [] && !isThere(place.path("film.mp4")))
  }

  @Test("are made by a printed job, whose options sbatch can try")
  func job() throws {
    guard let slurm = try SlurmHere(in: place) else { return }
    defer { slurm.stop() }
    let made = try place.shell(
      """
      export SLURM_CONF=\(slurm.folder)/slurm.conf
      "$editc" plan film.edit -o film.plan && "$editc" job slurm --plan film.plan --cache shared --workers 2 > job.sh &&
        sh job.sh --test-only && [ ! -e film.mp4 ] && timeout 180 sh job.sh --wait
      """)
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(
      made.errorText.split(separator: "\n").count { $0.contains("to start at") } == 2, "\(made.errorText)")
    try expectLocalBytes("film.mp4", of: "film.edit")
  }
}
