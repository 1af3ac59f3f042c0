import Basics

/// A JSON value with its place. Numbers keep their digits, because times must be exact.
struct JSONNode: Sendable {
  enum Value: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONNodeMember])
  }

  let value: Value
  let place: InputPlace
  /// The number of an object in the order of the text; nil for other values.
  let index: Int?

  subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.node }

  var members: [JSONNodeMember] {
    if case .object(let members) = value { members } else { [] }
  }
  var isObject: Bool {
    if case .object = value { true } else { false }
  }
  var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }
  var string: String? {
    if case .string(let text) = value { text } else { nil }
  }
  /// The digits of a number.
  var digits: String? {
    if case .number(let digits) = value { digits } else { nil }
  }
  var bool: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }
  /// All strings in it that are values.
  var texts: Set<String> {
    switch value {
    case .string(let text): [text]
    case .array(let elements): Set(elements.flatMap(\.texts))
    case .object(let members): Set(members.flatMap(\.node.texts))
    case .null, .bool, .number: []
    }
  }
  var isNull: Bool {
    if case .null = value { true } else { false }
  }
  /// The exact number; nil for other values.
  var number: PlainNumber? { digits.flatMap { RationalTime(decimal: $0) } }
  /// The number as a double; nil for other values, or if it is not finite.
  var double: Double? {
    guard let digits, digits.utf8.count <= 64, let value = Double(digits), value.isFinite else { return nil }
    return value
  }
}

struct JSONNodeMember: Sendable {
  let name: String
  let node: JSONNode
}

extension ImportReportBuilder {
  /// A report with all objects of a text, numbered in the same way.
  init(_ root: JSONNode, kind: (JSONNode) -> String?) {
    var waiting: [(node: JSONNode, parent: Int?)] = [(root, nil)]
    while let (node, parent) = waiting.popLast() {
      if node.isObject { add(kind(node) ?? "object", at: node.place, in: parent) }
      let children = node.elements ?? node.members.map(\.node)
      for child in children.reversed() { waiting.append((child, node.index ?? parent)) }
    }
  }

  /// Records that the object is in the timeline. Plain members outside `reading` become a difference.
  mutating func map(_ node: JSONNode, reading: Set<String>) {
    guard let index = node.index else { return }
    map(index)
    let missed = node.members.filter { !reading.contains($0.name) && $0.node.saysSomething }.map(\.name)
    if !missed.isEmpty { approximate(index, "omitted: " + missed.map { "`\($0)`" }.joined(separator: ", ")) }
  }

  mutating func drop(_ node: JSONNode, _ reason: String, affecting effect: LossEffect? = nil) {
    if let index = node.index { drop(index, reason, affecting: effect) }
    for child in node.elements ?? [] { drop(child, reason, affecting: effect) }
  }

  mutating func approximate(_ node: JSONNode, _ difference: String, affecting effect: LossEffect? = nil) {
    if let index = node.index { approximate(index, difference, affecting: effect) }
  }

  /// Records that an object and those inside it are part of the picture or the sound.
  mutating func put(_ node: JSONNode, in effect: LossEffect) {
    if let index = node.index { put(index, in: effect) }
  }
}

extension JSONNode {
  /// Objects are separate nodes, so only plain values count here.
  fileprivate var saysSomething: Bool {
    switch value {
    case .null, .object: false
    case .string(let text): !text.isEmpty
    case .array(let elements): elements.contains { !$0.isObject && $0.saysSomething }
    case .bool, .number: true
    }
  }
}
