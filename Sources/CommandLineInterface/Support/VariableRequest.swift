import EditScript
import Processes
import SourceText

let variablesArgument = Argument.repeated(
  "set", .variable("NAME=VALUE"), "Gives a variable of the script its value, over that of a file.")

let variableFileArgument = Argument<String?>.option(
  "vars", .variableFile("FILE"),
  "Takes values of variables from a file: a YAML mapping or a JSON object is one set of them, each row of a "
    + "CSV table another one.")

let rowArgument = Argument.repeated(
  "row", .integer("N", 1...10_000_000),
  "Uses only this row of the table, the first one after the header "
    + "being 1.")

/// What a command line says about the variables of a script.
struct VariableRequest: Sendable {
  static let arguments: [any DeclaredArgument] = [variablesArgument, variableFileArgument, rowArgument]

  let settings: [String: String]
  let file: String?
  /// Empty: all of them.
  let rows: Set<Int>

  init(_ values: ParsedArguments, command: String) throws(UsageError) {
    settings = try values[variablesArgument].dictionary
    file = try values[variableFileArgument]
    rows = Set(try values[rowArgument])
    if !rows.isEmpty, file == nil {
      throw UsageError(.other("--row picks rows of a table: name it with --vars FILE"), command: command)
    }
  }

  var isEmpty: Bool { settings.isEmpty && file == nil }

  /// The file of values, read; nil where none is named.
  func readFile() throws(CommandFailure) -> VariableFile? {
    guard let file, let format = VariableFormat(path: file) else { return nil }
    do throws(FileError) {
      let bytes = try Processes.readFile(file, limit: 64 << 20)
      return VariableFile.read(SourceText(name: file, bytes: bytes), as: format)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The sets of a file that are asked for.
  func chosen(from file: VariableFile) throws(CommandFailure) -> [VariableSet] {
    guard !rows.isEmpty else { return file.sets }
    let chosen = file.sets.filter { rows.contains($0.number) }
    // A row that could not be read has its finding.
    if file.diagnostics.isEmpty, let missing = rows.subtracting(chosen.map(\.number)).min() {
      let count = file.sets.count
      throw CommandFailure(
        .usage, "--row \(missing): \(file.source.name) has \(count) row\(count == 1 ? "" : "s")")
    }
    return chosen
  }
}

struct VariableSetting: Sendable {
  let name: String
  let value: String
}

extension ArgumentKind where Value == VariableSetting {
  /// `NAME=VALUE`, where the value may hold anything.
  static func variable(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "a name, `=` and a value") { text in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
      return VariableSetting(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
    }
  }
}

extension ArgumentKind where Value == String {
  /// The path of a file of values, whose extension says how it is written.
  static func variableFile(_ placeholder: String) -> ArgumentKind {
    let extensions = VariableFormat.allCases.flatMap(\.fileExtensions)
    return ArgumentKind(
      placeholder, expectation: "a file ending in \(listed(extensions.map { "." + $0 }))",
      completion: .files(extensions: extensions)
    ) { VariableFormat(path: $0) == nil ? nil : $0 }
  }
}

extension [VariableSetting] {
  /// Of two settings of one variable the last one counts.
  var dictionary: [String: String] {
    Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }
}
