/// What somebody wants of a running recording.
package enum RecordingOrder: Hashable, Sendable {
  case pause
  case resume
  /// Pauses, or resumes a recording that pauses.
  case togglePause
  case still
  case stop

  /// The lines that programs send.
  private static let lines: [(word: String, order: RecordingOrder)] = [
    ("pause", .pause), ("resume", .resume), ("still", .still), ("stop", .stop),
  ]
  package static var words: [String] { lines.map(\.word) }

  /// Nil for a line that is no order.
  package init?(line: String) {
    guard let found = Self.lines.first(where: { $0.word == line }) else { return nil }
    self = found.order
  }

  /// Nil for keys without a meaning.
  package init?(key: UInt8) {
    switch key {
    case UInt8(ascii: " "): self = .togglePause
    case UInt8(ascii: "s"): self = .still
    case UInt8(ascii: "q"): self = .stop
    default: return nil
    }
  }
}
