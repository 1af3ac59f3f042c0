import ContentDigest
import FoundationEssentials
import Processes
import RenderPlan

/// The commands that start workers, and how often each has failed.
struct Launches {
  private(set) var slots: [Slot]

  struct Slot {
    let command: String
    var isRunning = false
    var failures = 0
  }

  init(_ commands: [String]) {
    slots = commands.map { Slot(command: $0) }
  }

  var isEmpty: Bool { slots.isEmpty }

  /// Those that can start a worker.
  var free: [Int] {
    slots.indices.filter { !slots[$0].isRunning && slots[$0].failures < WorkerLimits.attempts }
  }

  /// Excludes a command, which is never started again.
  mutating func drop(_ slot: Int) {
    slots[slot].isRunning = false
    slots[slot].failures = WorkerLimits.attempts
  }

  mutating func begin(_ slot: Int) { slots[slot].isRunning = true }
  mutating func end(_ slot: Int) { slots[slot].isRunning = false }

  /// Records a failure. A command that never started a worker is not retried.
  mutating func fail(_ slot: Int, hadWorker: Bool) {
    slots[slot].isRunning = false
    slots[slot].failures += hadWorker ? 1 : WorkerLimits.attempts
  }
}

/// A worker that a command of the user started, perhaps on another machine: what the pool knows besides its
/// `WorkerState`.
struct LaunchedWorker {
  let slot: Int
  var hello: Handshake.Reply?
  /// How many lines came before its greeting, from whatever starts it.
  var greetings = 0
  /// The samples of its order that it has reported.
  private var samples: Int64 = 0
  /// The part of its entry that it has sent.
  var carried: UploadedEntry?

  init(slot: Int) {
    self.slot = slot
  }

  /// Whether a report shows progress.
  mutating func takesForProgress(_ report: WorkReport) -> Bool {
    switch report {
    case .alive: return false
    case .samples(let count):
      guard count > samples else { return false }
      samples = count
    default: samples = 0
    }
    return true
  }

  /// Why it counts as lost, with the limit.
  func loss(after silence: Silence, _ watch: WorkerWatch) -> String {
    if hello == nil { return "did not respond within \(watch.secondsToHello) s" }
    if silence.lack == .life { return "has not responded for \(silence.sinceLife.components.seconds) s" }
    return
      "made no progress for \(silence.sinceProgress.components.seconds) s, although it is alive"
  }
}

/// An entry that arrives over the pipe in pieces. It is in the store once it is whole and verified.
final class UploadedEntry {
  private let file: AtomicFile
  private var byteCount = 0

  init(at path: String, owner: TemporaryOwner) throws(ExportError) {
    do throws(FileError) {
      try makeFolder(folder(of: path))
      file = try AtomicFile(at: path, owner: owner, takesRights: false)
    } catch { throw ExportError(inStore: error) }
  }

  func append(_ piece: String) throws(ExportError) {
    guard let bytes = Data(base64Encoded: piece), !bytes.isEmpty else {
      throw ExportError(.engine, "a worker sent a piece of an entry that is not Base64")
    }
    byteCount += bytes.count
    guard byteCount <= WorkerLimits.fileBytes else {
      throw ExportError(.engine, "a worker sent an entry larger than \(WorkerLimits.fileBytes >> 30) GiB")
    }
    do throws(FileError) { try file.write(Array(bytes)) } catch { throw ExportError(inStore: error) }
  }

  /// Commits the entry, if it belongs to this key.
  func commit(_ key: ContentDigest) throws(ExportError) {
    guard StoreEntryReader.isIntact(file.temporaryPath, key: key) else {
      throw ExportError(.engine, "a worker sent an entry that is not the one that it was ordered to make")
    }
    do throws(FileError) { try file.commit(replacing: true, syncing: false) } catch {
      throw ExportError(inStore: error)
    }
  }
}
