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

  /// Those that can be started.
  var free: [Int] {
    slots.indices.filter { !slots[$0].isRunning && slots[$0].failures < WorkerLimits.attempts }
  }

  /// A worker that is never started again.
  mutating func drop(_ slot: Int) {
    slots[slot].isRunning = false
    slots[slot].failures = WorkerLimits.attempts
  }

  mutating func begin(_ slot: Int) { slots[slot].isRunning = true }
  mutating func end(_ slot: Int) { slots[slot].isRunning = false }

  /// A command that never started a worker is not tried again.
  mutating func fail(_ slot: Int, hadWorker: Bool) {
    slots[slot].isRunning = false
    slots[slot].failures += hadWorker ? 1 : WorkerLimits.attempts
  }
}

/// A worker that a command of the user started, perhaps on another machine, as the pool knows it beside its `WorkerState`.
struct LaunchedWorker {
  let slot: Int
  var hello: Handshake.Reply?
  /// How many lines it said before that, which are the affair of whatever starts it.
  var greetings = 0
  /// For how many seconds nothing was heard of it.
  private var silentSeconds = 0
  /// For how many seconds it got no further, whatever it says.
  private var idleSeconds = 0
  /// How many samples of its order it has reported.
  private var samples: Int64 = 0
  /// What it sends of the entry that it was ordered to make.
  var carried: UploadedEntry?

  init(slot: Int) {
    self.slot = slot
  }

  mutating func countSecond() {
    silentSeconds += 1
    idleSeconds += 1
  }

  mutating func note(_ report: WorkReport) {
    silentSeconds = 0
    switch report {
    case .alive: return
    case .samples(let count):
      guard count > samples else { return }
      samples = count
    default: samples = 0
    }
    idleSeconds = 0
  }

  /// Why it counts as lost, with the limit; nil if it does not. `mostIdleSeconds` is how long its next step forward may take.
  func loss(_ watch: WorkerWatch, mostIdleSeconds: Int) -> String? {
    if hello == nil {
      return idleSeconds < watch.secondsToHello
        ? nil : "did not greet within \(watch.secondsToHello) s"
    }
    if silentSeconds >= watch.mostSilentSeconds {
      return "was not heard of for \(watch.mostSilentSeconds) s"
    }
    return idleSeconds < mostIdleSeconds
      ? nil : "made no progress for \(mostIdleSeconds) s, although it says that it is alive"
  }
}

/// An entry that comes over the pipe in pieces. It is in the store once it is whole and was found to be the right one.
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

  /// Gives it its name, if it is the entry of this key.
  func commit(_ key: ContentDigest) throws(ExportError) {
    guard StoreEntryReader.isIntact(file.temporaryPath, key: key) else {
      throw ExportError(.engine, "a worker sent an entry that is not the one that it was ordered to make")
    }
    do throws(FileError) { try file.commit(replacing: true, syncing: false) } catch {
      throw ExportError(inStore: error)
    }
  }
}
