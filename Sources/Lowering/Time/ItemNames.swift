import Basics
import EditScript

/// The items that times can refer to.
struct ItemNames {
  /// In the order of the script.
  let inOrder: [String]
  private let indices: [String: Int]
  /// Where the names of items stand that take no part in the film.
  private let switchedOff: [String: SourceRange]

  /// `items` take part in the film, `written` are all of the script.
  init(_ items: [some PhaseItem], written: some Sequence<Item>) {
    let named = items.enumerated().compactMap { index, placed in
      placed.item.name.map { ($0.value, index) }
    }
    inOrder = named.map(\.0)
    indices = Dictionary(named, uniquingKeysWith: { first, _ in first })
    let disabled = written.filter { !$0.isEnabled }.compactMap(\.name)
    switchedOff = Dictionary(disabled.map { ($0.value, $0.range) }, uniquingKeysWith: { first, _ in first })
  }

  func switchedOffName(_ name: String) -> SourceRange? { switchedOff[name] }

  subscript(name: String) -> Int? { indices[name] }
}

/// Items whose places depend on each other: each waits for the one after it.
struct WaitingItems {
  private(set) var items: [Int] = []
  private var members: Set<Int> = []

  var last: Int? { items.last }

  func contains(_ index: Int) -> Bool { members.contains(index) }

  mutating func append(_ index: Int) {
    items.append(index)
    members.insert(index)
  }

  mutating func removeLast() {
    if let last = items.popLast() { members.remove(last) }
  }
}

/// The items that one item's time refers to.
struct ReferredRanges {
  var ranges: [String: TimeRange?] = [:]
  var cyclic: Set<String> = []

  func time(of name: String, _ edge: TimeExpression.Edge) throws(TimeProblem) -> RationalTime {
    if cyclic.contains(name) { throw .cycle(name) }
    guard let found = ranges[name] else { throw .unknownName(name) }
    guard let range = found else { throw .unknownLength }
    return edge == .start ? range.start : range.end
  }
}

extension MomentOrRange {
  /// The items whose times it uses.
  var referredNames: [String] {
    switch self {
    case .moment(let time): time.referredNames
    case .range(.between(let from, let to)): (from?.referredNames ?? []) + (to?.referredNames ?? [])
    case .range(.starting(let from, _)): from.referredNames
    case .range: []
    }
  }
}

extension TimeExpression {
  fileprivate var referredNames: [String] {
    if case .item(let name, _) = anchor { [name] } else { [] }
  }
}
