import Basics

/// The current text of a file that is open in an editor.
struct Document: Sendable {
  let uri: DocumentURI
  /// The client's version number.
  private(set) var version: Int64
  private(set) var source: SourceText
  /// Increases with each change of the text, independently of the client's number.
  private(set) var revision = 0

  init(_ uri: DocumentURI, version: Int64, text: String) {
    self.uri = uri
    self.version = version
    source = SourceText(name: Self.name(of: uri), text)
  }

  /// The name in messages, as the command line would show it.
  private static func name(of uri: DocumentURI) -> String { uri.path ?? uri.text }

  /// One change of the text.
  struct Change: Hashable, Sendable {
    /// Nil for the whole text.
    let range: PositionRange?
    let text: String
  }

  /// Applies changes in order, each to the result of the previous one.
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

  /// The changes as edits of one text, if each is before the previous one, so that a thousand cursors are one
  /// edit.
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
    // The mark is not part of a script, but an editor that sends it counts it as a character.
    let mark = source.hasByteOrderMark ? SourceText.byteOrderMark : []
    let isMarked = bytes.starts(with: SourceText.byteOrderMark)
    source = SourceText(name: source.name, bytes: isMarked ? bytes : mark + bytes)
  }
}
