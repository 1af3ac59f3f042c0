/// A large, rarely used value: it takes the space of a pointer, and copies share it.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private var box: Box?

  private indirect enum Box: Hashable, Sendable {
    case holding(Value)
  }

  package init(wrappedValue: Value?) {
    box = wrappedValue.map { .holding($0) }
  }

  /// The value; nil if there is none.
  package var wrappedValue: Value? {
    get {
      if case .holding(let value)? = box { value } else { nil }
    }
    set { box = newValue.map { .holding($0) } }
  }
}
