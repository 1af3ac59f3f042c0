import EditScript

extension Command {
  /// Parses the arguments after the command's name. Throws the first mistake; nothing is ignored or guessed.
  package func parse(_ texts: [String]) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(declarations: arguments.map(\.declaration), rest: texts[...])
    do throws(UsageError) { return try parser.parse() } catch { throw error.inCommand(name) }
  }
}

/// One pass over the words of a command line.
private struct ArgumentParser {
  let declarations: [ArgumentDeclaration]
  var rest: ArraySlice<String>
  var values: ParsedArguments
  var operands: [String] = []

  init(declarations: [ArgumentDeclaration], rest: ArraySlice<String>) {
    (self.declarations, self.rest) = (declarations, rest)
    values = ParsedArguments(of: declarations)
  }

  mutating func parse() throws(UsageError) -> ParsedArguments {
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      } else if word.hasPrefix("--") {
        try parseLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try parseShort(word.dropFirst())
      } else {
        operands.append(word)
      }
    }
    try distributeOperands()
    for declaration in declarations where declaration.isRequired {
      if !values.wasGiven(declaration) { throw UsageError(.missingArgument(declaration.usage)) }
    }
    return values
  }

  /// `--name`, `--name VALUE` or `--name=VALUE`.
  private mutating func parseLong(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = options.first(where: { $0.name == name }) else {
      let near = Suggestion.best(for: name, among: options.map(\.name) + ["help"])
      throw UsageError(.unknownOption("--" + name, suggestion: near.map { "--" + $0 }))
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.takesValue {
      let value = if let attached { attached } else { try nextValue(for: option) }
      try add(value, to: option)
    } else if attached != nil {
      throw UsageError(.unwantedValue(option.label))
    } else {
      try add("", to: option)
    }
  }

  /// `-v`, `-vf`, `-j 4`, `-j4` or `-j=4`, without the dash.
  private mutating func parseShort(_ word: Substring) throws(UsageError) {
    var letters = word
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError(.unknownOption("-\(letter)", suggestion: nil))
      }
      guard option.takesValue else {
        try add("", to: option)
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      let value = letters.isEmpty ? try nextValue(for: option) : String(letters)
      try add(value, to: option)
      return
    }
  }

  /// The next word, unless it is an option: `--output --force` lacks a value, `--gain -3dB` does not.
  private mutating func nextValue(for option: ArgumentDeclaration) throws(UsageError) -> String {
    guard let next = rest.first, next != "--", !isOption(next) else {
      throw UsageError(.missingValue(option.label, expectation: option.expectation))
    }
    rest.removeFirst()
    return next
  }

  private func isOption(_ word: String) -> Bool {
    if word.hasPrefix("--") { return true }
    return options.contains { option in option.short.map { word == "-\($0)" } ?? false }
  }

  private mutating func add(_ text: String, to declaration: ArgumentDeclaration) throws(UsageError) {
    if declaration.form == .option || declaration.form == .flag, values.wasGiven(declaration) {
      throw UsageError(.givenTwice(declaration.label))
    }
    guard declaration.accepts(text) else {
      if let reason = declaration.reason(text) {
        throw UsageError(.other("\(declaration.label): \(reason)"))
      }
      let suggestion: String? =
        if case .words(let words) = declaration.completion {
          Suggestion.best(for: text, among: words)
        } else {
          nil
        }
      throw UsageError(
        .invalidValue(
          text, of: declaration.label, expectation: declaration.expectation, suggestion: suggestion))
    }
    values.add(text, to: declaration)
  }

  /// Gives each positional argument as many operands as possible, and leaves enough for the later ones.
  private mutating func distributeOperands() throws(UsageError) {
    var left = operands[...]
    let positionals = declarations.filter(\.isPositional)
    for (index, positional) in positionals.enumerated() {
      guard let count = positional.count else { continue }
      let needed = positionals[(index + 1)...].reduce(0) { $0 + ($1.count?.lowerBound ?? 0) }
      let taken = min(count.upperBound, max(0, left.count - needed))
      guard taken >= count.lowerBound else { throw UsageError(.missingArgument(positional.label)) }
      for text in left.prefix(taken) { try add(text, to: positional) }
      left = left.dropFirst(taken)
    }
    if let extra = left.first { throw UsageError(.unexpectedArgument(extra)) }
  }

  private var options: [ArgumentDeclaration] { declarations.filter { !$0.isPositional } }
}
