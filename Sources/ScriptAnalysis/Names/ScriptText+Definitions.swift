package import Basics
import EditScript

/// Where something that a script names is defined.
package enum Definition: Hashable, Sendable {
  /// In the script itself: the name, and the whole declaration.
  case here(name: SourceRange, extent: SourceRange)
  /// A file, by its path relative to the script.
  case file(String)
  case elsewhere(OtherDeclaration)
}

extension ScriptText {
  /// The definition of the name or path at an offset.
  package func definition(at offset: Int) -> (range: SourceRange, definition: Definition)? {
    if let (place, other) = otherDeclaration(at: offset) { return (place.range, .elsewhere(other)) }
    guard let place = names.place(at: offset) else { return nil }
    if let declaration = names.declaration(of: place) {
      return (place.range, .here(name: declaration.range, extent: declaration.extent))
    }
    guard [.file, .script].contains(place.thing), let link = links.first(where: { $0.range == place.range })
    else {
      return nil
    }
    return (place.range, .file(link.path))
  }

  /// All places of the name at an offset, including its declaration.
  package func references(at offset: Int) -> [NamedPlace] {
    names.place(at: offset).map { names.places(of: $0) } ?? []
  }
}
