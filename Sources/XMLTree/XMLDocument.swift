/// An XML document as a tree.
package struct XMLDocument: Hashable, Sendable {
  package let root: XMLElement
  /// The number of elements in the document.
  package let count: Int
  /// The name in `<!DOCTYPE name>`; nil if there is none.
  package let documentType: String?
}

/// The reason why a text cannot be read as XML, and the place.
package struct XMLProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  /// From 1.
  package let line: Int
  /// In bytes, from 1.
  package let column: Int

  package init(message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column): \(message)" }
}

/// The maximum sizes in a document; larger ones are rejected.
package struct XMLLimits: Hashable, Sendable {
  /// Bytes of the text.
  package let size: Int
  /// The nesting depth of elements.
  package let depth: Int
  /// Elements in total.
  package let elements: Int
  /// Attributes of one element. libxml2 compares each with all others.
  package static let attributes = 1000

  package init(size: Int = 64 << 20, depth: Int = 200, elements: Int = 2_000_000) {
    self.size = size
    self.depth = depth
    self.elements = elements
  }

  package static let standard = XMLLimits()
}
