package import Composition
package import XMLTree

/// An SVG whose tree was checked.
package struct SVGPicture: Sendable {
  package let facts: VectorFacts
  /// The text that is drawn.
  package let bytes: [UInt8]

  /// Whether a file is meant as an SVG: its first element has this name.
  ///
  /// - Parameter bytes: At least its first 64 KiB, if it has as many.
  package static func looksLikeOne(_ bytes: [UInt8]) -> Bool {
    var start = bytes.prefix(1 << 16)
    // The texts of UTF-16 are recognized to name their fault.
    if isUTF16(start) { start = ArraySlice(start.dropFirst(2).filter { $0 != 0 }) }
    let text = String(decoding: start, as: UTF8.self)
    guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first == "<" else { return false }
    var rest = text[...]
    while let mark = rest.firstIndex(of: "<") {
      rest = rest[mark...].dropFirst()
      if rest.hasPrefix("!--") {
        rest = rest.dropFirst(3)
        while !rest.isEmpty, !rest.hasPrefix("-->") {
          rest = rest.dropFirst().drop { $0 != "-" }
        }
        continue
      }
      guard let first = rest.first, first != "!", first != "?" else { continue }
      let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      return name == "svg" || name.hasSuffix(":svg")
    }
    return false
  }

  /// Whether a file is compressed, as those with `.svgz` are.
  package static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  private static func isUTF16(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// Why a text cannot be read as a tree; nil if it may be.
  private static func fault(of bytes: [UInt8]) -> VectorProblem? {
    if isCompressed(bytes) {
      return VectorProblem(
        .notDrawn, line: 1, column: 1, "a compressed SVG is not drawn",
        hint: "unpack it with `gunzip -S .svgz`, and name it `.svg`")
    }
    if isUTF16(bytes) || String(validating: bytes, as: UTF8.self) == nil {
      return VectorProblem(.notDrawn, line: 1, column: 1, "the text is not UTF-8", hint: "save it in UTF-8")
    }
    return nil
  }

  /// Values are inserted as characters, and what they make of the tree is checked as if it was written there.
  ///
  /// - Parameter values: The values of `${name}` in texts and attributes; nil to take the text literally.
  package init(_ bytes: [UInt8], values: [String: String]? = nil) throws(XMLProblem) {
    var plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let fault = Self.fault(of: plain) {
      facts = VectorFacts(width: 300, height: 150, problems: [fault])
      self.bytes = []
      return
    }
    let type = DocumentType(plain)
    if let subset = type?.subset {
      facts = VectorFacts(width: 300, height: 150, problems: [subset])
      self.bytes = []
      return
    }
    if let type { plain = type.removed(from: plain) }
    var document = try XMLDocument.parse(bytes: plain, limits: SVGLimits.file)
    let text = SVGText(plain)
    var drawn = plain
    var problems = text.problems
    var template: XMLElement?
    if let values {
      problems += document.root.problems(with: values)
      let filled = text.filled(with: values, limit: SVGLimits.bytes)
      if filled == nil {
        problems.append(
          VectorProblem(
            .limit, line: 1, column: 1,
            "with its values, the text is larger than \(SVGLimits.bytes >> 20) MiB", names: text.variables))
      }
      guard problems.isEmpty, let filled else {
        facts = VectorFacts(width: 300, height: 150, problems: problems, variables: text.variables)
        self.bytes = []
        return
      }
      drawn = filled
      template = document.root
      document = try XMLDocument.parse(bytes: drawn, limits: SVGLimits.file)
      guard let template, document.root.isAlike(template) else {
        throw XMLProblem(message: "the values change the elements of the picture", line: 1, column: 1)
      }
    }
    var check = SVGCheck(document.root, template: template ?? document.root)
    check.run()
    problems += check.problems
    facts = VectorFacts(
      width: check.size.width, height: check.size.height, problems: problems, texts: check.texts,
      variables: text.variables)
    self.bytes = drawn
  }
}

extension XMLElement {
  /// Whether it has the elements and the attributes of a template, and its texts and values where the template
  /// has no variables.
  fileprivate func isAlike(_ template: XMLElement) -> Bool {
    name == template.name && namespace == template.namespace
      && attributes.count == template.attributes.count
      && zip(attributes, template.attributes).allSatisfy { own, other in
        own.name == other.name && own.namespace == other.namespace
          && (own.value == other.value || other.value.contains("${"))
      }
      && (text == template.text || template.text.contains("${"))
      && children.count == template.children.count
      && zip(children, template.children).allSatisfy { $0.isAlike($1) }
  }

  /// The values that would end a property or a rule of a style, and begin another one.
  fileprivate func problems(with values: [String: String]) -> [VectorProblem] {
    let style =
      variableNames(in: self["style"] ?? "")
      + (name.localName == "style" ? variableNames(in: text) : [])
    let found = Set(style).sorted().compactMap { name -> VectorProblem? in
      guard let value = values[name],
        let mark = ["{", "}", ";", "/*", "<"].first(where: value.contains)
      else { return nil }
      return VectorProblem(
        .notDrawn, line: line, column: column, "the value of `${\(name)}` in a style contains '\(mark)'",
        hint: "pass one value of a property, such as a colour", names: [name])
    }
    return found + children.flatMap { $0.problems(with: values) }
  }
}
