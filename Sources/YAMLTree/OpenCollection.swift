import Basics

/// A list or mapping whose end has not been read yet.
struct OpenCollection {
  enum Kind { case sequence, mapping }

  let kind: Kind
  let isFlow: Bool
  let start: Int
  /// The start of the line that it starts on.
  let lineStart: Int
  var end: Int
  var items: [YAMLNode] = []
  var entries: [YAMLEntry] = []
  /// The first occurrence of each key.
  var keys: [String: SourceRange] = [:]
  /// The key whose value comes next.
  var pendingKey: PendingKey?

  init(_ kind: Kind, isFlow: Bool, start: Int, lineStart: Int) {
    self.kind = kind
    self.isFlow = isFlow
    self.start = start
    self.lineStart = lineStart
    end = start
  }

  var wantsKey: Bool { kind == .mapping && pendingKey == nil }

  /// The indentation of a block; continuation lines of its values must be deeper.
  var column: Int { start - lineStart }

  var value: YAMLNode.Value {
    switch kind {
    case .sequence: .sequence(items, isFlow: isFlow)
    case .mapping: .mapping(entries, isFlow: isFlow)
    }
  }
}

/// A key whose value has not been read; its text is nil if it was rejected, and its value is then dropped.
struct PendingKey {
  let text: String?
  let range: SourceRange
}
