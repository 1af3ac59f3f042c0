import Basics
import Composition
import Export
import Processes
import RenderPlan
import Workspace

/// The playlists of a render: the films of each, and the facts of the finished ones.
struct RequestedPlaylists {
  /// In the order of the script.
  private(set) var all: [RequestedPlaylist] = []

  init(of films: [RequestedFilm]) {
    for film in films {
      for path in film.playlists {
        if let known = all.firstIndex(where: { $0.path == path }) {
          all[known].films.append(film)
        } else {
          all.append(RequestedPlaylist(path: path, films: [film]))
        }
      }
    }
  }

  /// All files that they need besides the films, each once.
  var paths: [String] {
    all.flatMap(\.paths).reduce(into: []) { paths, path in if !paths.contains(path) { paths.append(path) } }
  }

  mutating func add(_ plan: RenderPlan, _ facts: FilmFacts, of film: RequestedFilm) {
    for index in all.indices where film.playlists.contains(all[index].path) {
      if let text = PlaylistSubtitles(plan, at: film.path) { all[index].texts.append(text) }
      if let member = PlaylistMember(plan, made: facts, at: film.path) { all[index].members.append(member) }
    }
  }

  /// Players switch between pictures at the starts of fragments, so these must have equal lengths at any bit
  /// rate.
  func checkFragments(of plans: [RenderPlan], for films: [RequestedFilm]) throws {
    for list in all {
      var first: (path: String, length: RationalTime)?
      for (plan, film) in zip(plans, films)
      where film.playlists.contains(list.path) && plan.settings.video != nil {
        guard let length = plan.fragmentLength else { continue }
        if let first, first.length != length {
          throw CommandFailure(
            .findings,
            "the fragments of \(film.path) last \(length), those of \(first.path) \(first.length), but a playlist needs"
              + " equal ones: set `fragment` to a whole number of frames at both rates")
        }
        first = first ?? (film.path, length)
      }
    }
  }
}

/// A playlist that is written when its films are finished.
struct RequestedPlaylist {
  let path: String
  fileprivate(set) var films: [RequestedFilm]
  fileprivate(set) var members: [PlaylistMember] = []
  fileprivate(set) var texts: [PlaylistSubtitles] = []

  init(path: String, films: [RequestedFilm]) {
    self.path = path
    self.films = films
  }

  fileprivate var paths: [String] {
    let sidecars = films.first { !$0.sidecars.isEmpty }.map { film in
      film.sidecars.filter { $0.format == .webVTT }.map { $0.path(besideFilm: film.path) }
    }
    return PlaylistFiles.paths(ofPlaylist: path, files: films.map(\.path) + (sidecars ?? []))
  }

  func write(replacing replacesExisting: Bool, in root: RootFolder?) throws {
    let folder = folder(of: path)
    let group = PlaylistGroup(members, texts: texts) { relativePath(from: folder, to: $0) }
    try PlaylistFiles(at: path, of: group).write(replacing: replacesExisting, in: root)
  }
}
