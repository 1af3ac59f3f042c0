import Basics

/// A list or mapping whose end has not been read yet.
struct OpenCollection {
  enum Kind { case sequence, mapping }

  let kind: Kind
  let isFlow: Bool
  let start: Int
  /// Where the line it starts on begins.
  let lineStart: Int
  var end: Int
  var items: [YAMLNode] = []
  var entries: [YAMLEntry] = []
  /// The first place of each key.
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

  /// The indentation of a block; lines that continue one of its values are indented deeper.
  var column: Int { start - lineStart }

  var value: YAMLNode.Value {
    switch kind {
    case .sequence: .sequence(items, isFlow: isFlow)
    case .mapping: .mapping(entries, isFlow: isFlow)
    }
  }
}

/// A key that waits for its value; without a text it was refused, and its value goes with it.
struct PendingKey {
  let text: String?
  let range: SourceRange
}
