package import Basics

/// A value and its place; every scalar is text until the schema reads it.
package struct YAMLNode: Hashable, Sendable {
  package let value: Value
  /// The range of the value: includes quotes, but no comments or trailing blanks.
  package let range: SourceRange

  package init(_ value: Value, range: SourceRange) {
    self.value = value
    self.range = range
  }

  package indirect enum Value: Hashable, Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode], isFlow: Bool)
    case mapping([YAMLEntry], isFlow: Bool)
  }
}

/// The text of a scalar without quotes, escapes and folding.
package struct YAMLScalar: Hashable, Sendable {
  package let text: String
  package let style: Style

  package init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package enum Style: String, Hashable, Sendable {
    case plain
    case singleQuoted = "single-quoted"
    case doubleQuoted = "double-quoted"
    case literal
    case folded
  }

  /// A key without a value: `clip:`. YAML calls it null; here it means "not written".
  package var isAbsent: Bool { style == .plain && text.isEmpty }
}

/// One `key: value` of a mapping. Keys of the language are plain text; others are rejected earlier.
package struct YAMLEntry: Hashable, Sendable {
  package let key: String
  package let keyRange: SourceRange
  package let value: YAMLNode

  package init(key: String, keyRange: SourceRange, value: YAMLNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }

  /// From the key to the end of the value.
  package var range: SourceRange { keyRange.union(value.range) }
}

/// A comment: its text from `#` to the end of the line.
package struct YAMLComment: Hashable, Sendable {
  package let range: SourceRange
  /// Whether there are only spaces before it on its line.
  package let standsAlone: Bool

  package init(range: SourceRange, standsAlone: Bool) {
    self.range = range
    self.standsAlone = standsAlone
  }
}

/// A document: its root, or nil for an empty file, and the comments in the order of the text.
package struct YAMLTree: Sendable {
  package let root: YAMLNode?
  package let comments: [YAMLComment]

  package init(root: YAMLNode?, comments: [YAMLComment]) {
    self.root = root
    self.comments = comments
  }
}
