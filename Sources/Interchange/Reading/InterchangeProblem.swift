/// The reason why an input cannot be read, its place, and advice.
package struct InterchangeProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let place: InputPlace
  package let message: String
  /// Advice for the author; nil if only repairing the input helps.
  package let advice: String?

  package init(_ message: String, at place: InputPlace, advice: String? = nil) {
    self.message = message
    self.place = place
    self.advice = advice
  }

  package var description: String { "\(place): \(message)" + (advice.map { "; \($0)" } ?? "") }
}
