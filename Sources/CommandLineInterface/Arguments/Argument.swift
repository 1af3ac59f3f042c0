/// An argument of a command, and the key to its value: `try values[jobs]`.
///
/// `Value` is `Bool` for a flag, optional if the argument may be omitted, and an array if it may be repeated.
package struct Argument<Value: Sendable>: DeclaredArgument {
  package let declaration: ArgumentDeclaration
  /// Converts the given texts, all of which the declaration accepts.
  let read: @Sendable ([String]) throws(UsageError) -> Value
}

/// An argument of any type, for a command's list.
package protocol DeclaredArgument: Sendable {
  var declaration: ArgumentDeclaration { get }
}

// MARK: - Options

extension Argument where Value == Bool {
  /// `--force`: true if given.
  package static func flag(
    _ name: String, short: Character? = nil, _ help: String, group: String = "Options"
  ) -> Argument {
    Argument(
      declaration: ArgumentDeclaration(
        form: .flag, name: name, short: short, kind: .text(""), help: help, group: group)
    ) { texts throws(UsageError) in !texts.isEmpty }
  }
}

extension Argument {
  /// `--output FILE`, which may be omitted.
  package static func option<Element>(
    _ name: String, short: Character? = nil, _ kind: ArgumentKind<Element>, _ help: String,
    group: String = "Options"
  ) -> Argument where Value == Element? {
    Argument(
      declaration: ArgumentDeclaration(
        form: .option, name: name, short: short, kind: kind, help: help, group: group)
    ) { texts throws(UsageError) in texts.last.flatMap(kind.read) }
  }

  /// `--jobs N` with a default, which the help shows as `shown`.
  package static func option(
    _ name: String, short: Character? = nil, _ kind: ArgumentKind<Value>, _ help: String,
    default value: Value, shown: String, group: String = "Options"
  ) -> Argument {
    Argument(
      declaration: ArgumentDeclaration(
        form: .option, name: name, short: short, kind: kind, help: help + " Default: \(shown).",
        group: group)
    ) { texts throws(UsageError) in texts.last.flatMap(kind.read) ?? value }
  }

  /// `--at TIME`, which is required.
  package static func required(
    _ name: String, short: Character? = nil, _ kind: ArgumentKind<Value>, _ help: String,
    group: String = "Options"
  ) -> Argument {
    let declaration = ArgumentDeclaration(
      form: .option, name: name, short: short, kind: kind, help: help, group: group, isRequired: true)
    return Argument(declaration: declaration) { texts throws(UsageError) in
      try present(texts.last.flatMap(kind.read), declaration)
    }
  }

  /// `--set NAME=VALUE`, any number of times, in order.
  package static func repeated<Element>(
    _ name: String, short: Character? = nil, _ kind: ArgumentKind<Element>, _ help: String,
    group: String = "Options"
  ) -> Argument where Value == [Element] {
    Argument(
      declaration: ArgumentDeclaration(
        form: .repeatedOption, name: name, short: short, kind: kind, help: help + " May be repeated.",
        group: group)
    ) { texts throws(UsageError) in texts.compactMap(kind.read) }
  }
}

// MARK: - Positional arguments, by the placeholder of their kind

extension Argument {
  /// A required argument.
  package static func positional(_ kind: ArgumentKind<Value>, _ help: String) -> Argument {
    let declaration = ArgumentDeclaration(form: .positional(1...1), kind: kind, help: help)
    return Argument(declaration: declaration) { texts throws(UsageError) in
      try present(texts.first.flatMap(kind.read), declaration)
    }
  }

  /// An argument that may be omitted.
  package static func optionalPositional<Element>(
    _ kind: ArgumentKind<Element>, _ help: String
  ) -> Argument where Value == Element? {
    Argument(declaration: ArgumentDeclaration(form: .positional(0...1), kind: kind, help: help)) {
      texts throws(UsageError) in texts.first.flatMap(kind.read)
    }
  }

  /// Any number of arguments, at least `count`.
  package static func positionals<Element>(
    _ kind: ArgumentKind<Element>, _ help: String, atLeast count: Int = 1
  ) -> Argument where Value == [Element] {
    Argument(
      declaration: ArgumentDeclaration(form: .positional(count...Int.max), kind: kind, help: help)
    ) { texts throws(UsageError) in texts.compactMap(kind.read) }
  }
}

private func present<Value>(
  _ value: Value?, _ declaration: ArgumentDeclaration
) throws(UsageError) -> Value {
  guard let value else { throw UsageError(.missingArgument(declaration.label)) }
  return value
}
