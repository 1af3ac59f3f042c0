/// How many workers a cluster is asked for, and when it is asked for more.
///
/// Its scheduler says how many are waiting or at work. That is believed only if it says so twice: workers end when
/// everything is made, and what they made may be seen late.
struct WorkerBudget {
  private let workers: Int
  /// What one of them makes at a time.
  private let jobs: Int
  private(set) var submitted = 0
  private var shortRounds = 0

  init(workers: Int, jobs: Int) {
    self.workers = workers
    self.jobs = max(1, jobs)
  }

  /// How many there can be in all: each may be lost so often.
  private var mostSubmitted: Int { workers * WorkerLimits.attempts }

  var isExhausted: Bool { submitted >= mostSubmitted }

  /// How many have something to do.
  func wanted(for missing: Int) -> Int { min(workers, (missing + jobs - 1) / jobs) }

  mutating func submit(_ count: Int) {
    submitted += count
    shortRounds = 0
  }

  /// How many are to be submitted, where so many are waiting or at work. `areLost`: the others are of no use.
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

  /// Whether nothing can happen any more, where so many are waiting or at work.
  func isOver(missing: Int, active: Int) -> Bool {
    missing > 0 && active == 0 && isExhausted && shortRounds > 1
  }
}
