import FoundationEssentials

/// A value as a tree of its stored members: what any `Codable` value encodes.
enum Tree: Codable, Equatable {
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([Tree])
  case members([String: Tree])

  init(_ value: some Encodable) throws {
    self = try JSONDecoder().decode(Tree.self, from: JSONEncoder().encode(value))
  }

  func value<Value: Decodable>(_ type: Value.Type) -> Value? {
    (try? JSONEncoder().encode(self)).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? [String: Tree](from: decoder) {
      self = .members(members)
    } else if let list = try? [Tree](from: decoder) {
      self = .list(list)
    } else {
      let value = try decoder.singleValueContainer()
      if let bool = try? value.decode(Bool.self) {
        self = .bool(bool)
      } else if let integer = try? value.decode(Int64.self) {
        self = .integer(integer)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .bool(let value): try value.encode(to: encoder)
    case .integer(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    case .list(let value): try value.encode(to: encoder)
    case .members(let value): try value.encode(to: encoder)
    }
  }
}

extension Tree {
  /// The way from the root to a leaf: names of members and places in lists.
  typealias Path = [String]

  var leaves: [Path] {
    switch self {
    case .bool, .integer, .number, .text: [[]]
    case .list(let list):
      list.enumerated().flatMap { place, tree in tree.leaves.map { ["\(place)"] + $0 } }
    case .members(let members):
      members.keys.sorted().flatMap { name in (members[name]?.leaves ?? []).map { [name] + $0 } }
    }
  }

  /// The same tree with a leaf made into another one.
  func changing(_ path: ArraySlice<String>, _ change: (Tree) -> Tree) -> Tree {
    guard let step = path.first else { return change(self) }
    switch self {
    case .list(var list):
      if let place = Int(step) { list[place] = list[place].changing(path.dropFirst(), change) }
      return .list(list)
    case .members(var members):
      members[step] = members[step]?.changing(path.dropFirst(), change)
      return .members(members)
    case .bool, .integer, .number, .text: return self
    }
  }

  /// Other leaves of the same kind, the most harmless first; `words` are the raw values of enumerations.
  func others(_ words: [String]) -> [Tree] {
    switch self {
    case .bool(let value): [.bool(!value)]
    case .integer(let value): [value + 1, value - 1, 2 * value + 3, 0, 1, 2, 8, 10].map(Tree.integer)
    case .number(let value): [value + 0.125, value - 0.125, value / 2].map(Tree.number)
    case .text(let value): ([value + "x"] + words.filter { $0 != value }).map(Tree.text)
    case .list, .members: []
    }
  }
}

extension [String] {
  /// Whether a way fits a pattern; `*` is any step, and a last `**` any rest.
  func fits(_ pattern: String) -> Bool {
    var steps = self[...]
    for wanted in pattern.split(separator: ".") {
      if wanted == "**" { return true }
      guard let step = steps.popFirst(), wanted == "*" || wanted == step else { return false }
    }
    return steps.isEmpty
  }
}
