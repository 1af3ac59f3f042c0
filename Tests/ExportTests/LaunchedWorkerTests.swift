import ContentDigest
import FoundationEssentials
import Processes
import RenderPlan
import TestSupport
import Testing

@testable import Export

/// The pool against workers that a command of the user starts, here shell scripts: ones of other versions, ones that lie, ones
/// that carry what is not theirs, and ones that die.
@Suite("Workers that were launched")
struct LaunchedWorkerTests {
  private let film: SmallFilm
  private let planPath: String
  private let origin = PlanOrigin(engine: "editc 1, x264 2", film: "/film.mp4", files: [])

  init() throws {
    film = try SmallFilm.made()
    planPath = film.folder.path("plan.json")
    try PlanFile(plan: film.plan, media: [], origin: origin).write(to: planPath)
    // The entries are elsewhere, for scripts that carry them.
    #expect(try TestSupport.run(["mv", film.store.folder, film.folder.path("made")]).exitCode == 0)
    for folder in film.store.folders(of: film.plan) { try makeFolder(folder) }
  }

  private func command(_ script: String) throws -> String {
    let path = film.folder.path("worker-\(try ContentDigest.of(text: script).hex.prefix(8))")
    let functions = """
      hello() { read -r opening; say "{\\"hello\\":{\\"_0\\":{\\"carries\\":$1,\\"engine\\":\\"${2:-editc 1, x264 2}\\"}}}"; read -r plan; }
      piece() { say "{\\"piece\\":{\\"_0\\":\\"$1\\"}}"; }
      copy() { mkdir -p ${place%/*}; cp \(film.folder.path("made"))/${place#\(film.store.folder)/} $place; }
      carry() { piece "$(base64 -w 0 < \(film.folder.path("made"))/${place#\(film.store.folder)/})"; }
      half() { piece "$(head -c 900 \(film.folder.path("made"))/${place#\(film.store.folder)/} | base64 -w 0)"; }

      """
    try AtomicFile.publish(Array((film.workerFunctions + functions + script).utf8), at: path)
    return "sh \(path)"
  }

  @discardableResult
  private func work(
    _ scripts: String..., jobs: Int = 0, onEvent: (RenderEvent) -> Void = { _ in }
  ) throws -> Signal? {
    let options = RenderOptions(
      target: OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false), media: [],
      jobs: jobs,
      store: film.store, workFolder: film.folder.root, launches: try scripts.map(command), origin: origin)
    let pool = WorkerPool(
      plan: film.plan, planPath: planPath, options: options, loop: EventLoop(signals: nil))
    return try pool.run(onEvent: onEvent)
  }

  private func failure(_ scripts: String...) throws -> ExportError {
    try #require(throws: ExportError.self) {
      _ = try scripts.count == 1 ? work(scripts[0]) : work(scripts[0], scripts[1])
    }
  }

  private func isMade() throws -> Bool {
    try film.plan.keys.allSatisfy {
      try readFile(film.store.path(of: $0), limit: 1 << 20)
        == readFile(film.store.path(of: $0).replacing("/store/", with: "/made/"), limit: 1 << 20)
    }
  }

  private let shares = "hello false; ready; while order; do copy; finish; done"
  private let carries = "hello true; ready; while order; do carry; finish; done"

  @Test("make a film in a store that is shared, or carry it over")
  func honest() throws {
    #expect(try work(shares, carries) == nil)
    #expect(try isMade())
  }

  @Test("are not waited for when all is made without them")
  func late() throws {
    let start = ContinuousClock.now
    #expect(try work(shares, "read -r opening; sleep 60") == nil)
    #expect(try isMade() && ContinuousClock.now - start < .seconds(20))
  }

  @Test("of other versions are refused by name")
  func versions() throws {
    let error = try failure("hello false 'editc 1, x264 3'")
    #expect(error.kind == .unavailable)
    #expect(error.message.contains("planned with x264 2, and it has x264 3"), "\(error.message)")
  }

  @Test("are replaced when they die, and a command that starts none is not tried for ever")
  func deaths() throws {
    var warnings: [String] = []
    let once = film.folder.path("once")
    let dies = "hello false; ready; order; if ! [ -e \(once) ]; then : > \(once); exit 9; fi; copy; finish; "
    #expect(
      try work(dies + "while order; do copy; finish; done", "exit 3") {
        if case .shortcoming(let text) = $0 { warnings.append(text) }
      } == nil)
    #expect(try isMade())
    #expect(warnings.contains { $0.contains("is given to another worker") }, "\(warnings)")
    #expect(warnings.contains { $0.contains("exited with 3") }, "\(warnings)")
  }

  @Test("end the render when all of them are gone")
  func gone() throws {
    #expect(try failure("exit 3").kind == .unavailable)
    #expect(try failure("hello false; ready; order; exit 9").kind == .unavailable)
    #expect(try failure("hello false; ready; order; exit 9", "exit 4").kind == .unavailable)
  }

  static let allLies: [(script: String, message: String)] = [
    ("hello false; say '{\"hello\":{\"_0\":{\"carries\":false,\"engine\":\"\"}}}'; read -r x", "said hello"),
    ("hello false; ready; order; finish; read -r x", "is no longer in the store"),
    ("hello false; ready; order; carry; finish; read -r x", "a piece of an entry that it was not to make"),
    ("hello true; piece AAAA; read -r x", "a piece of an entry that it was not to make"),
    ("hello true; ready; order; piece '?'; read -r x", "is not Base64"),
    ("hello true; ready; order; piece ''; read -r x", "is not Base64"),
    ("hello true; ready; order; piece AAAA; finish; read -r x", "is not the one that it was ordered to make"),
    (
      "hello true; ready; order; half; finish; read -r x",
      "is not the one that it was ordered to make"
    ),
    ("ready; read -r x", ""),
    ("hello false; ready; order; say '{\"joining\":{}}'; read -r x", "reported a film"),
    ("head -c 2000000 /dev/zero | tr '\\0' x; read -r x", "longer than"),
    ("echo Welcome to render1; read -r x", "a line that is not a report: Welcome to render1"),
    (
      "hello false; say '{\"failed\":{\"kind\":\"badData\",\"message\":\"clip.mp4 is not the\"}}'; read -r x",
      "clip.mp4 is not the"
    ),
  ]

  @Test("that lie end the render, and nothing of it is in the store", arguments: allLies)
  func lies(_ lie: (script: String, message: String)) throws {
    let error = try failure(lie.script)
    #expect(error.message.contains(lie.message), "\(error.message)")
    for folder in film.store.folders(of: film.plan) { #expect(try listFolder(folder) == []) }
  }
}
