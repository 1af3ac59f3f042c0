import Glibc
import Synchronization

/// Runs `work` for every index below `count` on up to `threads` threads, including the caller's, and returns
/// the results in order.
///
/// The others are not Swift's cooperative threads, of which there are only as many as cores.
package func onThreads<Value: Sendable>(
  _ threads: Int, count: Int, work: @escaping @Sendable (Int) -> Value
) -> [Value] {
  let shared = SharedWork(count: count, work: work)
  var started: [pthread_t] = []
  for _ in 0..<max(0, min(threads, count) - 1) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(shared as AnyWork)
    let failed = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<AnyWork>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if failed == 0 { started.append(thread) } else { argument.release() }
  }
  shared.run()
  for thread in started { pthread_join(thread, nil) }
  return shared.results()
}

private class AnyWork {
  func run() {}
}

/// Hands out indices; its state is behind a lock.
private final class SharedWork<Value: Sendable>: AnyWork {
  private let count: Int
  private let work: @Sendable (Int) -> Value
  private let state: Mutex<(next: Int, values: [Value?])>

  init(count: Int, work: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.work = work
    state = Mutex((0, Array(repeating: nil, count: count)))
  }

  override func run() {
    while let index = takeIndex() {
      let value = work(index)
      state.withLock { $0.values[index] = value }
    }
  }

  private func takeIndex() -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func results() -> [Value] { state.withLock { $0.values.compactMap(\.self) } }
}
