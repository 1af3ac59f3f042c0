package import Basics
import EditScript

/// A path in a script, as written.
package struct FileLink: Hashable, Sendable {
  package let range: SourceRange
  /// Relative to the folder of the script.
  package let path: String
}

extension ScriptText {
  /// The files that the script names, except patterns and addresses.
  package var links: [FileLink] {
    names.places.filter { [.file, .script].contains($0.thing) && $0.isWhole }.compactMap { place in
      let path = place.thing == .script ? scriptPath(place.name) : place.name
      guard !path.isEmpty, !path.isURL, !path.contains("${"), !path.contains("%0"), FilePattern(path) == nil
      else {
        return nil
      }
      return FileLink(range: place.range, path: path)
    }
  }
}
