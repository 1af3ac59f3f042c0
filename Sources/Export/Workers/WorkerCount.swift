import Composition
import LibAV
import RenderPlan

/// How many workers a process starts for pictures.
struct WorkerCount: Hashable {
  /// Grows up to `limit` while CPU cores are idle.
  private(set) var count: Int
  let limit: Int
  /// Whether the sound is mixed beside them, by a worker of its own.
  let hasSoundWorker: Bool
  private let processors: Int
  private var idleRounds = 0

  /// How often the use of the CPU cores is measured.
  static let round = Duration.seconds(1)
  /// A share of them that is not worth another worker.
  private static let idleShare = 0.25
  /// Until the encoder has work, libraries are loaded, and frames are decoded from a key frame on.
  private static let mostIdleRounds = 2

  /// As many as a user asked for.
  init(exactly count: Int) {
    (self.count, limit, hasSoundWorker, processors) = (count, count, count > 1, count)
  }

  /// An encoder that uses several cores leaves one to a worker that draws: half as many workers as cores keep all of them
  /// busy with half the memory. Films whose frames cost more than their encoding get more, once cores are found idle.
  init(for plan: RenderPlan, segments: Int, processors: Int) {
    let cores = max(1, processors)
    self.processors = cores
    limit = cores
    hasSoundWorker = cores > 1
    guard plan.settings.video?.usesSeveralCores == true, segments > 0 else {
      count = max(1, min(cores, segments))
      return
    }
    let most = (cores + 1) / 2
    // The last of several rounds must not leave most of them without work.
    let rounds = (segments + most - 1) / most
    count = (segments + rounds - 1) / rounds
  }

  /// The threads of a decoder, which gets sooner from a key frame to the first picture of a segment with them, and of an
  /// encoder whose bytes do not depend on them.
  var threads: Int { min(4, max(1, processors / max(1, count))) }

  var canGrow: Bool { count < limit }

  /// Tells how much of a round the workers computed. Returns whether there are to be more of them.
  mutating func grow(after time: Duration) -> Bool {
    guard canGrow, time < Self.round * (Double(processors) * (1 - Self.idleShare)) else {
      idleRounds = 0
      return false
    }
    idleRounds += 1
    guard idleRounds > Self.mostIdleRounds else { return false }
    idleRounds = 0
    count = min(limit, count + (processors + 3) / 4)
    return true
  }
}
