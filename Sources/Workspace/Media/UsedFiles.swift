import Basics
import Compiler
import EditScript
import Lowering
import Processes
import YAMLTree

// Reads the scripts that a script names under `use`.

extension ScriptFolder {
  /// What the scripts under `use` of a text offer. `path` is the script with the text, nil for the outermost one;
  /// `root` is the folder that must contain its files, nil if they may be anywhere.
  func usedScripts(
    of tree: YAMLTree, ofScriptAt path: String? = nil, root: String? = nil
  ) throws(WorkspaceError) -> UsedScripts {
    var reader = UsedScriptReader(folder: self)
    return try reader.scripts(of: tree, at: path, root: root, above: [])
  }

  /// Whether a file is in the folder that must contain it, by its name and by the links on the way.
  func isInside(_ file: ConfinedFile) -> Bool { isInside(file.file.value, file.root) }

  fileprivate func isInside(_ file: String, _ root: String) -> Bool {
    guard !file.isURL, file.hasPrefix("/") == root.hasPrefix("/") else { return false }
    let (place, folder) = (normalizedPath(file), normalizedPath(root))
    guard place != folder else { return true }
    guard folder.isEmpty || place.hasPrefix(folder + "/") else { return false }
    let rest = folder.isEmpty ? place[...] : place.dropFirst(folder.utf8.count + 1)
    guard rest != "..", !rest.hasPrefix("../") else { return false }
    // Without the folder, nothing can be read in it.
    guard let there = try? RootFolder(resolve(root.isEmpty ? "." : root, in: path)) else { return true }
    return there.holds(resolve(file, in: path)) != false
  }
}

/// Reads scripts under `use`, each once.
private struct UsedScriptReader {
  let folder: ScriptFolder
  /// By their paths from the outermost script.
  private var known: [String: UsedScript] = [:]

  init(folder: ScriptFolder) { self.folder = folder }

  /// `above` are the scripts that use each other down to this one.
  mutating func scripts(
    of tree: YAMLTree, at path: String?, root: String?, above: [String]
  ) throws(WorkspaceError) -> UsedScripts {
    var scripts = UsedScripts()
    let ownFolder = path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    let above = above + [normalizedPath(path ?? folder.scriptName)]
    for use in EditScript.usedPaths(in: tree) where scripts.byPath[use] == nil {
      let file = use.hasPrefix("/") ? use : ownFolder + use
      let name = normalizedPath(file)
      if let circle = above.firstIndex(of: name) {
        scripts.byPath[use] = .cycle(Array(above[circle...] + [name]))
        continue
      }
      // Its own script reports a path that leaves the folder.
      if let root, !folder.isInside(file, root) { continue }
      if let read = known[name] {
        scripts.byPath[use] = read
        continue
      }
      let read = try script(at: file, above: above)
      known[name] = read
      scripts.byPath[use] = read
    }
    return scripts
  }

  private mutating func script(at file: String, above: [String]) throws(WorkspaceError) -> UsedScript {
    guard above.count <= LanguageLimits.nestedFilms else {
      return .failed(reason: "scripts use each other more than \(LanguageLimits.nestedFilms) levels deep")
    }
    if folder.reach.of(file) == .refused { return .refused }
    switch try folder.text(ofScriptAt: file) {
    case .failure(let problem): return problem.ofUsed
    case .success(let source):
      let root = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
      let text = try PlayedText(source, isQuoted: folder.reach.quotes(source.name)) {
        tree throws(WorkspaceError) in
        try scripts(of: tree, at: file, root: root, above: above)
      }
      return text.offered { own in folder.isInside(own.hasPrefix("/") ? own : root + own, root) }
    }
  }
}

extension UnreadScript {
  fileprivate var ofUsed: UsedScript {
    switch self {
    case .refused: .refused
    case .missing(let reason): .missing(reason: reason)
    case .isMedia: .failed(reason: "this is a media file, not a script")
    }
  }
}
