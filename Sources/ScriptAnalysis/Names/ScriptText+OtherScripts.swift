package import Basics
package import EditScript
import YAMLTree

/// A thing that another script declares.
package struct OtherDeclaration: Hashable, Sendable {
  /// The script, relative to the one that names the thing.
  package let path: String
  package let thing: NamedThing
  package let name: String
  /// Whether the script is in a package, which must stay as it is.
  package let isOfPackage: Bool
}

extension ScriptText {
  /// What a name stands for in another script: `brand/logo`, or a parameter in `with`; nil for other names.
  func otherDeclaration(of place: NamedPlace) -> OtherDeclaration? {
    switch place.thing {
    case .parameter:
      return place.script.map { script in
        OtherDeclaration(
          path: scriptPath(script), thing: .variable, name: place.name,
          isOfPackage: uses.part(of: script)?.use.origin != nil)
      }
    case .media, .style, .sequence, .variable:
      guard let (use, rest) = uses.part(of: place.name), use.isScript else { return nil }
      return OtherDeclaration(path: use.path.value, thing: place.thing, name: rest, isOfPackage: false)
    case .item, .marker, .output, .file, .script, .font, .ffmpegFilter, .use: return nil
    }
  }

  /// The declaration in another script that a name at an offset stands for.
  package func otherDeclaration(at offset: Int) -> (place: NamedPlace, declaration: OtherDeclaration)? {
    guard let place = names.place(at: offset), let declaration = otherDeclaration(of: place) else {
      return nil
    }
    return (place, declaration)
  }

  /// What the script takes from others by their names under `use`, each once.
  package var takenFromOthers: Set<OtherDeclaration> {
    Set(names.places.lazy.filter { $0.thing != .parameter }.compactMap(otherDeclaration(of:)))
  }

  /// The thing whose name is declared at a range.
  package func declaration(at range: SourceRange) -> NamedPlace? {
    names.declarations.first { $0.range == range }
  }

  /// The edits that rename what another script declares, wherever this one names it.
  package func renaming(to name: String, _ isMeant: (OtherDeclaration) -> Bool) -> [TextEdit] {
    names.places.compactMap { place in
      guard let other = otherDeclaration(of: place), isMeant(other) else { return nil }
      return edit(of: place, to: String(place.name.dropLast(other.name.count)) + name)
    }
  }

  /// The place of a declaration that other scripts can name.
  package func declaration(of thing: NamedThing, named name: String) -> NamedPlace? {
    names.declarations.first { $0.thing == thing && $0.name == name }
  }

  /// The path of the script that the item around a place plays.
  func playedScript(_ path: TreePath) -> String? {
    guard case .mapping(let entries, _)? = path.item?.node.value,
      case .scalar(let scalar)? = entries.first(where: { $0.key == "edit" })?.value.value
    else { return nil }
    return scriptPath(scalar.text)
  }

  /// The path of a script that `edit` names, directly or by a name under `use`.
  func scriptPath(_ written: String) -> String {
    if let use = uses[written] { return use.path.value }
    guard let (use, rest) = uses.part(of: written), !use.isScript else { return written }
    return use.path(ofScript: rest)
  }

  /// Whether a path is a name under `use`, or begins with one.
  package func isUsed(_ place: NamedPlace) -> Bool {
    guard place.thing == .script else { return false }
    let uses = uses
    let isPath = uses.contains { $0.path.range == place.scalar }
    return !isPath && (uses[place.name] != nil || uses.part(of: place.name) != nil)
  }

  private var uses: [UseDeclaration] { EditScript.uses(in: tree) }
}
