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

  /// Joins what is all there by a worker that is a value. How that ends and how long it takes.
  private func join(
    onEvent: (RenderEvent) -> Void = { _ in }, _ program: @escaping VirtualLoop.Program
  ) throws -> (error: ExportError?, time: Duration) {
    let loop = VirtualLoop(program: program)
    let target = OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false)
    let joining = FilmJoining(
      plan: film.plan.marking(inStore: Set(film.plan.keys)), planPath: film.folder.path("plan.json"),
      options: RenderOptions(
        target: target, media: [], jobs: 1, store: film.store, workFolder: film.folder.root),
      into: try target.beginFilm(), on: loop, program: ChildCommand("worker"), watch: WorkerWatch())
    let start = loop.now
    try joining.takeAll()
    do throws(ExportError) {
      while let event = try? loop.next() { _ = try joining.handle(event, onEvent: onEvent) }
      return (nil, loop.time(since: start))
    } catch { return (error, loop.time(since: start)) }
  }

  /// Makes what a plan lacks by workers that run `script`, as does the one that joins, which is told by its `--film`.
  private func make(
    _ script: String, _ plan: RenderPlan, jobs: Int = 1,
    onEvent: (RenderEvent) -> Void = { _ in }
  ) throws -> RenderOutcome {
    let target = OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false)
    let making = FilmMaking(
      plan: plan, planPath: film.folder.path("plan.json"),
      options: RenderOptions(
        target: target, media: [], jobs: jobs, store: film.store, workFolder: film.folder.root),
      program: ChildCommand("/bin/sh", ["-c", film.workerFunctions + script]))
    return try making.run(into: target.beginFilm(), signals: nil, onEvent: onEvent)
  }

  @Test("is stuck if it neither reports nor computes for two minutes, or reports nothing for ten")
  func stalled() throws {
    func words(_ seconds: Int) -> ExportError {
      ExportError(.engine, "a worker has sent no report for \(seconds) seconds while it joined the film")
    }
    let idle = try join { child in
      child.onInputClosed = {}
      child.say(WorkReport.written.message, after: .seconds(1))
    }
    #expect(idle.error == words(120) && idle.time == .seconds(120))
    let busy = try join { child in
      child.onInputClosed = {}
      child.isComputing = true
    }
    #expect(busy.error == words(600) && busy.time == .seconds(600))
  }

  @Test("is given a second for each ten megabytes of the film that it has written")
  func largeFilm() throws {
    let (error, time) = try join { child in
      child.onInputClosed = {}
      child.isComputing = true
      let path = child.command.arguments.drop { $0 != "--film" }.dropFirst().first
      #expect(path.map { truncate($0, 1 << 30) } == 0)
    }
    // 1 GiB takes 102.4 s more, which ends within a round of 30 s.
    #expect(error?.kind == .engine && time == .seconds(720))
  }

  @Test("is left alone as long as it reports, and what the kernel lacks is reported")
  func reporting() throws {
    var shortcomings: [String] = []
    // It takes longer than any silence that is allowed, and fails in the end.
    let (error, time) = try join(
      onEvent: { if case .shortcoming(let text) = $0 { shortcomings.append(text) } },
      { child in
        child.onInputClosed = {}
        child.say(WorkReport.ready(shortcomings: ["no guard"]).message)
        for step in 1...10 { child.say(WorkReport.joining.message, after: .seconds(80 * step)) }
        child.say(
          WorkReport.failed(kind: .inputOutput, message: "the end").message, after: .seconds(850))
      })
    #expect(error == ExportError(.inputOutput, "the end") && time == .seconds(850))
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
