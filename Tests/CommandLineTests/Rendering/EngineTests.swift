import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// `render --engine slurm` with commands of Slurm that are scripts: what holds for them holds for others, which lie less.
@Suite("A render on a cluster")
struct EngineTests {
  private let place: Workplace
  private let slurm: FakeSlurm

  init() throws {
    place = try .oddlyNamed()
    slurm = try FakeSlurm(in: place)
    try place.write("film.edit", variedScript())
    try place.write("slow.edit", slowScript())
  }

  private func render(_ script: String, _ options: String...) throws -> ProgramResult {
    try place.shell(
      ([
        "PATH=" + shellWord(slurm.environment["PATH"] ?? ""), "\"$editc\"", "render", script, "--engine",
        "slurm",
      ]
        + ["--workers", "2", "--cache", "cache/editc"] + options).joined(separator: " "))
  }

  private func start(_ script: String) throws -> ChildProcess {
    let variables = place.environment.merging(slurm.environment) { $1 }.map { "\($0)=\($1)" }.sorted()
    return try ChildProcess(
      ChildCommand(
        "/usr/bin/env",
        ["-C", place.root] + variables + [
          "sh", "-c",
          "exec \(shellWord(editcPath)) render \(script) --engine slurm --workers 2 --cache cache/editc --progress json 2> events",
        ]))
  }

  private func expectLocalBytes(_ film: String, of script: String) throws {
    #expect(try place.digest(film) == place.localDigest(of: script))
  }

  /// The processes of this test's workers.
  private func workers() throws -> [Int32] {
    try run(["pgrep", "-f", "^\(editcPath) segment .*\(place.root)"]).text.split(separator: "\n")
      .compactMap { Int32($0) }
  }

  private func expectNothingLeft() throws {
    try wait { try workers() == [] }
    #expect(try place.leftovers() == [])
    #expect(try listFolder(place.path("cache/editc/jobs")) == [])
  }

  @Test("has the bytes of a local one, its own options come after those of the user, and nothing is left")
  func equal() throws {
    let made = try render("film.edit", "--sbatch=--partition=long", "--sbatch=--array=0-99", "--jobs 2")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(
      made.errorText.hasPrefix("film.mp4: ") && !made.errorText.contains("warning"), "\(made.errorText)")
    try expectLocalBytes("film.mp4", of: "film.edit")
    let arguments = String(decoding: try place.bytes("tasks/arguments"), as: UTF8.self).split(separator: "\n")
    #expect(arguments.prefix(2) == ["--partition=long", "--array=0-99"])
    #expect(arguments.contains("--array=0-1") && arguments.contains("--cpus-per-task=2"))
    try expectNothingLeft()
    // Everything is in the store: nobody is asked.
    #expect(try place.shell("rm -r tasks; mkdir tasks; : > tasks/refuse").exitCode == 0)
    #expect(try render("film.edit", "-o again.mp4").exitCode == 0)
    #expect(try place.digest("again.mp4") == place.digest("film.mp4"))
  }

  @Test("of two passes has the bytes of a local one")
  func twoPasses() throws {
    try place.write("two.edit", variedScript(video: ", bitrate: 200k, passes: 2"))
    let made = try render("two.edit")
    #expect(made.exitCode == 0, "\(made.errorText)")
    try expectLocalBytes("film.mp4", of: "two.edit")
  }

  @Test("submits others for workers that are lost, and tells its progress")
  func lost() throws {
    let render = try start("slow.edit")
    try wait { try workers().count == 2 && place.stored().count >= 1 }
    for worker in try workers() { kill(worker, SIGKILL) }
    let status = render.wait()
    let text = String(decoding: try place.bytes("events"), as: UTF8.self)
    #expect(status == .exited(0), "\(text)")
    let events = try text.split(separator: "\n").map { try JSONValue.parse(String($0)) }
    #expect(
      events.contains { $0["message"]?.stringValue?.contains("2 workers are missing") == true }, "\(text)")
    let done = events.filter { $0["event"]?.stringValue == "progress" }.compactMap { $0["framesDone"] }
    #expect(Set(done).count > 2, "\(text)")
    try expectLocalBytes("film.mp4", of: "slow.edit")
    try expectNothingLeft()
  }

  @Test(
    "submits others for workers of which nothing is heard for a minute, whatever Slurm says",
    .enabled(if: testsAll, "runs in `make test-all`"))
  func liar() throws {
    let render = try start("slow.edit")
    try wait { try workers().count == 2 && place.stored().count >= 1 }
    #expect(try place.shell(": > tasks/liar").exitCode == 0)
    for worker in try workers() { kill(worker, SIGKILL) }
    // The minute passes for what they left.
    let aged = try place.shell("find cache/editc -name '.*.lease' -exec touch -d '1 minute ago' {} +")
    #expect(aged.exitCode == 0, "\(aged.errorText)")
    #expect(render.wait() == .exited(0))
    let text = String(decoding: try place.bytes("events"), as: UTF8.self)
    #expect(text.contains("has been silent for 50 s"), "\(text)")
    #expect(text.contains("2 workers are missing"), "\(text)")
    try expectLocalBytes("film.mp4", of: "slow.edit")
    // All tasks are cancelled, those that are at work as well.
    #expect(!String(decoding: try place.bytes("tasks/cancelled"), as: UTF8.self).contains("PENDING"))
  }

  @Test("follows the store while Slurm does not answer")
  func silent() throws {
    // Workers that come late: it is asked meanwhile how many there are.
    #expect(
      try place.shell("mkdir tasks; : > tasks/silent; sed -i 's/done; done; /&sleep 8; /' bin/sbatch")
        .exitCode
        == 0)
    let made = try render("slow.edit")
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(made.errorText.contains("Slurm does not respond (slurm_load_jobs error"), "\(made.errorText)")
    try expectLocalBytes("film.mp4", of: "slow.edit")
  }

  @Test("ends with what is wrong when Slurm refuses, is not there, or a medium is not what it was")
  func refused() throws {
    #expect(try place.shell("mkdir tasks; : > tasks/refuse").exitCode == 0)
    let refused = try render("film.edit")
    #expect(
      refused.exitCode == 69 && refused.errorText.contains("invalid partition specified: long"),
      "\(refused.errorText)")
    let none = try place.shell(
      "PATH=/nowhere \"$editc\" render film.edit --engine slurm --workers 2 --cache cache/editc")
    #expect(none.exitCode == 69 && none.errorText.contains("there is no `sbatch`"), "\(none.errorText)")
    #expect(none.errorText.contains("editc job slurm"), "\(none.errorText)")
    // The tasks begin after a medium was changed.
    #expect(
      try place.shell("rm tasks/refuse; sed -i 's|^n=|printf x >> footage/tone.m4a; n=|' bin/sbatch").exitCode
        == 0)
    let changed = try render("film.edit")
    #expect(changed.exitCode == 65 && changed.errorText.contains("tone.m4a"), "\(changed.errorText)")
    try expectNothingLeft()
    #expect(!isThere(place.path("film.mp4")))
  }

  @Test("gives up when workers never get anywhere, with what to do")
  func hopeless() throws {
    #expect(try place.shell("mkdir tasks; sed -i 's|setsid sh -c.*|true \\&|' bin/sbatch").exitCode == 0)
    let made = try render("film.edit")
    #expect(
      made.exitCode == 69 && made.errorText.contains("share the folder of --cache"), "\(made.errorText)")
    #expect(made.errorText.contains("2 workers are missing"), "\(made.errorText)")
    try expectNothingLeft()
  }

  @Test("that is interrupted ends its workers and leaves nothing but finished segments")
  func interrupted() throws {
    let render = try start("slow.edit")
    try wait { try place.stored().count >= 1 }
    render.kill(.interrupt)
    #expect(render.wait() == .ended(by: .interrupt))
    #expect(String(decoding: try place.bytes("tasks/cancelled"), as: UTF8.self).hasPrefix("--name=editc-"))
    try expectNothingLeft()
    #expect(try !place.stored().isEmpty && !isThere(place.path("film.mp4")))
  }

  @Test("cancels a job that Slurm has taken, if it is interrupted before Slurm has said so")
  func interruptedEarly() throws {
    #expect(
      try place.shell("mkdir tasks; sed -i 's/^echo \"7/: > tasks\\/taken; sleep 2; &/' bin/sbatch").exitCode
        == 0)
    let render = try start("slow.edit")
    try wait { isThere(place.path("tasks/taken")) }
    render.kill(.interrupt)
    #expect(render.wait() == .ended(by: .interrupt))
    #expect(isThere(place.path("tasks/cancelled")))
    try expectNothingLeft()
  }

  @Test(
    "needs a shared folder and a number, and other options need it",
    arguments: [
      ("--engine slurm --workers 2", "--cache DIR"), ("--engine slurm --cache c", "--workers N"),
      ("--engine slurm --workers 2 --cache c --launch true", "cannot be combined"),
      ("--engine slurm --workers 2 --no-cache", "--cache DIR"), ("--workers 2", "--engine"),
      ("--sbatch=--partition=x", "--engine"),
      ("--engine slurm --workers 2 --cache c --sbatch=long", "expected one option"),
      ("--engine slurm --workers 1001 --cache c", "from 1 to 1000"),
    ])
  func options(_ options: String, _ message: String) throws {
    let result = try place.shell("\"$editc\" render film.edit \(options)")
    #expect(result.exitCode == 2 && result.errorText.contains(message), "\(result.errorText)")
  }
}
