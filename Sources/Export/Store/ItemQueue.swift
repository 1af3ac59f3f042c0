import Glibc
import Processes
import Synchronization

/// Passes frames or samples to a dedicated thread, which processes them in order while the caller makes the next ones.
///
/// Few items wait at a time. If no thread can be started, the caller does the work.
///
/// `@unchecked Sendable`: until `finish` has returned, the closures are called by that thread only; the rest is guarded.
final class ItemQueue<Item: Sendable>: @unchecked Sendable {
  private let work: (Item) throws(ExportError) -> Void
  /// Called after the last item, unless one failed.
  private let end: () throws(ExportError) -> Void
  /// Called after that with the first error, unless the queue was cancelled.
  private let whenDone: (ExportError?) -> Void
  private let state = Mutex(State())
  private let places: Semaphore
  private let orders = Semaphore(0)
  private var thread: JoinedThread?

  private struct State {
    /// Nil follows the last item.
    var waiting: [Item?] = []
    var failure: ExportError?
    var isClosed = false
    var isCancelled = false
  }

  init(
    places: UInt32 = 2, _ work: @escaping (Item) throws(ExportError) -> Void,
    end: @escaping () throws(ExportError) -> Void = {}, whenDone: @escaping (ExportError?) -> Void = { _ in }
  ) {
    self.work = work
    self.end = end
    self.whenDone = whenDone
    self.places = Semaphore(places)
    thread = JoinedThread { self.run() }
  }

  /// Waits until there is room for the item; throws the error of an earlier one.
  func send(_ item: Item) throws(ExportError) {
    guard thread != nil else { return try work(item) }
    places.wait()
    if let failure = state.withLock(\.failure) { throw failure }
    state.withLock { $0.waiting.append(item) }
    orders.post()
  }

  /// Nothing can be sent afterwards. The last items and `end` may still be running when this returns.
  func close() {
    guard
      state.withLock({ state in
        defer { state.isClosed = true }
        return !state.isClosed
      })
    else { return }
    guard thread != nil else { return finishWork() }
    state.withLock { $0.waiting.append(nil) }
    orders.post()
  }

  /// Closes the queue after an error of the caller, so that neither `end` nor `whenDone` is called. Waits until the thread
  /// has ended. Returns its own error if it had one before.
  func cancel(_ error: ExportError) -> ExportError {
    state.withLock { state in
      state.failure = state.failure ?? error
      state.isCancelled = true
    }
    do throws(ExportError) { try finish() } catch { return error }
    return error
  }

  /// Closes the queue and waits until everything is done.
  func finish() throws(ExportError) {
    close()
    thread?.join()
    thread = nil
    if let failure = state.withLock(\.failure) { throw failure }
  }

  private func finishWork() {
    if state.withLock({ $0.failure == nil }) {
      do throws(ExportError) { try end() } catch { state.withLock { $0.failure = error } }
    }
    let (failure, isCancelled) = state.withLock { ($0.failure, $0.isCancelled) }
    if !isCancelled { whenDone(failure) }
  }

  private func run() {
    while true {
      orders.wait()
      guard let item = state.withLock({ $0.waiting.removeFirst() }) else { return finishWork() }
      if state.withLock({ $0.failure == nil }) {
        do throws(ExportError) { try work(item) } catch { state.withLock { $0.failure = error } }
      }
      places.post()
    }
  }
}

/// A counting semaphore.
private final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  init(_ count: UInt32) {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, count)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func post() { sem_post(semaphore) }

  func wait() {
    // A signal may interrupt it.
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }
}
