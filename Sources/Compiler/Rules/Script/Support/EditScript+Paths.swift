import Basics
import Composition
package import EditScript

extension EditScript {
  /// The paths and URLs that media and fonts are read from: declared ones, then those that items name themselves.
  var mediaPaths: [Located<String>] {
    let declared = Set(media.map(\.name.value))
    var named: [Located<String>] = []
    var looks: [Located<String>] = []
    var fonts: [Located<String>] = []
    for item in writtenItems {
      named += item.mediaNames.filter { !declared.contains($0.value) && $0.value.looksLikePath }
      looks += item.lookFiles
      if let font = item.style?.fontFile { fonts.append(font) }
    }
    named += covers.filter { !declared.contains($0.value) && $0.value.looksLikePath }
    return media.map(\.file) + named + looks + subtitles.compactMap(\.file) + fonts
  }

  /// The paths of everything that is read: media and fonts, and the other scripts that items play.
  var readPaths: [Located<String>] {
    mediaPaths
      + writtenItems.compactMap { item in if case .edit(let path) = item.kind { path } else { nil } }
  }

  /// The paths of everything that a render writes: films, playlists, and subtitles beside films.
  package var writtenPaths: [Located<String>] { outputPaths + playlistPaths + sidecarPaths }

  var outputPaths: [Located<String>] { outputs.map(\.file) }

  var playlistPaths: [Located<String>] { outputs.flatMap { $0.playlist?.value ?? [] } }

  /// The paths of subtitles beside the outputs, where the outputs are written.
  var sidecarPaths: [Located<String>] {
    outputs.flatMap { output in
      subtitles.filter { $0.mode?.value == .sidecar }.map { track in
        let format = track.format?.value ?? .subRip
        return Located(
          format.path(besideFilm: output.file.value, language: track.language?.value), at: output.file.range)
      }
    }
  }
}

extension Sequence<Located<String>> {
  /// Each text once, at its first place.
  var eachOnce: [Located<String>] {
    var seen: Set<String> = []
    return filter { seen.insert($0.value).inserted }
  }

  /// Those that stand in the script as they are. What a variable brings in from outside may differ from machine
  /// to machine.
  func withoutVariables(_ source: SourceText) -> [Located<String>] {
    filter { !source[$0.range].contains("${") }
  }
}
