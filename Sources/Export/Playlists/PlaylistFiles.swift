import Composition
package import Processes

/// A playlist, and the files that it needs besides its films.
package struct PlaylistFiles: Sendable {
  private let path: String
  private let group: PlaylistGroup

  package init(at path: String, of group: PlaylistGroup) {
    self.path = path
    self.group = group
  }

  /// All paths that are written for a playlist of films and subtitle files.
  package static func paths(ofPlaylist path: String, files: [String]) -> [String] {
    switch PlaylistKind(ofFile: path) {
    case .dash: [path]
    case .hls, nil: files.map(HLSPlaylist.path) + [path]
    }
  }

  /// Writes all of them, the playlist last: players that read it find the files that it names.
  package func write(replacing replacesExisting: Bool, in root: RootFolder?) throws(ExportError) {
    var files: [(target: OutputTarget, file: AtomicFile)] = []
    for (path, text) in contents {
      let target = OutputTarget(path: path, replacesExisting: replacesExisting, root: root)
      let file = try target.begin()
      do throws(FileError) { try file.write(Array(text.utf8)) } catch { throw ExportError(error) }
      files.append((target, file))
    }
    for (target, file) in files { try target.commit(file) }
  }

  private var contents: [(path: String, text: String)] {
    switch PlaylistKind(ofFile: path) {
    case .dash: return [(path, DASHManifest(group: group).text)]
    case .hls, nil:
      let films = group.members.map { (HLSPlaylist.path(for: $0.path), HLSPlaylist.text(for: $0)) }
      let texts = group.subtitles.map {
        (HLSPlaylist.path(for: $0.path), HLSPlaylist.text(forSubtitles: $0.path, lasting: group.duration))
      }
      return films + texts + [(path, HLSPlaylist(group: group).text)]
    }
  }
}
