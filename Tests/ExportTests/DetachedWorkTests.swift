import Glibc
import Processes
import TestSupport
import Testing

@testable import Export
@testable import RenderPlan

/// Work over a shared store, with workers that are shell scripts.
@Suite("Work beside others")
struct DetachedWorkTests {
  private let film: SmallFilm

  init() throws {
    film = try SmallFilm()
    for folder in film.store.folders(of: film.plan) { try makeFolder(folder) }
  }

  private func work(_ script: String, share: WorkShare? = nil) -> DetachedWork {
    let options = RenderOptions(
      target: OutputTarget(path: film.folder.path("film.mp4"), replacesExisting: false), media: [], jobs: 1,
      store: film.store, workFolder: film.folder.root)
    return DetachedWork(
      PlanFile(plan: film.plan, media: []), options, share: share, signals: nil,
      program: ChildCommand("/bin/sh", ["-c", film.workerFunctions + script]), onEvent: { _ in })
  }

  private var log: [String] {
    get throws {
      try String(decoding: readFile(film.folder.path("log"), limit: 4096), as: UTF8.self).split(
        separator: "\n"
      )
      .map(String.init)
    }
  }

  private var honest: String {
    """
    ready
    while order; do echo "$order" >> \(film.folder.path("log")); make; finish; done
    """
  }

  @Test("begins with its share and goes on with the rest")
  func share() throws {
    let share = try #require(WorkShare(index: 2, of: 3))
    #expect(try work(honest, share: share).run() == nil)
    #expect(try log.first == #"{"segment":{"_0":2}}"#)
    #expect(try Set(log).count == 4 && log.count == 4)
    for key in film.plan.keys { #expect(film.store.hasFile(of: key)) }
    #expect(try film.store.folders(of: film.plan).flatMap(listFolder).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("leaves to others what they are at, and takes it when they are gone")
  func others() throws {
    let other = Leases(film.store)
    #expect(other.take(film.plan.segments[0].key))
    // Ends the other process's work once everything else is made.
    let waiter = honest.replacing("finish;", with: "finish; [ \"${order#*track}\" ] || :;")
    let releases = work(
      waiter.replacing(
        "ready\n",
        with: """
          ready
          lease=$(ls -A \(Processes.folder(of: film.path(ofSegment: 0)))/.*.lease)
          ( sleep 0.4; rm -f $lease ) &

          """))
    #expect(try releases.run() == nil)
    #expect(try log.last == #"{"segment":{"_0":0}}"#)
    #expect(try log.count == 4)
    other.releaseAll()
  }

  @Test("gives what a lost worker was at to another one, but not for ever")
  func lost() throws {
    let once = film.folder.path("once")
    let dies = "if ! [ -e \(once) ]; then : > \(once); ready; order; kill -KILL $$; fi\n"
    #expect(try work(dies + honest).run() == nil)
    #expect(try log.count == 4)

    for key in film.plan.keys { try removeFile(film.store.path(of: key)) }
    let error = try #require(throws: ExportError.self) {
      try work("ready; order; kill -KILL $$").run()
    }
    #expect(error.kind == .unavailable, "\(error)")
  }

  @Test("divides a film into parts that are all of it")
  func shares() throws {
    let parts = try (0..<7).flatMap { try #require(WorkShare(index: $0, of: 7)).orders(of: film.plan) }
    #expect(Set(parts) == Set(film.plan.missingOrders) && parts.count == film.plan.missingOrders.count)
    #expect(
      WorkShare(index: 7, of: 7) == nil && WorkShare(index: -1, of: 7) == nil
        && WorkShare(index: 0, of: 0) == nil)
  }
}
