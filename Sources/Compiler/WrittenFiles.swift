import Basics
import Composition
import Diagnostics
import EditScript
import Lowering

extension LoweredFilm {
  /// The files that a render writes, with their paths as in the script, each at the place that names it: the
  /// output, its subtitle files, and its playlists. Includes files that the render may leave out.
  var writtenFiles: [Located<String>] {
    guard let output else { return [] }
    let film = output.file
    let sidecars = (composition?.sidecars ?? []).map {
      Located($0.path(besideFilm: film.value), at: film.range)
    }
    let playlists = output.playlist?.value ?? []
    // In HLS, each file has its own playlist.
    let streams =
      playlists.isEmpty
      ? [] : ([film] + sidecars).map { Located(PlaylistKind.streamPlaylist(of: $0.value), at: film.range) }
    return [film] + sidecars + playlists + streams
  }

  /// Findings about files that a render would write outside the root.
  func findings(aboutWritingOutside media: MediaTable) -> [Diagnostic] {
    writtenFiles.filter { media.refuses($0.value) }.map { file in
      Diagnostic(
        .outsideRoot, "'\(file.value)' is outside the root and is not written", at: file.range,
        hint: "symbolic links are resolved; write a path in the folder given with `--root`")
    }
  }
}

extension MediaTable {
  fileprivate func refuses(_ file: String) -> Bool {
    if reach[file] == .refused { return true }
    if case .failed(let failure)? = states[file] { return failure.kind == .isRefused }
    return false
  }
}
