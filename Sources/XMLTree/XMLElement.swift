/// An attribute of an element, with its entities replaced.
package struct XMLAttribute: Hashable, Sendable {
  package let name: String
  package let value: String
  /// The namespace of its prefix; nil without a prefix, and for attributes that were not read.
  package let namespace: String?

  package init(_ name: String, _ value: String, namespace: String? = nil) {
    self.name = name
    self.value = value
    self.namespace = namespace
  }
}

/// An element of an XML document, with its contents.
package struct XMLElement: Hashable, Sendable {
  /// With its prefix, if it has one: `svg:rect`.
  package let name: String
  /// Nil if it has none, and for elements that were not read.
  package let namespace: String?
  package let attributes: [XMLAttribute]
  package let children: [XMLElement]
  /// The text directly in the element, without that of its children.
  package let text: String
  /// The number of the element in document order, from 0.
  package let index: Int
  /// The start of the element; the column counts bytes. Both are 0 in an element that was not read.
  package let line: Int
  package let column: Int

  init(
    name: String, namespace: String? = nil, attributes: [XMLAttribute], children: [XMLElement],
    text: String, index: Int, line: Int, column: Int
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.children = children
    self.text = text
    self.index = index
    self.line = line
    self.column = column
  }

  /// An element for writing.
  package init(
    _ name: String, _ attributes: [XMLAttribute] = [], text: String = "", _ children: [XMLElement] = []
  ) {
    self.init(
      name: name, attributes: attributes, children: children, text: text, index: 0, line: 0, column: 0)
  }

  /// The value of the attribute with this name; nil if there is none.
  package subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  /// The first child with this name.
  package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The children with this name.
  package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text without leading and trailing blanks.
  package var trimmedText: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    let tail = text.drop(while: isBlank)
    guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(tail[...last])
  }
}
