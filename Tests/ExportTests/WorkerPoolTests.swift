import Glibc
import Processes
import RenderPlan
import TestSupport
import Testing

@testable import Export

/// The pool against workers that are shell scripts: honest ones, and ones that lie, die, stall and talk too much.
@Suite("A pool of workers")
struct WorkerPoolTests {
  private let film: SmallFilm

  init() throws {
    film = try SmallFilm()
    for folder in film.store.folders(of: film.plan) { try makeFolder(folder) }
  }

  /// Runs the plan with workers that run `script` after the functions of `SmallFilm.workerFunctions` are defined.
  @discardableResult
  private func run(
    _ script: String, jobs: Int = 1, hasSound: Bool = false,
    onEvent: (RenderEvent) -> Void = { _ in }
  ) throws(ExportError) -> Signal? {
    var plan = film.plan
    if !hasSound { plan.soundTrack = nil }
    let pool = WorkerPool(
      plan: plan, planPath: film.folder.path("plan.json"),
      options: RenderOptions(
        target: OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false), media: [],
        jobs: jobs,
        store: film.store, workFolder: film.folder.root),
      loop: EventLoop(signals: nil),
      program: ChildCommand("/bin/sh", ["-c", film.workerFunctions + script]))
    return try pool.run(onEvent: onEvent)
  }

  /// What the pool says of workers that cannot be trusted.
  private func failure(
    _ script: String, jobs: Int = 1, hasSound: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExportError {
    try #require(
      throws: ExportError.self, "the pool was content", sourceLocation: sourceLocation
    ) { try run(script, jobs: jobs, hasSound: hasSound) }
  }

  @Test(
    "A worker that its loader cannot start lacks something of this machine; one that ends otherwise has crashed"
  )
  func notLoaded() throws {
    let loader =
      "error while loading shared libraries: libavcodec.so.59: cannot open shared object file: Error 24"
    let missing = try failure("echo '\(loader)' >&2; exit 127")
    #expect(missing.kind == .unavailable && missing.message.contains(loader), "\(missing)")
    #expect(
      try failure("echo 'libgomp: Thread creation failed: Resource temporarily unavailable' >&2; exit 1").kind
        == .unavailable)
    #expect(try failure("echo 'open: Too many open files' >&2; exit 3").kind == .unavailable)
    #expect(try failure("exit 3").kind == .engine)
  }

  // MARK: Honest workers

  @Test("Every entry is made once, by however many workers", arguments: 1...4)
  func honest(jobs: Int) throws {
    var last: RenderProgress?
    var shortcomings: [String] = []
    let log = film.folder.path("log")
    let stopped = try run(
      """
      say '{"ready":{"shortcomings":["no guard"]}}'
      while order; do
        echo "$order" >> \(log)
        case $order in
          *soundTrack*) samples 0; samples 1000; samples 288000 ;;
          *) number=${order#*_0\\":}; number=${number%%\\}*}
             for step in 0 1 2 3 4 5 6 7 8 9; do frame $((10 * number + step)); done ;;
        esac
        make; finish
      done
      """, jobs: jobs, hasSound: true
    ) { event in
      switch event {
      case .progress(let progress): last = progress
      case .shortcoming(let text): shortcomings.append(text)
      case .note: break
      }
    }
    #expect(stopped == nil)
    #expect(last?.framesDone == 30)
    #expect(last?.fraction == 1)
    #expect(shortcomings == ["no guard"], "each once, however many workers say it")
    let orders = try String(decoding: readFile(log, limit: 4096), as: UTF8.self).split(separator: "\n")
    #expect(orders.count == 4 && Set(orders).count == 4)
  }

  @Test("What a worker says of its own failure is the render's failure")
  func ownFailure() throws {
    let error = try failure(
      #"ready; order; say '{"failed":{"kind":"badData","message":"clip.mp4 is broken at 00:00:01"}}'; sleep 60"#
    )
    #expect(error == ExportError(.badData, "clip.mp4 is broken at 00:00:01"))
  }

  // MARK: Workers that lie

  struct Lie: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    var hasSound = false
    let message: String

    init(_ name: String, _ script: String, hasSound: Bool = false, _ message: String) {
      testDescription = name
      self.script = script
      self.hasSound = hasSound
      self.message = message
    }
  }

  static let lies = [
    Lie(
      "a segment that is not there", "ready; order; frame 0; finish; order",
      "segment 1 was finished, but is no longer in the store"),
    Lie(
      "a soundtrack that is not there", "ready; order; finish; order", hasSound: true,
      "the sound was finished, but is no longer in the store"),
    Lie(
      "another segment", #"ready; order; make; order='{"segment":{"_0":2}}'; finish; order"#,
      "a worker reported segment 3 as finished, but was making segment 1"),
    Lie(
      "a segment that does not exist", #"ready; order; make; order='{"segment":{"_0":99}}'; finish; order"#,
      "a worker reported segment 100 as finished, but was making segment 1"),
    Lie(
      "a segment twice", "ready; order; make; finish; finish; sleep 60",
      "a worker reported segment 1 as finished, but was making"),
    Lie(
      "a frame of another segment", "ready; order; frame 10; order",
      "a worker reported frame 10, which is not in"),
    Lie(
      "a frame before the film", "ready; order; frame -1; order",
      "a worker reported frame -1, which is not in"),
    Lie(
      "the last frame that can be named", "ready; order; frame 9223372036854775807; order",
      "a worker reported frame 9223372036854775807, which is not in segment 1"),
    Lie("a frame twice", "ready; order; frame 4; frame 4; order", "a worker reported frame 4 after frame 4"),
    Lie("frames of the sound", "ready; order; frame 0; order", hasSound: true, "a worker reported frame 0"),
    Lie("samples of a segment", "ready; order; samples 5; order", "a worker reported 5 samples"),
    Lie(
      "more samples than there are", "ready; order; samples 288001; order", hasSound: true,
      "a worker reported 288001 samples of 288000"),
    Lie(
      "less than no sample", "ready; order; samples -1; order", hasSound: true, "a worker reported -1 samples"
    ),
    Lie("to be ready twice", "ready; ready; sleep 60", "a worker reported twice that it is ready"),
    Lie(
      "a frame before it is ready", "order; frame 0; order", "a worker reported a frame before it was ready"),
  ]

  @Test("A report that cannot be true ends the render", arguments: lies)
  func lie(lie: Lie) throws {
    let error = try failure(lie.script, hasSound: lie.hasSound)
    // A finished entry may have been removed by whoever clears the cache.
    #expect(error.kind == (lie.message.contains("no longer") ? .temporary : .engine))
    #expect(error.message.contains(lie.message), "\(error.message)")
  }

  @Test("Two workers cannot report more samples than a number can hold")
  func tooManySamples() throws {
    #expect(film.plan.soundTrack?.samples.count == 288_000)
    let error = try failure("ready; order; samples 9223372036854775807; order", hasSound: true)
    #expect(error.message == "a worker reported 9223372036854775807 samples of 288000")
  }

  // MARK: Workers that die

  @Test(
    "A worker's death is named with the frame it was busy with",
    arguments: [
      ("kill -KILL $$", "a worker ended by SIGKILL at frame 3 (00:00:00.600)"),
      ("kill -SEGV $$", "a worker ended by SIGSEGV at frame 3 (00:00:00.600)"),
      ("exit 3", "a worker exited with 3 at frame 3 (00:00:00.600)"),
      ("exit 0", "a worker exited with 0 at frame 3 (00:00:00.600)"),
      // Half a report is none.
      (#"printf '{"frame":{"_0":4'; kill -KILL $$"#, "a worker ended by SIGKILL at frame 3 (00:00:00.600)"),
      (
        #"printf '{"finished":{"_0":%s}}' "$order"; exit 0"#,
        "a worker exited with 0 at frame 3 (00:00:00.600)"
      ),
      ("echo why >&2; exit 1", "a worker exited with 1 at frame 3 (00:00:00.600); its last words:\n  why"),
    ])
  func death(last: String, message: String) throws {
    let error = try failure("ready; order; frame 3; \(last)")
    let isKilled = message.contains("SIGKILL")
    let advice = isKilled ? "; the kernel does this if memory runs out: use fewer workers (--jobs)" : ""
    #expect(error == ExportError(isKilled ? .unavailable : .engine, message + advice))
  }

  @Test(
    "A worker that says that memory ran out is no mistake of editc",
    arguments: ["Could not allocate memory.", "GLib-ERROR **: failed to allocate 12 bytes"])
  func memory(words: String) throws {
    let error = try failure("ready; order; frame 3; echo '\(words)' >&2; kill -ABRT $$")
    #expect(error.kind == .unavailable)
    #expect(error.message.contains("SIGABRT at frame 3"))
  }

  @Test("A worker that dies before its first report, or mixing, or after its work, names no frame")
  func deathWithoutFrame() throws {
    #expect(try failure("exit 1").message == "a worker exited with 1")
    #expect(
      try failure("ready; order; samples 7; exit 1", hasSound: true).message
        == "a worker exited with 1 while it mixed the sound")
    #expect(
      try failure(
        "ready; order; frame 9; make; finish; order; frame 19; make; finish; order; frame 29; make; finish; exit 1"
      )
      .message == "a worker exited with 1 after its work was done")
  }

  @Test("One worker's death ends the others, and takes away what they left")
  func others() throws {
    let error = try failure(
      """
      ready; order
      case $order in
        *:0*) : > $place; : > ${place%/*}/.half.$8-abcdefgh.partial; echo $$ > \(film.folder.path("other"))
              exec sleep 1000 ;;
        *) while ! [ -s \(film.folder.path("other")) ]; do sleep 0.01; done; exit 9 ;;
      esac
      """, jobs: 2)
    #expect(error.message == "a worker exited with 9")
    let other = try String(decoding: readFile(film.folder.path("other"), limit: 64), as: UTF8.self)
    let process = try #require(Int32(other.filter(\.isNumber)))
    #expect(kill(process, 0) == -1 && errno == ESRCH, "it was waited for, too")
    for folder in film.store.folders(of: film.plan) {
      #expect(try listFolder(folder).allSatisfy { !$0.hasSuffix(".partial") })
    }
    #expect(isThere(film.path(ofSegment: 0)), "what is finished stays")
  }

  // MARK: Workers that stall

  /// A pool whose workers are values.
  private func pool(
    jobs: Int? = 1, processors: Int = 2, _ program: @escaping VirtualLoop.Program = { _ in }
  ) -> (pool: WorkerPool, loop: VirtualLoop) {
    var plan = film.plan
    plan.soundTrack = nil
    let loop = VirtualLoop(program: program)
    let pool = WorkerPool(
      plan: plan, planPath: film.folder.path("plan.json"),
      options: RenderOptions(
        target: OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false), media: [],
        jobs: jobs, store: film.store, workFolder: film.folder.root),
      loop: loop, processors: processors)
    return (pool, loop)
  }

  /// Runs the plan, and tells how long that took.
  private func run(_ program: @escaping VirtualLoop.Program) -> (error: ExportError?, time: Duration) {
    let (pool, loop) = pool(program)
    let start = loop.now
    do throws(ExportError) {
      _ = try pool.run { _ in }
      return (nil, loop.time(since: start))
    } catch { return (error, loop.time(since: start)) }
  }

  /// Makes what a line orders as an empty file, after a while.
  private func make(_ line: String, _ child: VirtualLoop.Child, after delay: Duration = .zero) {
    guard let order = WorkOrder(line: line), let key = film.plan.key(of: order) else { return }
    try? AtomicFile.publish([], at: film.store.path(of: key))
    child.say(WorkReport.finished(order).message, after: delay)
  }

  @Test(
    "A worker that neither reports nor computes is stuck, whether it has an order, awaits one or has done its work"
  )
  func stalled() throws {
    let words = "a worker has sent no report for 120 seconds"
    let atFrame = run { child in
      child.say(WorkReport.ready(shortcomings: []).message)
      child.onLine = { _ in child.say(WorkReport.frame(3).message) }
    }
    #expect(atFrame.error == ExportError(.engine, words + " at frame 3 (00:00:00.600)"))
    #expect(atFrame.time == .seconds(120))
    #expect(run { _ in }.error == ExportError(.engine, words))
    let done = run { child in
      child.say(WorkReport.ready(shortcomings: []).message)
      child.onLine = { make($0, child) }
      child.onInputClosed = {}
    }
    #expect(done.error == ExportError(.engine, words + " after its work was done"))
  }

  @Test("A worker that computes and says nothing has longer, but not for ever")
  func silent() throws {
    let (error, time) = run { child in
      child.isComputing = true
      child.say(WorkReport.ready(shortcomings: []).message)
    }
    #expect(error == ExportError(.engine, "a worker has sent no report for 600 seconds"))
    #expect(time == .seconds(600))
  }

  @Test("A worker that goes on reporting is left alone, however slow it is")
  func slow() throws {
    // All frames together take longer than any silence that is allowed.
    let (error, time) = run { child in
      child.say(WorkReport.ready(shortcomings: []).message)
      child.onLine = { line in
        guard case .segment(let number)? = WorkOrder(line: line) else { return }
        for step in 0..<10 {
          child.say(WorkReport.frame(Int64(10 * number + step)).message, after: .seconds(80 * step))
        }
        make(line, child, after: .seconds(800))
      }
    }
    // The next segment is begun at the last frame of each.
    #expect(error == nil && time == .seconds(720 + 720 + 800))
  }

  // MARK: Work ahead

  /// Draws each segment in ten seconds and encodes its last frames for five more, while it may draw the next one.
  private func drawAndEncode(_ child: VirtualLoop.Child, _ loop: VirtualLoop) {
    var (drawn, encoded) = (loop.now, loop.now)
    child.say(WorkReport.ready(shortcomings: []).message)
    child.onLine = { line in
      guard case .segment(let number)? = WorkOrder(line: line) else { return }
      let start = max(loop.now, drawn)
      for step in 0..<10 {
        let delay = loop.time(until: start) + .seconds(step)
        child.say(WorkReport.frame(Int64(10 * number + step)).message, after: delay)
      }
      drawn = start + .seconds(10)
      encoded = max(encoded, drawn) + .seconds(5)
      make(line, child, after: loop.time(until: encoded))
    }
  }

  @Test("A worker draws the next segment while the last frames of one are encoded")
  func ahead() throws {
    let (pool, loop) = pool()
    loop.program = { [unowned loop] in drawAndEncode($0, loop) }
    let start = loop.now
    #expect(try pool.run { _ in } == nil)
    #expect(loop.children.count == 1 && loop.children[0].lines.count == 3)
    #expect(loop.time(since: start) == .seconds(35))
  }

  @Test("If a worker crashes while it draws the next segment, the error names its frame")
  func lostAhead() throws {
    let run = run { child in
      child.say(WorkReport.ready(shortcomings: []).message)
      child.onLine = { line in
        guard case .segment(let number)? = WorkOrder(line: line) else { return }
        child.say(WorkReport.frame(Int64(10 * number + 9)).message)
        if number == 1 { child.end(.exited(3), after: .seconds(1)) }
      }
    }
    let error = try #require(run.error)
    #expect(error.kind == .engine && error.message.contains("at frame 19"), "\(error)")
  }

  @Test(
    "More workers are started while CPU cores are idle, and not while all are busy", arguments: [false, true])
  func growth(isComputing: Bool) throws {
    let (pool, loop) = pool(jobs: nil, processors: isComputing ? 1 : 3)
    loop.program = { [unowned loop] child in
      child.isComputing = isComputing
      drawAndEncode(child, loop)
    }
    #expect(try pool.run { _ in } == nil)
    #expect(loop.children.count == (isComputing ? 1 : 3))
  }

  // MARK: Entries that are late

  @Test("An entry that a server of files shows late is waited for, while another worker goes on")
  func late() throws {
    let (pool, loop) = pool(jobs: 2) { child in
      child.say(WorkReport.ready(shortcomings: []).message)
      child.onLine = { line in
        if line == WorkOrder.segment(0).line {
          child.say(WorkReport.finished(.segment(0)).message)
        } else {
          make(line, child)
        }
      }
    }
    let start = loop.now
    try pool.start { _ in }
    var told: [WorkOrder] = []
    while pool.isWorking, let event = try loop.next() {
      if loop.time(since: start) >= .seconds(2), !isThere(film.path(ofSegment: 0)) {
        #expect(Set(told) == [.segment(1), .segment(2)])
        try AtomicFile.publish([], at: film.path(ofSegment: 0))
      }
      told += try pool.handle(event) { _ in }
    }
    #expect(told.count == 3 && told.last == .segment(0) && loop.time(since: start) < .seconds(2.2))
  }

  @Test("An entry that never comes ends the render")
  func missing() throws {
    let (error, time) = run { child in
      child.say(WorkReport.ready(shortcomings: []).message)
      child.onLine = { _ in child.say(WorkReport.finished(.segment(0)).message) }
    }
    #expect(error?.kind == .temporary && time == .seconds(3))
  }

  // MARK: Workers that talk too much

  @Test(
    "What is no report ends the render",
    arguments: [
      ("head -c 70000 /dev/zero | tr '\\0' x; sleep 60", "a worker sent a line longer than 65536 bytes"),
      ("head -c 70000 /dev/zero | tr '\\0' x; exit 0", "a worker sent a line longer than 65536 bytes"),
      ("echo hello; sleep 60", "a worker sent a line that is not a report: hello"),
      (
        "printf '\\377\\376\\001\\n'; sleep 60",
        "a worker sent a line that is not a report: \u{FFFD}\u{FFFD}\u{1}"
      ),
      ("echo; sleep 60", "a worker sent a line that is not a report: "),
      (
        "say '{\"frame\":{\"_0\":3}} {'; sleep 60",
        "a worker sent a line that is not a report: {\"frame\":{\"_0\":3}} {"
      ),
      (
        "say '{\"frame\":{\"_0\":99999999999999999999}}'; sleep 60",
        "a worker sent a line that is not a report: {\"frame\":{\"_0\":99999999999999999999}}"
      ),
    ])
  func noReport(words: String, message: String) throws {
    #expect(try failure("ready; order; \(words)") == ExportError(.engine, message))
  }

  @Test("A flood of reports ends with the first one that says nothing new")
  func flood() throws {
    let error = try failure("ready; order; while :; do frame 0; done")
    #expect(error.message == "a worker reported frame 0 after frame 0")
  }

  @Test("Of a flood of words the last five lines are kept")
  func floodOfWords() throws {
    let error = try failure("ready; order; seq 100000 >&2; exit 1")
    #expect(
      error.message
        == "a worker exited with 1; its last words:\n  99996\n  99997\n  99998\n  99999\n  100000")
  }
}
