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
    #expect(warnings.contains { $0.contains("is reassigned to another worker") }, "\(warnings)")
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
    ("hello false; ready; order; finish; read -r x", "it is not in the store"),
    ("hello false; ready; order; carry; finish; read -r x", "a piece of an entry that it was not to make"),
    ("hello true; piece AAAA; read -r x", "a piece of an entry that it was not to make"),
    ("hello true; ready; order; piece '?'; read -r x", "is not Base64"),
    ("hello true; ready; order; piece ''; read -r x", "is not Base64"),
    ("hello true; ready; order; piece AAAA; finish; read -r x", "is not the one that it was ordered to make"),
    (
      "hello true; ready; order; half; finish; read -r x",
      "is not the one that it was ordered to make"
    ),
    ("ready; read -r x", "before it greeted"),
    ("hello false; ready; order; say '{\"joining\":{}}'; read -r x", "reported a film"),
    ("hello false; ready; order; say '{\"frame\":{\"_0\":99}}'; read -r x", "frame 99"),
    ("hello false; ready; say Welcome; read -r x", "a line that is not a report: Welcome"),
    (
      "head -c 2000000 /dev/zero | tr '\\0' x; read -r x",
      "longer than \(WorkerLimits.carriedLineBytes) bytes"
    ),
  ]

  private var entries: [String] {
    get throws { try film.store.folders(of: film.plan).flatMap { try listFolder($0) } }
  }

  @Test("that lie are dropped, and nothing of them is in the store", arguments: allLies)
  func lies(_ lie: (script: String, message: String)) throws {
    let error = try failure(lie.script)
    #expect(error.kind == .unavailable && error.message.contains(lie.message), "\(error.message)")
    #expect(error.message.contains("that `sh \(film.folder.root)"), "\(error.message)")
    #expect(try entries == [])
  }

  @Test("that are well make the film, whatever another one says", arguments: allLies)
  func beside(_ lie: (script: String, message: String)) throws {
    var warnings: [String] = []
    #expect(
      try work(lie.script, "sleep 0.2; " + carries) {
        if case .shortcoming(let text) = $0 { warnings.append(text) }
      } == nil)
    #expect(try isMade())
    #expect(warnings.contains { $0.contains(lie.message) }, "\(warnings)")
  }

  @Test("that say they cannot make the film end the render")
  func failures() throws {
    let error = try failure(
      "hello false; say '{\"failed\":{\"kind\":\"badData\",\"message\":\"clip.mp4 is not the\"}}'; read -r x")
    #expect(error.kind == .badData && error.message.contains("clip.mp4 is not the"), "\(error.message)")
  }

  @Test("can greet as a login shell does: it is shown and skipped")
  func greetings() throws {
    var notes: [String] = []
    let greets = "echo 'Welcome to render1'; echo; echo '{}'; for n in $(seq 40); do echo line $n; done; "
    #expect(
      try work(greets + carries) { if case .note(let text) = $0 { notes.append(text) } } == nil)
    #expect(try isMade())
    #expect(notes.count == WorkerLimits.greetingLines + 1, "\(notes)")
    #expect(notes.first?.hasSuffix("printed: Welcome to render1") == true, "\(notes)")
    #expect(notes.last?.hasPrefix("further output of `") == true, "\(notes)")
  }

  /// What a worker says that gets no further: at once, and then every five seconds.
  struct Idler: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var greets = true
    var reports: [WorkReport] = []
    var says: String? = WorkReport.alive.message
    let message: String
    let seconds: Int
  }

  static let idlers = [
    Idler(
      testDescription: "never greets", greets: false, message: "did not respond within 120 s", seconds: 120),
    Idler(
      testDescription: "says something else", greets: false, says: "Welcome",
      message: "did not respond within 120 s", seconds: 120),
    Idler(testDescription: "never is ready", message: "made no progress for 600 s", seconds: 600),
    Idler(
      testDescription: "makes no frame", reports: [.ready(shortcomings: [])],
      message: "made no progress for 600 s", seconds: 600),
    Idler(
      testDescription: "makes no further frame", reports: [.ready(shortcomings: []), .frame(0), .frame(1)],
      message: "made no progress for 600 s", seconds: 600),
    Idler(
      testDescription: "says nothing more", reports: [.ready(shortcomings: []), .frame(0)], says: nil,
      message: "has not responded for 12 s", seconds: 12),
  ]

  @Test("that are alive and get no further are dropped, with the limit", arguments: idlers)
  func idle(_ idler: Idler) throws {
    var plan = film.plan
    plan.soundTrack = nil
    try PlanFile(plan: plan, media: [], origin: origin).write(to: planPath)
    let hello = WorkReport.hello(Handshake.Reply(engine: origin.engine, carries: false)).message
    let loop = VirtualLoop { child in
      if idler.greets { child.say(hello) }
      for report in idler.reports { child.say(report.message) }
      if let words = idler.says { for round in 1...300 { child.say(words, after: .seconds(5 * round)) } }
    }
    let options = RenderOptions(
      target: OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false), media: [], jobs: 0,
      store: film.store, workFolder: film.folder.root, launches: ["worker"], origin: origin)
    let pool = WorkerPool(plan: plan, planPath: planPath, options: options, loop: loop)
    let start = loop.now
    var warnings: [String] = []
    let error = try #require(throws: ExportError.self) {
      _ = try pool.run { if case .shortcoming(let text) = $0 { warnings.append(text) } }
    }
    #expect(error.kind == .unavailable && error.message.contains(idler.message), "\(error.message)")
    // One that never greeted is not tried again; the others are, and say the same.
    let starts = loop.children.count
    #expect(starts == (idler.greets ? WorkerLimits.attempts : 1), "\(warnings)")
    #expect(warnings.count { $0.contains(idler.message) } == starts)
    #expect(loop.time(since: start) == .seconds(idler.seconds * starts))
  }

  // MARK: Checked

  private func checked(
    _ scripts: String..., share: Double, onEvent: (RenderEvent) -> Void = { _ in }
  ) throws -> (pool: WorkerPool, signal: Signal?) {
    let own = film.folder.path("own-worker")
    // As a worker of this machine: its store is the fourth argument and one more.
    let script =
      film.workerFunctions + """
        shift 3; into=$2
        ready
        while order; do
          target=$into/${place#\(film.store.folder)/}
          mkdir -p ${target%/*}; cp \(film.folder.path("made"))/${place#\(film.store.folder)/} $target; finish
        done
        """
    try AtomicFile.publish(Array(script.utf8), at: own)
    let options = RenderOptions(
      target: OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false), media: [], jobs: 0,
      store: film.store, workFolder: film.folder.root, launches: try scripts.map(command), origin: origin,
      checking: WorkerChecking(share: share, seed: 1))
    let pool = WorkerPool(
      plan: film.plan, planPath: planPath, options: options, loop: EventLoop(signals: nil),
      program: ChildCommand("/bin/sh", [own]))
    return (pool, try pool.run(onEvent: onEvent))
  }

  /// Carries an entry with another byte and its right digest.
  private let forging = """
    forged() { python3 -c 'import sys, hashlib, base64
    body = bytearray(open(sys.argv[1], "rb").read()[:-64]); body[-40] ^= 1
    print(base64.b64encode(bytes(body) + hashlib.sha256(body).hexdigest().encode()).decode())' "$1"; }
    forge() { piece "$(forged "$made/${place#"$store"/}")"; }

    """

  private func liar() -> String {
    "made=\(film.folder.path("made")); store=\(film.store.folder)\n" + forging
      + "hello true; ready; while order; do forge; finish; done"
  }

  @Test(
    "are compared with what is made here: one that differs is named and dropped, and all of it is made again")
  func forged() throws {
    for share in [0.05, 1] {
      var (warnings, notes): ([String], [String]) = ([], [])
      let (pool, signal) = try checked(liar(), "sleep 0.5; " + carries, share: share) { event in
        if case .shortcoming(let text) = event { warnings.append(text) }
        if case .note(let text) = event { notes.append(text) }
      }
      #expect(signal == nil)
      #expect(try isMade())
      #expect(warnings.contains { $0.contains("differs from the result of this machine") }, "\(warnings)")
      #expect(notes.contains { $0.hasSuffix("were rendered again here, with identical bytes") }, "\(notes)")
      // The sound is made here, and the rest is told when it has passed.
      #expect(Set(pool.withheld) == Set((0..<3).map { WorkOrder.segment($0) }))
      for key in film.plan.keys { try removeFile(film.store.path(of: key)) }
    }
  }

  @Test("that all differ end the render, and leave nothing in the store")
  func allForged() throws {
    let error = try #require(throws: ExportError.self) { _ = try checked(liar(), share: 0.05) }
    #expect(error.kind == .unavailable && error.message.contains("is dropped"), "\(error.message)")
    #expect(try entries.allSatisfy { $0 == film.plan.soundTrack?.key.hex })
  }
}
