/// Why an input cannot be read, where, and what to do about it.
package struct InterchangeProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let place: InputPlace
  package let message: String
  /// What the author can do; nil if there is nothing but to repair the input.
  package let advice: String?

  package init(_ message: String, at place: InputPlace, advice: String? = nil) {
    self.message = message
    self.place = place
    self.advice = advice
  }

  package var description: String { "\(place): \(message)" + (advice.map { "; \($0)" } ?? "") }
}
