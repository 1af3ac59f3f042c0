extension XMLElement {
  /// The document with this element as its root, indented by two spaces per level, with one element per line.
  ///
  /// `documentType` is the text after `<!DOCTYPE`.
  package func document(type documentType: String? = nil) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if let documentType { text += "<!DOCTYPE \(documentType)>\n" }
    write(to: &text, level: 0)
    return text
  }

  private func write(to text: inout String, level: Int) {
    let indentation = String(repeating: " ", count: level * 2)
    text += indentation + "<" + name
    for attribute in attributes {
      text += " \(attribute.name)=\"\(escaped(attribute.value, isAttribute: true))\""
    }
    if children.isEmpty, self.text.isEmpty {
      text += "/>\n"
    } else if children.isEmpty {
      text += ">\(escaped(self.text, isAttribute: false))</\(name)>\n"
    } else {
      text += ">\n"
      if !self.text.isEmpty { text += escaped(self.text, isAttribute: false) + "\n" }
      for child in children { child.write(to: &text, level: level + 1) }
      text += indentation + "</\(name)>\n"
    }
  }
}

/// The text with XML's special characters escaped. Characters that XML cannot contain become U+FFFD.
private func escaped(_ text: String, isAttribute: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"" where isAttribute: result += "&quot;"
    case "\n" where isAttribute: result += "&#10;"
    case "\t" where isAttribute: result += "&#9;"
    case "\r": result += "&#13;"
    case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
      result.unicodeScalars.append("\u{FFFD}")
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
