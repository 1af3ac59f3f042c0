import Basics
import Composition
import Export
import FoundationEssentials
import Glibc
import LibAV
import Lowering
import Processes
import Rendering
import Synchronization

/// Pictures of a film or a media file, found and processed by several threads.
struct PictureSeries {
  let content: LookedAt.Content
  /// The path of a media file.
  let path: String
  /// How far the picture of a media file may be from its time; nil for the exact one.
  let tolerance: PictureTolerance?
  /// Whether frames of a film are transparent where nothing covers a transparent background.
  var keepsAlpha = false

  /// A picture with its time.
  struct Found: Sendable {
    /// Its index among the requested moments.
    let place: Int
    let picture: VideoFrame
    /// Its start; nil if unknown.
    let start: RationalTime?
  }

  /// Finds the picture of each moment and passes it to `use`, on any thread and in any order.
  ///
  /// Returns the reason for each picture that cannot be found, at its index. An interrupt ends the process
  /// once the current files are written.
  func find(
    at moments: [RationalTime], gate: FileGate, signals: TerminationSignals,
    use: @escaping @Sendable (Found) throws -> Void
  ) throws -> [CommandFailure?] {
    let outcomes = Outcomes(count: moments.count)
    let work = SharedWork(
      try sources(at: moments) { place, result in
        outcomes.note(place) { try use(result.get()) }
      }, threads: ProcessInfo.processInfo.activeProcessorCount)
    guard work.start() else { throw CommandFailure(.unavailable, "cannot start a thread") }
    while !work.wait(milliseconds: 20) {
      if let signal = signals.received() {
        gate.closeForEver()
        signal.raiseAgain()
      }
      if outcomes.stopsAll { work.cancel() }
    }
    if let failure = outcomes.fatal { throw failure }
    return outcomes.failures
  }

  private func sources(
    at moments: [RationalTime],
    found: @escaping @Sendable (Int, Result<Found, any Error>) -> Void
  ) throws -> [any WorkSource] {
    switch content {
    case .film(let film, _):
      let rate = film.canvas.rate
      // The end of the film shows its last frame.
      let frames = moments.map { min(Lowering.frameNumber(at: $0, rate: rate) ?? 0, film.frameCount - 1) }
      let beginning = { @Sendable (frame: Int64) in Confinement.note(film.place(ofFrame: frame)) }
      let pictures = FilmPictureSource(
        of: film, frames: frames, hasAlpha: keepsAlpha, beginning: beginning
      ) { place, result in
        found(
          place,
          result.mapError { $0 }.map {
            Found(place: place, picture: $0, start: try? rate.start(ofFrame: frames[place]))
          })
      }
      return [pictures]
    case .media(let facts):
      let track = try facts.picture(ofFileAt: path)
      let pictures = MediaPictureSource(path: path, track: track, origin: facts.origin, tolerance: tolerance)
      return try pictures.sources(at: moments) { [path] place, result in
        Confinement.note("after the picture at \(moments[place].clockReading) of \(path)")
        found(
          place,
          result.mapError { $0 }.map {
            Found(place: place, picture: $0, start: $0.presentationTime)
          })
      }
    }
  }
}

/// The outcome of each picture.
private final class Outcomes: Sendable {
  private let state: Mutex<(failures: [CommandFailure?], fatal: CommandFailure?)>

  init(count: Int) {
    state = Mutex((Array(repeating: nil, count: count), nil))
  }

  /// Records the outcome of a picture. One that cannot be read is skipped; other errors end the series,
  /// because the other pictures would also fail.
  func note(_ place: Int, _ work: () throws -> Void) {
    do { try work() } catch {
      let failure = CommandFailure(error)
      state.withLock { state in
        state.failures[place] = failure
        if failure.code != .badData, state.fatal == nil { state.fatal = failure }
      }
    }
  }

  var stopsAll: Bool { state.withLock { $0.fatal != nil } }
  var fatal: CommandFailure? { state.withLock { $0.fatal } }
  var failures: [CommandFailure?] { state.withLock { $0.failures } }
}

/// The starts of the pictures that were found.
final class Starts: Sendable {
  private let times: Mutex<[RationalTime?]>

  init(count: Int) {
    times = Mutex(Array(repeating: nil, count: count))
  }

  func note(_ time: RationalTime?, of place: Int) { times.withLock { $0[place] = time } }

  var all: [RationalTime?] { times.withLock { $0 } }
}

/// Lets files be finished before the process ends, and prevents new ones.
///
/// `@unchecked Sendable`: it is a lock.
final class FileGate: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  /// Runs the work on one file. Several can run at a time.
  func pass<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }

  /// Waits for all running work. Later calls of `pass` block until the process ends.
  func closeForEver() { pthread_rwlock_wrlock(lock) }
}
