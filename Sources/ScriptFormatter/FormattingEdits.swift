package import SourceText
package import YAMLTree

/// The smallest edits that bring a script into its usual form, in the order of the text; none when it has it.
///
/// Lines end with a line feed and without trailing blanks, at most one blank line stands between two others,
/// the text ends with one line break, and one blank stands after the colon of a block entry. What a scalar
/// says is never touched, nor are comments, indentation, quotes and order: the tree keeps its values, and a
/// formatted script has no edits left. The tree must be the source's own, parsed without errors.
package func formattingEdits(of source: SourceText, tree: YAMLTree) -> [TextEdit] {
  guard !source.hasBareCarriageReturn else { return [] }
  let scalars = ProtectedScalar.all(in: tree, of: source)
  let edits = lineBreakEdits(in: source, around: scalars) + colonEdits(of: tree.root, in: source)
  return edits.sorted { $0.range < $1.range }
}

extension SourceText {
  /// YAML takes a carriage return alone for a line break; such a text is left as it is, because removing
  /// blanks could join one with a line feed and so lose a line.
  fileprivate var hasBareCarriageReturn: Bool {
    bytes.indices.contains { index in
      bytes[index] == .carriageReturn && (index + 1 == bytes.count || bytes[index + 1] != .lineFeed)
    }
  }
}

extension UInt8 {
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  var isBlank: Bool { self == .space || self == .tab }
  var isWhiteSpace: Bool { isBlank || self == .lineFeed || self == .carriageReturn }
}
