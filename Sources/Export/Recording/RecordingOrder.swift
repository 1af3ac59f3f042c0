package import Composition

/// An order to a running recording.
package enum RecordingOrder: Hashable, Sendable {
  case pause
  case resume
  /// Pauses, or resumes a recording that pauses.
  case togglePause
  case still
  /// Gives the latest picture with its look, to be shown within bounds.
  case show(within: PixelSize)
  /// Chooses a look by its number; 0 is none.
  case look(Int)
  case stop

  /// The lines that programs send.
  private static let lines: [(word: String, order: RecordingOrder)] = [
    ("pause", .pause), ("resume", .resume), ("still", .still), ("stop", .stop),
  ]
  private static let lookWord = "look "
  package static var words: [String] { lines.map(\.word) + ["look N"] }

  /// Nil for a line that is no order.
  package init?(line: String) {
    if line.hasPrefix(Self.lookWord) {
      let digits = line.dropFirst(Self.lookWord.count).utf8
      guard digits.count == 1, case .look(let number)? = digits.first.flatMap(RecordingOrder.init(key:))
      else {
        return nil
      }
      self = .look(number)
      return
    }
    guard let found = Self.lines.first(where: { $0.word == line }) else { return nil }
    self = found.order
  }

  /// Nil for keys without a meaning.
  package init?(key: UInt8) {
    switch key {
    case UInt8(ascii: " "): self = .togglePause
    case UInt8(ascii: "s"): self = .still
    case UInt8(ascii: "q"): self = .stop
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .look(Int(key - UInt8(ascii: "0")))
    default: return nil
    }
  }
}
