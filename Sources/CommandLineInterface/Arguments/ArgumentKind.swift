import Basics

/// Converts the text of an argument to a value, and describes the expected text.
package struct ArgumentKind<Value: Sendable>: Sendable {
  /// Represents the value in the help: `FILE`.
  package let placeholder: String
  /// Completes "expected ...": "a whole number from 1 to 64".
  package var expectation: String { makeExpectation() }
  package var completion: Completion { makeCompletion() }
  // Lists of words and rules are made for messages and help alone.
  private let makeExpectation: @Sendable () -> String
  private let makeCompletion: @Sendable () -> Completion
  /// Nil rejects the text.
  package let read: @Sendable (String) -> Value?
  /// The reason why a text is rejected, as a sentence; nil if it is not of the expected kind.
  let reason: @Sendable (String) -> String?

  package init(
    _ placeholder: String, expectation: @autoclosure @escaping @Sendable () -> String,
    completion: @autoclosure @escaping @Sendable () -> Completion = .nothing,
    read: @escaping @Sendable (String) -> Value?,
    reason: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.placeholder = placeholder
    makeExpectation = expectation
    makeCompletion = completion
    self.read = read
    self.reason = reason
  }
}

/// The completions that a shell can offer for an argument.
package enum Completion: Hashable, Sendable {
  case nothing
  /// Files with one of these extensions, without the dot; any file if there are none.
  case files(extensions: [String])
  case folders
  case words([String])
}

extension ArgumentKind where Value == String {
  /// Any text, including the empty text.
  package static func text(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "text") { $0 }
  }

  /// The path of a file; `-` means standard input or output.
  package static func file(_ placeholder: String, extensions: [String] = []) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "the path of a file", completion: .files(extensions: extensions)
    ) { $0.isEmpty ? nil : $0 }
  }

  package static func folder(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "the path of a folder", completion: .folders) {
      $0.isEmpty ? nil : $0
    }
  }
}

extension ArgumentKind where Value == Int {
  /// A whole number in decimal digits.
  package static func integer(_ placeholder: String, _ range: ClosedRange<Int>) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in
      Int(text).flatMap { range.contains($0) && !text.hasPrefix("+") ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words of an enumeration.
  package static func word(_ placeholder: String, of _: Value.Type = Value.self) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: Value.allCases.map(\.rawValue).sentenceList(),
      completion: .words(Value.allCases.map(\.rawValue)), read: { Value(rawValue: $0) })
  }
}
