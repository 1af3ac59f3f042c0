import Composition
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
    #expect(WorkerCount(for: plan, segments: 100, processors: 8).threads == 1)
    #expect(WorkerCount(for: plan, segments: 3, processors: 16).count == 3)
    #expect(WorkerCount(for: plan, segments: 3, processors: 16).threads == 4)
    #expect(WorkerCount(for: plan, segments: 0, processors: 16).count == 1)
    plan.settings.video?.codec = .h264
    plan.settings.video?.tune = "zerolatency"
    #expect(WorkerCount(for: plan, segments: 100, processors: 8).count == 8)
  }

  /// How many workers there are after each round in which they computed that long.
  private func counts(_ crew: WorkerCount, after rounds: [Duration]) -> [Int] {
    var crew = crew
    return rounds.map { time in
      let before = crew.count
      #expect(crew.grow(after: time) == (crew.count > before))
      return crew.count
    }
  }

  @Test func growsWhileCoresAreIdle() {
    let crew = count(segments: 100, processors: 8)
    let (idle, busy) = (Duration.seconds(5), Duration.milliseconds(7_500))
    #expect(
      counts(crew, after: [idle, idle, idle, idle, idle, busy, idle, idle, idle]) == [
        4, 4, 6, 6, 6, 6, 6, 6, 8,
      ])
    #expect(counts(crew, after: [busy, busy, busy]) == [4, 4, 4])
    #expect(counts(crew, after: Array(repeating: .zero, count: 8)) == [4, 4, 6, 6, 6, 8, 8, 8])
  }

  @Test(
    "cores beyond one for each worker decode, and encode where this changes no byte",
    arguments: [(2, 100, 2), (2, 1, 2), (16, 160, 2), (16, 1, 4), (1, 3, 1)])
  func decoders(processors: Int, segments: Int, threads: Int) {
    #expect(count(segments: segments, processors: processors).threads == threads)
    for count in [0, processors] { #expect(WorkerCount(exactly: count).threads == 1) }
  }

  @Test func isExactIfAskedFor() {
    let crew = WorkerCount(exactly: 3)
    #expect(counts(crew, after: [.zero, .zero, .zero]) == [3, 3, 3])
    #expect(crew.hasSoundWorker && !WorkerCount(exactly: 1).hasSoundWorker)
  }
}
