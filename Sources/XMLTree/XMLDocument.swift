/// An XML document as a tree.
package struct XMLDocument: Hashable, Sendable {
  package let root: XMLElement
  /// How many elements the document has.
  package let count: Int
  /// The name in `<!DOCTYPE name>`; nil without one.
  package let documentType: String?
}

/// Why a text is no XML document that can be read, and where.
package struct XMLProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  /// From 1.
  package let line: Int
  /// In bytes, from 1.
  package let column: Int

  package var description: String { "\(line):\(column): \(message)" }
}

/// What a document may need at most. Beyond a limit it is refused.
package struct XMLLimits: Hashable, Sendable {
  /// Bytes of the text.
  package let size: Int
  /// Elements in each other.
  package let depth: Int
  /// Elements in all.
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
