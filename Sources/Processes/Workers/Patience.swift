/// How long a worker may show no sign of life, or make no progress, before it counts as hanging. Counted in
/// rounds, so that a machine that stalled or was suspended is not blamed on a worker.
package struct Patience: Hashable, Sendable {
  package var round: Duration
  /// Rounds without a sign of life.
  package var life: Int
  /// Rounds without progress.
  package var progress: Int
  /// The CPU time per round that counts as a sign of life; nil if only lines do.
  package var leastWork: Duration?
  /// The most CPU time that one step may take; nil for no limit.
  package var mostWork: Duration?

  /// The longest time without progress.
  package var longest: Duration { round * progress }

  package init(
    round: Duration, life: Int, progress: Int, leastWork: Duration? = nil, mostWork: Duration? = nil
  ) {
    self.round = round
    self.life = life
    self.progress = progress
    self.leastWork = leastWork
    self.mostWork = mostWork
  }
}

/// What a worker has failed to do, and for how long.
package struct Silence: Hashable, Sendable {
  package enum Lack: Hashable, Sendable {
    case life, progress
    /// It has worked longer than a step may take.
    case end
  }

  package let lack: Lack
  package let sinceLife: Duration
  package let sinceProgress: Duration
}

/// Counts the rounds of one worker.
struct SilenceMeter {
  private var roundsWithoutLife = 0
  private var roundsWithoutProgress = 0
  /// At the end of the last round.
  private var processorTime = Duration.zero
  /// Since the last progress.
  private var work = Duration.zero

  mutating func hear() { roundsWithoutLife = 0 }

  mutating func progress() { (roundsWithoutLife, roundsWithoutProgress, work) = (0, 0, .zero) }

  /// Starts counting at this CPU time.
  mutating func begin(at time: Duration) {
    progress()
    processorTime = time
  }

  /// Counts a round, at whose end the worker has used `time` of CPU time in total.
  mutating func countRound(at time: Duration, _ patience: Patience) -> Silence? {
    roundsWithoutLife += 1
    roundsWithoutProgress += 1
    if let least = patience.leastWork, time - processorTime >= least { roundsWithoutLife = 0 }
    work += time - processorTime
    processorTime = time
    let lack: Silence.Lack? =
      if let most = patience.mostWork, work > most {
        .end
      } else if roundsWithoutLife >= patience.life {
        .life
      } else if roundsWithoutProgress >= patience.progress {
        .progress
      } else {
        nil
      }
    return lack.map {
      Silence(
        lack: $0, sinceLife: patience.round * roundsWithoutLife,
        sinceProgress: patience.round * roundsWithoutProgress)
    }
  }
}
