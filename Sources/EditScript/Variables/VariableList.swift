import Basics
import YAMLTree

/// The value of a list variable as one text: `[a.jpg, "b, c.jpg"]`, like lists in brackets in scripts.
struct VariableList {
  let values: [String]

  /// Nil if the text is not a list of single values.
  init?(_ text: String) {
    let source = SourceText(name: "", text)
    let parse = YAMLTree.parse(source)
    guard parse.diagnostics.isEmpty, case .sequence(let elements, isFlow: true)? = parse.tree.root?.value
    else { return nil }
    var values: [String] = []
    for element in elements {
      guard case .scalar(let scalar) = element.value, !scalar.isAbsent else { return nil }
      values.append(scalar.text)
    }
    self.values = values
  }

  /// The text of the elements of a list; nil if one of them is not a single value.
  static func text(of elements: [YAMLNode]) -> String? {
    var values: [JSONValue] = []
    for element in elements {
      guard case .scalar(let scalar) = element.value, !scalar.isAbsent else { return nil }
      values.append(.string(scalar.text))
    }
    return JSONValue.array(values).compactText
  }

  /// The text of the elements of a JSON array; nil if one of them is not a single value.
  static func text(of elements: [JSONValue]) -> String? {
    var values: [JSONValue] = []
    for element in elements {
      switch element {
      case .string: values.append(element)
      case .bool, .integer, .number: values.append(.string(element.compactText))
      case .null, .array, .object: return nil
      }
    }
    return JSONValue.array(values).compactText
  }
}
