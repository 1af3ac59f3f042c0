import Workspace

/// The arguments of a command as given, with access by declaration.
package struct ParsedArguments: Sendable {
  /// The texts given for each argument, in order, all of them valid.
  private var texts: [String: [String]] = [:]
  /// All texts with the keys of their arguments, in the order of the command line.
  private var order: [(key: String, text: String)] = []
  /// The keys of all arguments that the command declares.
  private let declared: Set<String>
  /// The settings that apply if an option is not given.
  var settings = ChosenSettings()

  init(of declarations: [ArgumentDeclaration]) { declared = Set(declarations.map(\.key)) }

  /// The value of an argument that the command declares.
  package subscript<Value>(argument: Argument<Value>) -> Value {
    get throws(UsageError) { try argument.read(texts[argument.declaration.key] ?? []) }
  }

  /// Whether an option was given, even with its default value.
  package func wasGiven(_ argument: any DeclaredArgument) -> Bool {
    texts[argument.declaration.key] != nil
  }

  /// Whether the command declares an argument.
  func declares(_ argument: any DeclaredArgument) -> Bool { declared.contains(argument.declaration.key) }

  /// The given values of some arguments, in the order of the command line.
  func inOrder(_ arguments: [any DeclaredArgument]) -> [(label: String, text: String)] {
    let labels = Dictionary(
      arguments.map { ($0.declaration.key, $0.declaration.label) }, uniquingKeysWith: { first, _ in first })
    return order.compactMap { key, text in labels[key].map { ($0, text) } }
  }

  mutating func add(_ text: String, to declaration: ArgumentDeclaration) {
    texts[declaration.key, default: []].append(text)
    order.append((declaration.key, text))
  }
}
