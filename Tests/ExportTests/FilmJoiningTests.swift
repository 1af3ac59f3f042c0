import Glibc
import Processes
import RenderPlan
import TestSupport
import Testing

@testable import Export

/// Joining by workers that are shell scripts: honest ones, and ones that stall.
@Suite("A worker that joins a film")
struct FilmJoiningTests {
  private let film: SmallFilm

  init() throws {
    film = try SmallFilm()
  }

  private func join(
    _ script: String, watch: WorkerWatch, onEvent: (RenderEvent) -> Void = { _ in }
  ) throws -> RenderOutcome {
    try make(script, film.plan.marking(inStore: Set(film.plan.keys)), watch: watch, onEvent: onEvent)
  }

  /// Makes what a plan lacks by workers that run `script`, as does the one that joins, which is told by its `--film`.
  private func make(
    _ script: String, _ plan: RenderPlan, jobs: Int = 1, watch: WorkerWatch = WorkerWatch(),
    onEvent: (RenderEvent) -> Void = { _ in }
  ) throws -> RenderOutcome {
    let target = OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false)
    let making = FilmMaking(
      plan: plan, planPath: film.folder.path("plan.json"),
      options: RenderOptions(
        target: target, media: [], jobs: jobs, store: film.store, workFolder: film.folder.root),
      program: ChildCommand("/bin/sh", ["-c", film.workerFunctions + script]), watch: watch)
    return try making.run(into: target.beginFilm(), signals: nil, onEvent: onEvent)
  }

  private func failure(_ script: String, watch: WorkerWatch) throws -> ExportError {
    try #require(throws: ExportError.self) { try join(script, watch: watch) }
  }

  @Test("is stuck if it neither reports nor computes, or reports nothing for long")
  func stalled() throws {
    let words = ExportError(.engine, "a worker has sent no report for 0 seconds while it joined the film")
    let idle = WorkerWatch(
      round: .milliseconds(20), idleRounds: 3, silentRounds: 10_000, leastWork: .seconds(1))
    #expect(try failure("exec sleep 1000", watch: idle) == words)
    #expect(try failure("echo '\(WorkReport.written.line)'; exec sleep 1000", watch: idle).kind == .engine)
    let busy = WorkerWatch(
      round: .milliseconds(20), idleRounds: 10_000, silentRounds: 10, leastWork: .milliseconds(1))
    #expect(try failure("while :; do :; done", watch: busy) == words)
  }

  @Test("is left alone as long as it reports, and what the kernel lacks is reported")
  func reporting() throws {
    let watch = WorkerWatch(
      round: .milliseconds(50), idleRounds: 15, silentRounds: 15, leastWork: .seconds(1))
    var shortcomings: [String] = []
    // It takes longer than any silence that is allowed, and fails in the end.
    let error = #expect(throws: ExportError.self) {
      try join(
        """
        echo '\(WorkReport.ready(shortcomings: ["no guard"]).line)'
        for step in 0 1 2 3 4 5 6 7 8 9; do echo '\(WorkReport.joining.line)'; sleep 0.1; done
        echo '\(WorkReport.failed(kind: .inputOutput, message: "the end").line)'
        """, watch: watch
      ) { if case .shortcoming(let text) = $0 { shortcomings.append(text) } }
    }
    #expect(error == ExportError(.inputOutput, "the end"))
    #expect(shortcomings == ["no guard"])
  }

  @Test("begins while the last segment is made, and is told of each entry", arguments: [1, 2])
  func meanwhile(jobs: Int) throws {
    for folder in film.store.folders(of: film.plan) { try makeFolder(folder) }
    let (begun, told) = (film.folder.path("begun"), film.folder.path("told"))
    let error = #expect(throws: ExportError.self) {
      try make(
        """
        ready
        case "$*" in *--film*)
          : > \(begun)
          while read -r line; do echo "$line" >> \(told); done
          say '\(WorkReport.failed(kind: .inputOutput, message: "all is told").line)'
          exit 0 ;;
        esac
        while order; do
          if [ \(jobs) = 2 ] && [ "$order" = '\(WorkOrder.segment(2).line)' ]; then
            for round in $(seq 1000); do [ -e \(begun) ] && break; sleep 0.01; done
          fi
          [ \(jobs) = 2 ] || ! [ -e \(begun) ] || say 'it joins beside a worker'
          make; finish
        done
        """, film.plan, jobs: jobs)
    }
    #expect(error == ExportError(.inputOutput, "all is told"))
    let lines = try String(decoding: readFile(told, limit: 4096), as: UTF8.self).split(separator: "\n")
    let orders = [.segment(0), .segment(1), .segment(2), .soundTrack].map(\WorkOrder.line)
    #expect(lines.map(String.init).sorted() == orders.sorted())
  }

  @Test("An entry that is never made is an error, not a wait without end")
  func neverMade() throws {
    let path = film.folder.path("announcements")
    try AtomicFile.publish(Array("\(WorkOrder.segment(0).line)\n".utf8), at: path)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let entries = PlanEntries(film.plan, film.store, announcedOn: descriptor, named: path)
    let error = #expect(throws: ExportError.self) { try entries.reader(for: film.plan.segments[1].key) }
    #expect(error == ExportError(.engine, "\(film.path(ofSegment: 1)) was never made"))
  }
}
