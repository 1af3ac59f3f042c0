import Basics
import Composition
import Vocabulary

extension ShownWords {
  /// On one line: everything that the picture of the words depends on, with fonts by their content.
  var description: String {
    var parts = ["text", text.isMarkup ? "markup" : nil, counter?.text ?? quoted(text.words)].compactMap(
      \.self)
    // Of a file its content counts, which stands first among the fonts.
    if case .family(let family) = text.font {
      parts.append("font \(quoted(family))")
    } else {
      parts.append("font file")
    }
    parts.append(
      "size \(text.size) weight \(text.weight) color \(text.color.text) \(text.alignment.rawValue)")
    if let width = text.width { parts.append("width \(width)") }
    if let height = text.height { parts.append("height \(height)") }
    if let factor = text.lineHeight { parts.append("line-height \(factor)") }
    if let outline = text.outline { parts.append("stroke \(outline.width) \(outline.color.text)") }
    if let shadow = text.shadow {
      parts.append("shadow \(shadow.color.text) \(shadow.x),\(shadow.y) blur \(shadow.blur)")
    }
    if let box = text.box {
      parts.append("box \(box.color.text) padding \(box.padding) radius \(box.radius)")
    }
    if let letters { parts.append("letters \(letters.text)") }
    let edges = [reach.left, reach.top, reach.right, reach.bottom].map { "\($0)" }.joined(separator: " ")
    parts.append("drawn \(size) reach \(edges)")
    return (parts + fonts.map(\.digest)).joined(separator: " ")
  }
}

extension Counter {
  fileprivate var text: String {
    switch self {
    case .timecode(let rate): "counts timecode at \(rate.spelling)"
    case .frames(let digits): "counts frames in \(digits)"
    case .seconds(let rate, let digits): "counts seconds at \(rate.spelling) in \(digits)"
    }
  }
}

/// On one line and quoted, because text can contain anything.
private func quoted(_ text: String) -> String {
  "\""
    + text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\u{20}"..."\u{7E}": String(scalar)
      default: "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }.joined() + "\""
}
