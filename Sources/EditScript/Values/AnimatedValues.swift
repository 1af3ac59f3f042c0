package import Composition

/// A value over the item's own time, as written.
package enum Animated<Value: Hashable & Sendable>: Hashable, Sendable {
  // Boxed, like other large values: an item has space for many of them, but few are used.
  indirect case constant(Value)
  case ramps([Located<Ramp<Value>>])
  /// In the order written; their times must rise.
  case keyFrames([Located<KeyFrame<Value>>])

  /// Every value written in it; at least one.
  package var values: [Value] {
    switch self {
    case .constant(let value): [value]
    case .ramps(let ramps): ramps.flatMap(\.value.values)
    case .keyFrames(let frames): frames.map(\.value.value)
    }
  }

  /// The first value that is written.
  package var start: Value? { values.first }

  /// The value, if it does not change over time.
  package var only: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}

/// `1 -> 0 over last 1s ease-in`: values at even steps across a range.
package struct Ramp<Value: Hashable & Sendable>: Hashable, Sendable {
  /// At least two.
  package let values: [Value]
  /// Nil for the whole item.
  package let range: Located<RangeExpression>?
  package let easing: Easing

  package init(values: [Value], range: Located<RangeExpression>? = nil, easing: Easing = .linear) {
    self.values = values
    self.range = range
    self.easing = easing
  }
}

/// `1s: 1 ease-out`: a value at a time; the easing applies until the next key frame.
package struct KeyFrame<Value: Hashable & Sendable>: Hashable, Sendable {
  package let time: Located<TimeExpression>
  package let value: Value
  package let easing: Easing

  package init(time: Located<TimeExpression>, value: Value, easing: Easing = .linear) {
    self.time = time
    self.value = value
    self.easing = easing
  }
}

/// The value of a key frame, after its colon: `1 ease-out`.
package struct KeyFrameValue<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  /// The easing until the next key frame.
  package let easing: Easing

  package init(value: Value, easing: Easing = .linear) {
    self.value = value
    self.easing = easing
  }
}
