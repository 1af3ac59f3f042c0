import Basics
import EditScript

/// The items that times can refer to.
struct ItemNames {
  /// In the order of the script.
  let inOrder: [String]
  private let indices: [String: Int]
  /// The first and last index of timeline items that share a name.
  private let groups: [String: ClosedRange<Int>]
  /// The places of the names of disabled items.
  private let switchedOff: [String: SourceRange]

  /// `items` take part in the film, `written` are all items of the script.
  init(_ items: [some PhaseItem], written: some Sequence<Item>) {
    let named = items.enumerated().compactMap { index, placed in
      placed.item.name.map { ($0.value, index) }
    }
    inOrder = named.map(\.0) + items.compactMap { $0.item.eachPlace?.name }.eachOnce
    var groups: [String: ClosedRange<Int>] = [:]
    for (index, placed) in items.enumerated() {
      guard let place = placed.item.eachPlace else { continue }
      for name in [place.name, place.key] {
        guard let name, !name.isEmpty else { continue }
        groups[name] = (groups[name]?.lowerBound ?? index)...index
      }
    }
    self.groups = groups
    let together = groups.map { ($0.key, $0.value.lowerBound) }
    indices = Dictionary(named + together, uniquingKeysWith: { first, _ in first })
    let disabled = written.filter { !$0.isEnabled }.compactMap(\.name)
    switchedOff = Dictionary(disabled.map { ($0.value, $0.range) }, uniquingKeysWith: { first, _ in first })
  }

  func switchedOffName(_ name: String) -> SourceRange? { switchedOff[name] }

  /// The item with a name; the first one if several share it.
  subscript(name: String) -> Int? { indices[name] }

  /// The items with a name, in the order of the script.
  func all(_ name: String) -> [Int] { groups[name].map { Array($0) } ?? [indices[name]].compactMap(\.self) }

  /// The items that share a name; nil for the name of a single item.
  func group(_ name: String) -> ClosedRange<Int>? { groups[name] }
}

/// An item or a marker, to which a time can refer, by its index in the film.
enum PlacedThing: Hashable {
  case item(Int)
  case marker(Int)
}

/// Items and markers whose times depend on each other: each waits for the next one.
struct WaitingThings {
  private(set) var things: [PlacedThing] = []
  private var members: Set<PlacedThing> = []

  var last: PlacedThing? { things.last }

  func contains(_ thing: PlacedThing) -> Bool { members.contains(thing) }

  mutating func append(_ thing: PlacedThing) {
    things.append(thing)
    members.insert(thing)
  }

  mutating func removeLast() {
    if let last = things.popLast() { members.remove(last) }
  }
}

/// The items and markers that times can refer to, by their names.
struct ReferableNames {
  let items: ItemNames
  /// In the order of the script.
  let markers: [String]
  private let markerIndices: [String: Int]

  init(items: ItemNames, markers: [MarkerDeclaration]) {
    self.items = items
    self.markers = markers.map(\.name.value)
    markerIndices = Dictionary(
      zip(self.markers, markers.indices), uniquingKeysWith: { first, _ in first })
  }

  subscript(reference: Reference) -> PlacedThing? {
    switch reference {
    case .item(let name): items[name].map { .item($0) }
    case .marker(let name): markerIndices[name].map { .marker($0) }
    }
  }
}

/// A name in a time.
enum Reference: Hashable {
  case item(String)
  case marker(String)
}

extension MomentOrRange {
  /// The items and markers whose times it uses.
  var references: [Reference] {
    switch self {
    case .moment(let time): time.references
    case .range(.between(let from, let to)): (from?.references ?? []) + (to?.references ?? [])
    case .range(.starting(let from, _)): from.references
    case .range: []
    }
  }
}

extension TimeExpression {
  var references: [Reference] {
    switch anchor {
    case .item(let name, _): [.item(name)]
    case .chapter(let chapter): chapter.item.map { [.item($0)] } ?? []
    case .marker(let name): [.marker(name)]
    case .start, .end, .share, .mediaTimecode: []
    }
  }
}
