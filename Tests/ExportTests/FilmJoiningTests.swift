import Processes
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
    let target = OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false)
    let joining = FilmJoining(
      plan: film.plan, planPath: film.folder.path("plan.json"),
      options: RenderOptions(
        target: target, media: [], jobs: 1, store: film.store, workFolder: film.folder.root),
      program: ChildCommand("/bin/sh", ["-c", script]), watch: watch)
    return try joining.run(into: target.beginFilm(), signals: nil, onEvent: onEvent)
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
    var events: [RenderEvent] = []
    // It takes longer than any silence that is allowed, and fails in the end.
    let error = #expect(throws: ExportError.self) {
      try join(
        """
        echo '\(WorkReport.ready(shortcomings: ["no guard"]).line)'
        for step in 0 1 2 3 4 5 6 7 8 9; do echo '\(WorkReport.joining.line)'; sleep 0.1; done
        echo '\(WorkReport.failed(kind: .inputOutput, message: "the end").line)'
        """, watch: watch
      ) { events.append($0) }
    }
    #expect(error == ExportError(.inputOutput, "the end"))
    #expect(events == [.shortcoming("no guard")])
  }
}
