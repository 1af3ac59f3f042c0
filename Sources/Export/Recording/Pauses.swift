/// What pauses take out of a recording, in slots of its frame rate from its start.
struct Pauses {
  private var all: [(start: Int64, end: Int64?)] = []

  /// Whether a pause has no end yet.
  var isPaused: Bool { all.last.map { $0.end == nil } ?? false }

  /// Takes out all slots from this one on, until `end`.
  mutating func begin(at slot: Int64) { all.append((slot, nil)) }

  /// Ends the pause before this slot, or before its first one. Returns the first slot behind it.
  mutating func end(before slot: Int64) -> Int64 {
    guard let pause = all.popLast() else { return slot }
    let end = max(slot, pause.start)
    if end > pause.start { all.append((pause.start, end)) }
    return end
  }

  /// Where the film stops while it pauses; nil if it does not.
  var filmEnd: Int64? { isPaused ? all.last.map { filmSlots(before: $0.start) } : nil }

  /// How many slots all ended pauses have.
  var removed: Int64 { all.reduce(0) { $0 + (($1.end ?? $1.start) - $1.start) } }

  /// The slot of the film; nil in a pause.
  func filmSlot(_ slot: Int64) -> Int64? {
    let isOut = all.contains { pause in pause.start <= slot && pause.end.map { slot < $0 } ?? true }
    return isOut ? nil : slot < 0 ? slot : filmSlots(before: slot)
  }

  /// How many slots of the film are before a slot.
  func filmSlots(before slot: Int64) -> Int64 {
    all.reduce(slot) { $0 - max(0, min(slot, $1.end ?? .max) - $1.start) }
  }

  /// The ended pauses: the slot of the film behind each, and how many slots it has.
  var cuts: [RecordingCut] {
    all.compactMap { pause in
      pause.end.map { RecordingCut(frame: filmSlots(before: pause.start), length: $0 - pause.start) }
    }
  }
}

/// A place where a pause was cut out.
package struct RecordingCut: Hashable, Sendable {
  /// The first frame behind it.
  package var frame: Int64
  /// In frames.
  package var length: Int64
}
