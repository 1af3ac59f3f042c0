/// A mistake in a command line; exit code 2.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let problem: Problem
  /// The command whose help is relevant; nil before there is a command.
  package let command: String?

  /// The kinds of mistakes in a command line.
  package enum Problem: Hashable, Sendable {
    case missingCommand
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)
    case missingValue(String, expectation: String)
    case unwantedValue(String)
    case invalidValue(String, of: String, expectation: String, suggestion: String?)
    case givenTwice(String)
    case missingArgument(String)
    case unexpectedArgument(String)
    /// There can be no cache folder; the reason is a sentence.
    case noCache(String)
    /// A word that is not UTF-8: its number, from 1, and a readable form of its bytes.
    case foreignWord(Int, String)
    /// A mistake that only the command detects, such as mutually exclusive options, as a sentence.
    case other(String)
  }

  package init(_ problem: Problem, command: String? = nil) {
    self.problem = problem
    self.command = command
  }

  package var exitCode: ExitCode { if case .noCache = problem { .configuration } else { .usage } }

  /// One line, without the program's name.
  package var description: String {
    switch problem {
    case .missingCommand: "no command given"
    case .unknownCommand(let name, let suggestion):
      "there is no command \(quoted(name))" + didYouMean(suggestion)
    case .unknownOption(let name, let suggestion): "unknown option \(quoted(name))" + didYouMean(suggestion)
    case .missingValue(let option, let expectation): "\(option) needs a value: \(expectation)"
    case .unwantedValue(let option): "\(option) takes no value"
    case .invalidValue(let text, let argument, let expectation, let suggestion):
      "\(argument): expected \(expectation), found \(quoted(text))" + didYouMean(suggestion)
    case .givenTwice(let option): "\(option) is given twice"
    case .missingArgument(let label): "\(label) is missing"
    case .unexpectedArgument(let text): "unexpected argument \(quoted(text))"
    case .noCache(let sentence): sentence
    case .foreignWord(let number, let bytes):
      "argument \(number) is not UTF-8: '\(bytes)'; rename the file, or name it through a symbolic link"
    case .other(let sentence): sentence
    }
  }

  /// A pointer to the help: "see 'editc render --help'".
  package func hint(program: String) -> String {
    "see '\([program, command, "--help"].compactMap(\.self).joined(separator: " "))'"
  }

  func inCommand(_ name: String) -> UsageError { UsageError(problem, command: command ?? name) }
}

private func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean '\($0)'?" } ?? ""
}

/// The text in quotes, on one line and without control characters, which could repaint a terminal.
func quoted(_ text: String) -> String {
  let visible = text.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
  return "'\(visible.joined())'"
}
