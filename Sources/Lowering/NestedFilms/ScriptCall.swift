package import EditScript

/// A script that an item plays, with the values that the item passes to it. Equal calls play the same film.
package struct ScriptCall: Hashable, Sendable {
  /// From the outermost script.
  package let path: String
  /// By variable, as the command line would give them.
  package private(set) var values: [String: String] = [:]
  /// The folders to which paths in them are relative, from the outermost script; empty or ending with a slash.
  package private(set) var folders: [String: String] = [:]
  /// The folders that must contain the files that they name; without an entry, a file may be anywhere.
  package private(set) var roots: [String: String] = [:]
  /// The media of that script that values name.
  package private(set) var media: [String: MediaDeclaration] = [:]
  /// The folder that must contain the files of the script, from the outermost one; nil if they may be anywhere.
  package private(set) var root: String?
  /// The sequence of the script that plays; nil for the whole script.
  package private(set) var sequence: String?

  package init(_ path: String, _ part: UsedPart? = nil) {
    self.path = path
    root = part?.root
    sequence = part?.sequence
  }
}

extension ScriptCall {
  fileprivate init(_ path: String, _ part: UsedPart?, _ passed: PassedValues, by script: EditScript) {
    self.init(path, part)
    // Of a variable that is passed twice, the text of the script has a finding.
    values = Dictionary(
      passed.list.map { ($0.name.value, $0.given) }, uniquingKeysWith: { first, _ in first })
    folders = Dictionary(
      passed.list.map { ($0.name.value, $0.folder) }, uniquingKeysWith: { first, _ in first })
    let texts = Set(passed.texts)
    roots = Dictionary(
      passed.list.compactMap { value in value.root.map { (value.name.value, $0) } },
      uniquingKeysWith: { first, _ in first })
    media = Dictionary(
      script.media.filter { texts.contains($0.name.value) }.map { ($0.name.value, $0) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension ScriptCall {
  /// What usually differs: calls are looked up often, and hashing dictionaries takes time.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(sequence)
    hasher.combine(values)
  }
}

extension ScriptCall: Comparable {
  package static func < (one: ScriptCall, other: ScriptCall) -> Bool { one.order < other.order }

  /// The path, the part and the values: the text by which calls are ordered.
  package var order: String {
    let values = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([path] + [sequence, root].compactMap(\.self) + values).joined(separator: "\n")
  }
}

extension EditScript {
  /// The script that one of its items plays; nil for other items.
  package func call(of item: Item) -> ScriptCall? {
    guard case .edit(let path) = item.kind else { return nil }
    guard let passed = item.passed?.value else { return ScriptCall(path.value, item.used) }
    return ScriptCall(path.value, item.used, passed, by: self)
  }

  /// The other scripts that enabled items play, each call once.
  package var calls: [ScriptCall] {
    var seen: Set<ScriptCall> = []
    return playedItems.compactMap { item in
      guard let call = call(of: item), seen.insert(call).inserted else { return nil }
      return call
    }
  }
}
