/// What a command was given; asked by the arguments themselves.
package struct ParsedArguments: Sendable {
  /// The texts given for each argument, in order, all of them acceptable.
  private var texts: [String: [String]] = [:]

  /// The value of an argument that the command declares.
  package subscript<Value>(argument: Argument<Value>) -> Value {
    get throws(UsageError) { try argument.read(texts[argument.declaration.key] ?? []) }
  }

  /// Whether an option was given at all, rather than left to its default.
  package func wasGiven(_ argument: any DeclaredArgument) -> Bool {
    texts[argument.declaration.key] != nil
  }

  mutating func add(_ text: String, to declaration: ArgumentDeclaration) {
    texts[declaration.key, default: []].append(text)
  }
}
