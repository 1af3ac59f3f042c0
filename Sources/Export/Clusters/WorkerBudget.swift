/// Decides how many workers to request from a cluster, and when to request more.
///
/// The scheduler reports how many are waiting or running. A shortage counts only if it is reported twice:
/// workers end when everything is rendered, and their entries may become visible late.
struct WorkerBudget {
  private let workers: Int
  /// The number of entries that one of them renders at a time.
  private let jobs: Int
  private(set) var submitted = 0
  private var shortRounds = 0

  init(workers: Int, jobs: Int) {
    self.workers = workers
    self.jobs = max(1, jobs)
  }

  /// The most workers in all: each may be lost this often.
  private var mostSubmitted: Int { workers * WorkerLimits.attempts }

  var isExhausted: Bool { submitted >= mostSubmitted }

  /// The number of workers that have something to do.
  func wanted(for missing: Int) -> Int { min(workers, (missing + jobs - 1) / jobs) }

  mutating func submit(_ count: Int) {
    submitted += count
    shortRounds = 0
  }

  /// The number of workers to submit while `active` are waiting or running. `areLost`: these are of no use.
  mutating func replacements(missing: Int, active: Int, areLost: Bool = false) -> Int {
    let lack = wanted(for: missing) - (areLost ? 0 : active)
    guard lack > 0 else {
      shortRounds = 0
      return 0
    }
    shortRounds += 1
    guard areLost || shortRounds > 1 else { return 0 }
    return min(lack, mostSubmitted - submitted)
  }

  /// Whether nothing can happen any more, while `active` workers are waiting or running.
  func isOver(missing: Int, active: Int) -> Bool {
    missing > 0 && active == 0 && isExhausted && shortRounds > 1
  }
}
