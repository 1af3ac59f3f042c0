package import Basics
import EditScript

extension ScriptText {
  /// The paths in the script, including patterns; relative ones are relative to its folder.
  package var paths: [NamedPlace] {
    names.places.filter { place in
      guard place.isWhole, !place.name.isEmpty, !place.name.isURL, !place.name.contains("${"),
        !isUsed(place)
      else {
        return false
      }
      return switch place.thing {
      case .file, .script: true
      // A font family, unless it looks like a file.
      case .font: place.name.looksLikePath
      case .media, .sequence, .item, .marker, .variable, .output, .style, .use, .parameter, .ffmpegFilter:
        false
      }
    }
  }

  /// The edits that replace paths; nil leaves a path unchanged.
  package func edits(ofPaths new: (String) -> String?) -> [TextEdit] {
    paths.compactMap { place in
      guard let path = new(place.name), path != place.name else { return nil }
      return edit(of: place, to: path)
    }
  }
}
