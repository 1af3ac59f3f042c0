/// An argument without the type of its value, for parsing, help and completion.
package struct ArgumentDeclaration: Sendable {
  package let form: Form
  /// The name without dashes; empty for a positional argument.
  package let name: String
  package let short: Character?
  package let placeholder: String
  package var expectation: String { makeExpectation() }
  package var completion: Completion { makeCompletion() }
  private let makeExpectation: @Sendable () -> String
  private let makeCompletion: @Sendable () -> Completion
  package let help: String
  /// The heading in the help.
  package let group: String
  package let isRequired: Bool
  let accepts: @Sendable (String) -> Bool
  /// The reason why a text is rejected; nil if it is not of the expected kind.
  let reason: @Sendable (String) -> String?

  /// How the argument is written.
  package enum Form: Hashable, Sendable {
    case flag
    case option
    case repeatedOption
    /// The allowed number of values.
    case positional(ClosedRange<Int>)
  }

  init<Value>(
    form: Form, name: String = "", short: Character? = nil, kind: ArgumentKind<Value>, help: String,
    group: String = "Arguments", isRequired: Bool = false
  ) {
    self.form = form
    self.name = name
    self.short = short
    placeholder = kind.placeholder
    makeExpectation = { kind.expectation }
    makeCompletion = { kind.completion }
    self.help = help
    self.group = group
    self.isRequired = isRequired
    accepts = { kind.read($0) != nil }
    reason = kind.reason
  }
}

extension ArgumentDeclaration {
  /// Its name in messages: `--jobs`, `SCRIPT`.
  package var label: String { isPositional ? placeholder : "--" + name }

  /// Unique among the arguments of a command.
  var key: String { label }

  /// The allowed number of values of a positional argument; nil for an option.
  var count: ClosedRange<Int>? {
    if case .positional(let count) = form { count } else { nil }
  }

  var isPositional: Bool { count != nil }
  var takesValue: Bool { form != .flag }

  /// Its form in a usage line: `[SCRIPT...]`.
  var usage: String {
    guard let count else { return "--\(name) \(placeholder)" }
    let text = count.upperBound > 1 ? placeholder + "..." : placeholder
    return count.lowerBound == 0 ? "[\(text)]" : text
  }
}

extension ArgumentDeclaration: DeclaredArgument {
  package var declaration: ArgumentDeclaration { self }
}
