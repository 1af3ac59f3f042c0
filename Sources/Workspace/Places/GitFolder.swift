import Processes

/// The folder in which git keeps a repository, found without starting git: a repository's configuration can
/// start programs.
enum GitFolder {
  /// The folder that all worktrees of a repository share, for a file or folder in one of them; nil outside
  /// repositories.
  static func shared(above path: String) -> String? {
    guard let entry = nearest(".git", above: path) else { return nil }
    guard FileKind(at: entry, followsLinks: true) == .file else { return entry }
    // A worktree or a submodule: `gitdir: ../.git/modules/footage`.
    guard let line = line(of: entry), line.hasPrefix("gitdir: ") else { return nil }
    let own = resolve(String(line.dropFirst(8)), in: folder(of: entry))
    return self.line(of: own + "/commondir").map { resolve($0, in: own) } ?? own
  }

  /// The first line of a small file.
  private static func line(of path: String) -> String? {
    guard let bytes = try? readBeginning(of: path, upTo: 8192) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}

/// The file or folder of this name in the folder of a path or, if there is none, in the nearest folder above
/// it. Links are followed, and the last folders of the path need not exist.
func nearest(_ name: String, above path: String) -> String? {
  var place = folder(of: path)
  while FileKind(at: place, followsLinks: true) != .folder, folder(of: place) != place {
    place = folder(of: place)
  }
  guard var place = try? realPath(place) else { return nil }
  while true {
    let entry = (place == "/" ? "" : place) + "/" + name
    if let kind = FileKind(at: entry, followsLinks: true), kind != .special { return entry }
    guard place != "/" else { return nil }
    place = folder(of: place)
  }
}
