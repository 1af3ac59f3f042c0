import Basics
import YAMLTree

// Other tools' lists that become other lists or mappings.

extension Synonym.Part {
  /// The items of the only track: `[[…]]`, `[{clips: […]}]`.
  var itemsOfOnlyTrack: [String] {
    guard case .sequence(let tracks, _) = node.value, let track = tracks.first else { return [] }
    switch track.value {
    case .sequence: return tracks.count == 1 ? [text(of: track)] : []
    case .mapping(let entries, _):
      if entries.contains(where: { ItemKeyword(rawValue: $0.key) != nil }) { return [text] }
      let items = entries.first { ["clips", "items"].contains($0.key) }
      return tracks.count == 1 ? items.map { [text(of: $0.value)] } ?? [] : []
    case .scalar: return []
    }
  }

  /// Markers for a list of chapters (`{title: Intro, start: 0}`) or chapters by name (`{Intro: 0s}`).
  var markersOfChapters: [String] {
    var chapters: [(name: String, time: String)] = []
    switch node.value {
    case .sequence(let elements, _):
      for element in elements {
        guard case .mapping(let entries, _) = element.value,
          let name = entries.first(where: { Self.namesOfChapters.contains($0.key) }),
          let time = entries.first(where: { Self.timesOfChapters.contains($0.key) })
        else { return [] }
        chapters.append((text(of: name.value), text(of: time.value)))
      }
    case .mapping(let entries, _): chapters = entries.map { ($0.key, text(of: $0.value)) }
    case .scalar: return []
    }
    guard !chapters.isEmpty else { return [] }
    let markers = chapters.map { chapter in
      "\(MappingLayout.inBraces(chapter.name)): {at: \(MappingLayout.inBraces(chapter.time)), chapter: true}"
    }
    return ["{\(markers.joined(separator: ", "))}"]
  }

  private static let namesOfChapters = ["title", "name", "label", "text"]
  private static let timesOfChapters = ["start", "at", "time", "from", "begin", "startTime", "start_time"]
}
