package import Basics

extension YAMLTree {
  /// The tree as text, with one node or comment per line and its range as line:column..line:column.
  package func dump(in source: SourceText) -> String {
    var lines: [String] = []
    if let root { append(root, to: &lines, depth: 0, source) }
    for comment in comments {
      let place = comment.standsAlone ? "comment" : "comment after text"
      lines.append("\(place) \(quoted(source[comment.range])) \(source.places(of: comment.range))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func append(_ node: YAMLNode, to lines: inout [String], depth: Int, _ source: SourceText) {
    let indentation = String(repeating: "  ", count: depth)
    let places = source.places(of: node.range)
    switch node.value {
    case .scalar(let scalar):
      let text = scalar.isAbsent ? "absent" : "\(scalar.style.rawValue) \(quoted(scalar.text))"
      lines.append("\(indentation)\(text) \(places)")
    case .sequence(let items, let isFlow):
      lines.append("\(indentation)\(isFlow ? "flow " : "")sequence \(places)")
      for item in items { append(item, to: &lines, depth: depth + 1, source) }
    case .mapping(let entries, let isFlow):
      lines.append("\(indentation)\(isFlow ? "flow " : "")mapping \(places)")
      for entry in entries {
        lines.append("\(indentation)  key \(quoted(entry.key)) \(source.places(of: entry.keyRange))")
        append(entry.value, to: &lines, depth: depth + 2, source)
      }
    }
  }
}

extension SourceText {
  fileprivate func places(of range: SourceRange) -> String {
    let (start, end) = (place(at: range.start), place(at: range.end))
    return "\(start.line):\(start.column)..\(end.line):\(end.column)"
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F || isInvisible(scalar):
      result += "\\u{\(hexadecimal(scalar.value, digits: 1))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
