import Synchronization

/// A value that is made when it is first needed. Making it must not need itself.
package final class Deferred<Value: Sendable>: Sendable {
  private enum State {
    case unmade(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  package init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }

  package var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .unmade(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
