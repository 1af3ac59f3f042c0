import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// A store on a file server, as far as it can be shown without one: `Tests/late-files.c` makes a folder as late as NFS makes it.
///
/// Each machine remembers names, attributes and listings of its own; the answers to some changes of names are lost, and the
/// clock of the server is two hours behind.
@Suite("A store on a file server", .enabled(if: LateFiles.library != nil, "there is no C compiler"))
struct NetworkFilesTests {
  private let place: Workplace

  /// The clip, the script, and the film that one machine makes of them.
  private static let source = Result {
    let place = try Workplace(sharedAs: "file-server")
    try makeMedia(
      place.path("clip.mp4"), "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10", "-f", "lavfi", "-i",
      "sine=r=48000", "-t", "6", "-c:v", "libx264", "-g", "10", "-pix_fmt", "yuv420p", "-c:a", "aac")
    let takes = (0..<12).map { "  - {clip: clip.mp4, take: \($0 * 500)ms..\(($0 + 1) * 500)ms}" }
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline:
      \(takes.joined(separator: "\n"))
      outputs: [{file: shared/film.mp4, video: {speed: ultrafast}}]
      """)
    let film = try place.editc("render", "film.edit", "-o", "local.mp4", "--no-cache")
    try #require(film.exitCode == 0, "\(film.errorText)")
    return (place: place, digest: try place.digest("local.mp4"))
  }

  init() throws {
    place = try Workplace(isBare: true)
    let source = try Self.source.get().place
    for name in ["clip.mp4", "film.edit"] { try place.write(name, source.bytes(name)) }
    try makeFolder(place.path("shared"))
    let plan = try place.editc("plan", "film.edit", "-o", "shared/film.plan")
    try #require(plan.exitCode == 0, "\(plan.errorText)")
  }

  /// How the folder is mounted, and by which numbers answers are lost.
  struct Mount: Hashable, CustomTestStringConvertible {
    var asksAtOpen: Bool
    var seed: Int
    var testDescription: String { "\(asksAtOpen ? "usual" : "nocto"), seed \(seed)" }
  }

  private static let mounts = (1...20).flatMap {
    [Mount(asksAtOpen: true, seed: $0), Mount(asksAtOpen: false, seed: $0)]
  }

  private func machine(_ number: Int, _ mount: Mount) -> [String: String] {
    [
      "LD_PRELOAD": LateFiles.library ?? "", "LATE_FILES": place.path("shared"),
      "LATE_FILES_MACHINE": place.path("machine-\(number)"), "LATE_FILES_MS": "1500",
      "LATE_FILES_CTO": mount.asksAtOpen ? "1" : "0", "LATE_FILES_REPEATS": "20",
      "LATE_FILES_SEED": "\(mount.seed)", "LATE_FILES_CLOCK": "-7200",
    ]
  }

  private func start(_ arguments: String..., on machine: [String: String]) throws -> ChildProcess {
    let variables = place.environment.merging(machine) { $1 }.map { "\($0)=\($1)" }.sorted()
    return try ChildProcess(
      ChildCommand("/usr/bin/env", ["-C", place.root] + variables + [editcPath] + arguments))
  }

  private func segment(on machine: [String: String]) throws -> ChildProcess {
    try start(
      "segment", "--plan", "shared/film.plan", "--cache", "shared/cache", "--jobs", "1", on: machine)
  }

  /// Runs `segment` and `join` as a scheduler does: 75 means again.
  private func expectFilm(on machine: [String: String]) throws {
    for _ in 0..<5 {
      let join = try place.editc(
        "join", "--plan", "shared/film.plan", "--cache", "shared/cache", environment: machine)
      if join.exitCode == 0 { break }
      #expect(join.exitCode == 75, "\(join.errorText)")
      let again = try segment(on: machine).wait()
      #expect([.exited(0), .exited(75)].contains(again))
      usleep(1_600_000)
    }
    #expect(try place.digest("shared/film.mp4") == Self.source.get().digest)
  }

  @Test("that is late makes the film of one machine", arguments: cases(mounts, quick: 2, sample: 8))
  func late(mount: Mount) throws {
    let machines = (0..<3).map { machine($0, mount) }
    // Asks for all names in vain, and remembers that.
    let early = try place.editc(
      "join", "--plan", "shared/film.plan", "--cache", "shared/cache", environment: machines[2])
    #expect(early.exitCode == 75, "\(early.errorText)")
    let makers = try machines.prefix(2).map(segment(on:))
    // What was made just now stays, although the clock of the server says that it is old.
    let clean = try place.editc(
      "store", "clean", "--size", "0K", "--cache", "shared/cache", environment: machines[2])
    #expect([0, 1].contains(clean.exitCode), "\(clean.errorText)")
    for maker in makers { #expect(maker.wait() == .exited(0)) }
    try expectFilm(on: machines[2])
    let verify = try place.editc("store", "verify", "--cache", "shared/cache", environment: machines[0])
    #expect(verify.exitCode == 0, "\(verify.text)")
    #expect(try lateAnswers(of: 0...2) > 0)
  }

  @Test(
    "that is late loses nothing when a machine is killed",
    .enabled(if: testsAll, "runs in `make test-all`"), arguments: cases(mounts.prefix(6), quick: 1, sample: 2)
  )
  func killed(mount: Mount) throws {
    let (one, other) = (machine(0, mount), machine(1, mount))
    let lost = try segment(on: one)
    let left = try segment(on: other)
    usleep(UInt32(400_000 + mount.seed * 150_000))
    lost.kill(.kill)
    _ = lost.wait()
    // The machine comes up again, beside a render of a third one.
    let back = try segment(on: one)
    let render = try start(
      "render", "film.edit", "--cache", "shared/cache", "-o", "shared/other.mp4", on: machine(2, mount))
    #expect([.exited(0), .exited(75)].contains(back.wait()))
    #expect([.exited(0), .exited(75)].contains(left.wait()))
    #expect([.exited(0), .exited(75)].contains(render.wait()))
    try expectFilm(on: other)
  }

  /// How often the machines were given what they remembered, or lost an answer.
  private func lateAnswers(of machines: ClosedRange<Int>) throws -> UInt64 {
    try machines.reduce(0) { sum, number in
      let bytes = try readFile(place.path("machine-\(number)"), limit: 1 << 30)
      return bytes.withUnsafeBytes { memory in
        (0..<6).reduce(sum) { $0 + memory.loadUnaligned(fromByteOffset: $1 * 8, as: UInt64.self) }
      }
    }
  }
}

/// The preloaded library, built once for all tests of this process.
private enum LateFiles {
  static let library: String? = {
    guard let folder else { return nil }
    let path = folder.path("late-files.so")
    let source = packageRoot + "/Tests/late-files.c"
    let built = try? run(["sh", "-c", "exec ${CC:-cc} -O1 -fPIC -shared -o \"$1\" \"$0\"", source, path])
    return built?.exitCode == 0 ? path : nil
  }()

  /// Kept until the end: a process that starts late still needs it.
  private static let folder = try? TemporaryFolder()
}
