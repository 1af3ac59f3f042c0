import Basics

/// A text that an editor has open, as the editor has it now.
struct Document: Sendable {
  let uri: DocumentURI
  /// As the client counts.
  private(set) var version: Int64
  private(set) var source: SourceText
  /// Rises with each change of the text, whatever the client counts.
  private(set) var revision = 0

  init(_ uri: DocumentURI, version: Int64, text: String) {
    self.uri = uri
    self.version = version
    source = SourceText(name: Self.name(of: uri), text)
  }

  /// Messages name it as the command line would.
  private static func name(of uri: DocumentURI) -> String { uri.path ?? uri.text }

  /// One change of the text.
  struct Change: Hashable, Sendable {
    /// Nil for the whole text.
    let range: PositionRange?
    let text: String
  }

  /// Makes changes in their order, each in the text that the one before left.
  mutating func apply(_ changes: [Change], version: Int64, encoding: PositionEncoding) {
    self.version = version
    revision += 1
    if let edits = independentEdits(changes, encoding), let bytes = source.bytes(applying: edits) {
      return replace(with: bytes)
    }
    for change in changes {
      guard let range = change.range else {
        replace(with: Array(change.text.utf8))
        continue
      }
      let edit = TextEdit(range: source.range(of: range, in: encoding), replacement: change.text)
      if let bytes = source.bytes(applying: [edit]) { replace(with: bytes) }
    }
  }

  /// The changes as edits of one text, where each stands before the one before it: a thousand cursors are one edit.
  private func independentEdits(_ changes: [Change], _ encoding: PositionEncoding) -> [TextEdit]? {
    guard changes.count > 1 else { return nil }
    var edits: [TextEdit] = []
    for change in changes {
      guard let range = change.range else { return nil }
      if let last = edits.last, source.range(of: range, in: encoding).end >= last.range.start { return nil }
      edits.append(TextEdit(range: source.range(of: range, in: encoding), replacement: change.text))
    }
    return edits
  }

  private mutating func replace(with bytes: [UInt8]) {
    // The mark is no character of a script; an editor that sends it counts it as one.
    let mark = source.hasByteOrderMark ? SourceText.byteOrderMark : []
    let isMarked = bytes.starts(with: SourceText.byteOrderMark)
    source = SourceText(name: source.name, bytes: isMarked ? bytes : mark + bytes)
  }
}
