package import Basics
package import EditScript
import YAMLTree

/// A place in a script that contains a name.
package struct NamedPlace: Hashable, Sendable {
  package let thing: NamedThing
  package let name: String
  /// The letters of the name.
  package let range: SourceRange
  /// The scalar or key that contains it, with its quotes.
  package let scalar: SourceRange
  package let isDeclaration: Bool
  /// The sequence in whose scope an item's name is; nil for the film itself.
  package let sequence: String?
  /// What the item plays that passes a value to a parameter, as written; nil for other names.
  let script: String?
  /// The whole declaration: `intro: {…}`, or the whole item.
  package let extent: SourceRange

  /// Whether the scalar is the name and nothing else.
  package var isWhole: Bool { range.end - range.start >= scalar.count - 2 }

  /// Distinguishes the named things.
  package var identity: Identity { Identity(thing: thing, name: name, sequence: sequence) }

  package struct Identity: Hashable, Sendable {
    package let thing: NamedThing
    package let name: String
    package let sequence: String?
  }
}

/// All names that a script declares or uses, in text order.
package struct NameIndex: Sendable {
  package private(set) var places: [NamedPlace] = []

  init(of tree: YAMLTree, in source: SourceText) {
    guard let root = tree.root else { return }
    var reader = NameReader(source, markers: Self.markers(of: root))
    reader.read(root, .script)
    places = reader.places.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
    resolve()
  }

  package var declarations: [NamedPlace] { places.filter(\.isDeclaration) }

  /// The names of the things of a kind, without duplicates, in text order; for items, those of a sequence or
  /// of the film itself.
  package func names(of thing: NamedThing, in sequence: String? = nil) -> [String] {
    var seen: Set<String> = []
    return places.filter {
      $0.isDeclaration && $0.thing == thing && (thing != .item || $0.sequence == sequence)
    }
    .map(\.name).filter { seen.insert($0).inserted }
  }

  package func place(at offset: Int) -> NamedPlace? {
    places.first { $0.range.start <= offset && offset <= $0.range.end }
      ?? places.first { $0.isWhole && $0.scalar.start <= offset && offset <= $0.scalar.end }
  }

  package func declaration(of place: NamedPlace) -> NamedPlace? {
    places.first { $0.isDeclaration && $0.identity == place.identity }
  }

  package func places(of place: NamedPlace) -> [NamedPlace] {
    places.filter { $0.identity == place.identity }
  }

  /// Names that times may use before the markers themselves are read.
  private static func markers(of root: YAMLNode) -> Set<String> {
    guard case .mapping(let entries, _) = root.value else { return [] }
    return Set(
      entries.filter { Expectation.script.value(of: $0).keyNaming == .declaring(.marker) }
        .flatMap { entry -> [String] in
          guard case .mapping(let markers, _) = entry.value.value else { return [] }
          return markers.map(\.key)
        })
  }

  /// An override names an item of the film, or the only one in all sequences; a media value that is not a
  /// declared name is a path.
  private mutating func resolve() {
    let declared = Dictionary(grouping: places.filter(\.isDeclaration)) { $0.thing }
    let media = Set((declared[.media] ?? []).map(\.name))
    let uses = (declared[.use] ?? []).map { $0.name + "/" }
    let items = Dictionary(grouping: declared[.item] ?? []) { $0.name }
    places = places.compactMap { place in
      guard !place.isDeclaration else { return place }
      switch place.thing {
      case .media:
        let isName =
          media.contains(place.name) || !place.name.looksLikePath
          || uses.contains(where: place.name.hasPrefix)
        return isName ? place : place.naming(.file, in: nil)
      case .item where place.sequence == nil:
        let owners = items[place.name] ?? []
        guard !owners.contains(where: { $0.sequence == nil }), owners.count == 1 else { return place }
        return place.naming(.item, in: owners[0].sequence)
      default: return place
      }
    }
  }
}

extension NamedPlace {
  fileprivate func naming(_ thing: NamedThing, in sequence: String?) -> NamedPlace {
    NamedPlace(
      thing: thing, name: name, range: range, scalar: scalar, isDeclaration: isDeclaration,
      sequence: sequence, script: script, extent: extent)
  }
}
