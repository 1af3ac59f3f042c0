import Glibc
import Synchronization

/// Threads that work while an event loop continues. Each free thread takes the next piece of work. If one
/// hangs on a disk, the others continue.
///
/// Work signals its completion with a `Doorbell` that its owner's loop watches. Work cannot be interrupted:
/// while a thread hangs, only `endAtOnce` ends the process.
package final class WorkThreads: Sendable {
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  /// Rings once per piece of work; each ring wakes one thread.
  private let orders: Doorbell

  package init(_ count: Int = 1) throws(SystemError) {
    orders = try Doorbell(waits: true)
    for _ in 0..<count { try start() }
  }

  private func start() throws(SystemError) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<WorkThreads>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard failure == 0 else {
      argument.release()
      throw SystemError("start a thread", code: failure)
    }
    pthread_detach(thread)
  }

  /// Performs work when a thread is free, after all earlier work has started.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    orders.ring()
  }

  private func run() {
    while orders.wait() {
      while let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work() }
    }
  }
}

/// Wakes an event loop from another thread.
package final class Doorbell: Sendable {
  private let reading: Descriptor
  private let writing: Descriptor

  package convenience init() throws(SystemError) { try self.init(waits: false) }

  /// With `waits`, a thread waits for the bell instead of an event loop.
  init(waits: Bool) throws(SystemError) {
    let pipe = try Pipe()
    reading = pipe.reading
    writing = pipe.writing
    if !waits { try reading.makeNonBlocking() }
    // A full pipe needs no more bytes: the bell is already ringing.
    try writing.makeNonBlocking()
  }

  /// For an event loop: readable after a ring.
  package var descriptor: Int32 { reading.number }

  package func ring() {
    var byte: UInt8 = 1
    while write(writing.number, &byte, 1) < 0, errno == EINTR {}
  }

  /// Discards the rings; call this before checking what they announce.
  package func silence() {
    while case .bytes = readOnce(reading.number, upTo: 4096) {}
  }

  /// Waits for one ring and consumes it; false if none can come any more.
  func wait() -> Bool {
    if case .bytes = readOnce(reading.number, upTo: 1) { true } else { false }
  }
}

/// Ends this process without waiting for its threads. Removes temporary files; everything else must be done
/// before.
package func endAtOnce(_ code: Int32) -> Never {
  removeOpenTemporaries()
  _exit(code)
}
