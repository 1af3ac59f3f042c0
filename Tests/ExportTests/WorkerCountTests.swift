import RenderPlan
import Testing

@testable import Export

@Suite("How many workers are started")
struct WorkerCountTests {
  private let film: SmallFilm

  init() throws { film = try SmallFilm() }

  private func count(segments: Int, processors: Int) -> WorkerCount {
    WorkerCount(for: film.plan, segments: segments, processors: processors)
  }

  @Test(
    "half as many as CPU cores, fewer if the last round would leave some without work",
    arguments: [
      (1, 100, 1), (2, 100, 1), (3, 100, 2), (4, 100, 2), (16, 160, 8), (16, 6, 6), (16, 9, 5), (16, 1, 1),
      (16, 17, 6),
    ])
  func encoderWithThreads(processors: Int, segments: Int, workers: Int) {
    #expect(count(segments: segments, processors: processors).count == workers)
  }

  @Test func encoderWithOneThread() {
    var plan = film.plan
    plan.settings.video?.codec = .vp9
    #expect(WorkerCount(for: plan, segments: 100, processors: 8).count == 8)
    plan.settings.video?.codec = .h264
    plan.settings.video?.tune = "zerolatency"
    #expect(WorkerCount(for: plan, segments: 100, processors: 8).count == 8)
  }

  @Test func growsWhileCoresAreIdle() {
    var crew = count(segments: 100, processors: 8)
    #expect(!crew.grow(after: .seconds(3)) && crew.count == 4)
    #expect(crew.grow(after: .seconds(3)) && crew.count == 6)
    // A busy round in between: idle ones count anew.
    #expect(!crew.grow(after: .seconds(5)))
    #expect(!crew.grow(after: .milliseconds(7_500)))
    #expect(!crew.grow(after: .seconds(5)))
    #expect(crew.grow(after: .seconds(5)) && crew.count == 8)
    #expect(!crew.canGrow)
    #expect(!crew.grow(after: .zero) && !crew.grow(after: .zero) && crew.count == 8)
  }

  @Test func isExactIfAskedFor() {
    var crew = WorkerCount(exactly: 3)
    #expect(!crew.grow(after: .zero) && !crew.grow(after: .zero))
    #expect(crew.count == 3 && crew.hasSoundWorker)
    #expect(!WorkerCount(exactly: 1).hasSoundWorker)
  }
}
