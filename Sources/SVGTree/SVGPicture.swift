package import Composition
package import XMLTree

/// An SVG whose tree was checked.
package struct SVGPicture: Sendable {
  package let facts: VectorFacts
  /// The text that is drawn.
  package let bytes: [UInt8]

  /// Whether a file is meant as an SVG: its first element has this name.
  package static func looksLikeOne(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first == "<" else { return false }
    var rest = text[...]
    while let mark = rest.firstIndex(of: "<") {
      rest = rest[mark...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let close = rest.firstIndex(where: { $0 == ">" }) else { return false }
        rest = rest[close...]
        continue
      }
      guard let first = rest.first, first != "!", first != "?" else { continue }
      let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      return name == "svg" || name.hasSuffix(":svg")
    }
    return false
  }

  /// - Parameter values: The values of `${name}` in texts and attributes; nil to take the text literally.
  package init(_ bytes: [UInt8], values: [String: String]? = nil) throws(XMLProblem) {
    let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var document = try XMLDocument.parse(bytes: plain, limits: SVGLimits.file)
    let text = SVGText(plain)
    var drawn = plain
    var problems = text.problems
    if let values {
      drawn = text.filled(with: values)
      let filled = try XMLDocument.parse(bytes: drawn, limits: SVGLimits.file)
      guard filled.root.isAlike(document.root) else {
        throw XMLProblem(message: "the values change the elements of the picture", line: 1, column: 1)
      }
      document = filled
    }
    if document.documentType != nil {
      problems.append(
        VectorProblem(
          .notDrawn, line: 1, column: 1, "an SVG with a document type is not drawn",
          hint: "remove the line `<!DOCTYPE ...>`"))
    }
    var check = SVGCheck(document.root)
    check.run()
    problems += check.problems
    facts = VectorFacts(
      width: check.size.width, height: check.size.height, problems: problems, texts: check.texts,
      variables: text.variables)
    self.bytes = drawn
  }
}

extension XMLElement {
  /// Whether both have the same elements with the same attributes, apart from texts and values.
  fileprivate func isAlike(_ other: XMLElement) -> Bool {
    name == other.name && namespace == other.namespace
      && attributes.map(\.name) == other.attributes.map(\.name)
      && children.count == other.children.count
      && zip(children, other.children).allSatisfy { $0.isAlike($1) }
  }
}
