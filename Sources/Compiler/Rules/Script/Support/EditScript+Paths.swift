import Basics
import Composition
package import EditScript

extension EditScript {
  /// The paths and URLs of media and fonts: declared ones, then those in items.
  var mediaPaths: [Located<String>] {
    let declared = Set(media.map(\.name.value))
    var named: [Located<String>] = []
    var looks: [Located<String>] = []
    var fonts: [Located<String>] = []
    for item in writtenItems {
      named += item.mediaNames.filter { !declared.contains($0.value) && $0.value.looksLikePath }
      looks += item.lookFiles + [item.creditsFile].compactMap(\.self)
      fonts += item.fontFiles
    }
    named += covers.filter { !declared.contains($0.value) && $0.value.looksLikePath }
    let texts = media.compactMap(\.words) + subtitles.compactMap(\.file)
    return media.map(\.file) + named + looks + texts + fonts + subtitleFontFiles
  }

  /// The URLs from which media can be downloaded.
  var mediaURLs: [Located<String>] { media.flatMap { $0.from?.value ?? [] } }

  /// The URLs of packages.
  var packageURLs: [Located<String>] {
    uses.compactMap { use in use.origin.map { Located($0.url, at: use.path.range) } }
  }

  /// The paths of everything that is read: media, fonts, and the other scripts that items play.
  var readPaths: [Located<String>] {
    mediaPaths
      + writtenItems.compactMap { item in if case .edit(let path) = item.kind { path } else { nil } }
  }

  /// The paths of everything that a render writes: films, playlists, and subtitle files.
  package var writtenPaths: [Located<String>] { outputPaths + playlistPaths + sidecarPaths }

  var outputPaths: [Located<String>] { outputs.map(\.file) }

  var playlistPaths: [Located<String>] { outputs.flatMap { $0.playlist?.value ?? [] } }

  /// The paths of subtitle files, which are next to their outputs.
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

  /// The paths that are literally in the script. Values of variables may differ between machines.
  func withoutVariables(_ source: SourceText) -> [Located<String>] {
    filter { !source[$0.range].contains("${") }
  }
}
