import Basics
import Diagnostics
import EditScript

/// A file of values read from its text, and the text again for looking up places.
struct ReadValues {
  let source: SourceText
  let file: VariableFile

  /// Place, id and guilty text: `2:5 data-syntax x`.
  var findings: [String] { described(file.diagnostics) }
  var names: [String] { file.names.map(\.value) }
  var texts: [[String]] { file.sets.map { $0.values.map(\.text.value) } }

  func described(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      guard let range = diagnostic.range else { return "- \(diagnostic.id.name)" }
      let place = source.place(at: range.start)
      return "\(place.line):\(place.column) \(diagnostic.id.name) \(source[range])"
    }
  }
}

func values(_ text: String, as format: VariableFormat = .csv) -> ReadValues {
  let source = SourceText(name: "values", text)
  return ReadValues(source: source, file: VariableFile.read(source, as: format))
}
