import Synchronization

/// How much of the work of workers on other machines is also rendered here and compared, and which workers
/// differed. One value serves all films of a render.
package final class WorkerChecking: Sendable {
  /// The part of each worker's frames that is checked at least: more than 0 and at most 1.
  package let share: Double
  /// Determines the choice of segments. Workers must not know it.
  let seed: UInt64
  private let dropped = Mutex<Set<Int>>([])

  package init(share: Double, seed: UInt64 = .random(in: .min ... .max)) {
    self.share = min(max(share, 0), 1)
    self.seed = seed
  }

  /// The indices of dropped workers among the launch commands.
  var droppedSlots: Set<Int> { dropped.withLock { $0 } }

  func drop(_ slot: Int) { dropped.withLock { _ = $0.insert(slot) } }
}

/// The segments of one film that each worker on another machine rendered, and those chosen to be rendered
/// here for comparison.
///
/// A worker does not know which of its segments will be compared: they are chosen at random among all that it
/// has rendered so far.
struct WorkerChecks {
  private let share: Double
  private var random: SplitMix
  /// By the index of the worker's launch command.
  private var workers: [Int: Record] = [:]

  private struct Record {
    var made: [WorkOrder] = []
    var unchecked: [(order: WorkOrder, frames: Int)] = []
    var framesMade = 0
    var framesChecked = 0
  }

  init(_ checking: WorkerChecking) {
    share = checking.share
    random = SplitMix(seed: checking.seed)
  }

  mutating func add(_ order: WorkOrder, frames: Int, by slot: Int) {
    workers[slot, default: Record()].made.append(order)
    workers[slot, default: Record()].unchecked.append((order, max(1, frames)))
    workers[slot, default: Record()].framesMade += max(1, frames)
  }

  /// Returns the next segment to compare, which then counts as checked; nil if none is due. While workers
  /// continue, one is chosen as soon as a whole segment is due.
  mutating func next(isAllMade: Bool) -> (order: WorkOrder, slot: Int)? {
    for slot in workers.keys.sorted() {
      guard let record = workers[slot], !record.unchecked.isEmpty else { continue }
      let owed = share * Double(record.framesMade) - Double(record.framesChecked)
      let segment = Double(record.framesMade) / Double(record.made.count)
      guard owed >= segment || (isAllMade && !isProven(record)) else { continue }
      let place = Int(random.next() % UInt64(record.unchecked.count))
      let chosen = record.unchecked[place]
      workers[slot]?.unchecked.remove(at: place)
      workers[slot]?.framesChecked += chosen.frames
      return (chosen.order, slot)
    }
    return nil
  }

  private func isProven(_ record: Record) -> Bool {
    record.framesChecked > 0 && Double(record.framesChecked) >= share * Double(record.framesMade) - 1e-6
  }

  /// Whether enough segments of every worker were chosen.
  var isSatisfied: Bool { workers.values.allSatisfy(isProven) }

  /// Forgets a worker; returns its orders.
  mutating func remove(_ slot: Int) -> [WorkOrder] { workers.removeValue(forKey: slot)?.made ?? [] }

  /// The orders of all workers.
  var made: [WorkOrder] { workers.keys.sorted().flatMap { workers[$0]?.made ?? [] } }

  /// The orders of workers of which too little was checked.
  var unproven: [WorkOrder] { workers.values.filter { !isProven($0) }.flatMap(\.made) }

  /// For messages: `2 of 24 segments of 3 workers`.
  var summary: String {
    let made = workers.values.reduce(0) { $0 + $1.made.count }
    let left = workers.values.reduce(0) { $0 + $1.unchecked.count }
    return "\(made - left) of \(made == 1 ? "1 segment" : "\(made) segments") of "
      + (workers.count == 1 ? "1 worker" : "\(workers.count) workers")
  }
}

/// Pseudo-random numbers from a seed.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Whether two files have the same bytes.
func haveSameBytes(_ one: String, _ other: String) throws(ExportError) -> Bool {
  let (first, second) = (try DigestedFile(one), try DigestedFile(other))
  guard first.byteCount == second.byteCount else { return false }
  while true {
    let bytes = try first.read(DigestedFile.pieceSize)
    guard try second.read(DigestedFile.pieceSize) == bytes else { return false }
    if bytes.isEmpty { return true }
  }
}
