import Basics
import Compiler
import Composition
import EditScript
import Lowering
import Processes
import YAMLTree

// Reads the scripts that a script names under `use`.

extension ScriptFolder {
  /// What the scripts under `use` of the outermost script offer.
  func usedScripts(of tree: YAMLTree) throws(WorkspaceError) -> UsedScripts {
    var reader = UsedScriptReader(self)
    return try reader.scripts(of: tree, at: nil, root: nil)
  }

  /// Whether a file is in the folder that must contain it, by its name and by the links on the way; of a series, each
  /// of its files.
  func isInside(_ file: ConfinedFile) -> Bool {
    let path = file.file.value
    guard isInside(path, file.root) else { return false }
    let (folder, names): (String, [String])
    switch FileSeries(path) {
    case nil: return true
    case .numbered(let pattern)?:
      (folder, names) = (
        pattern.folder, self.names(in: pattern.folder).filter { pattern.number(in: $0) != nil }
      )
    case .matching(let pattern)?:
      (folder, names) = (pattern.folder, self.names(in: pattern.folder).filter(pattern.matches))
    }
    return names.allSatisfy { isInside(folder + $0, file.root) }
  }

  private func names(in folder: String) -> [String] {
    (try? listFolder(resolve(folder.isEmpty ? "." : folder, in: path))) ?? []
  }

  func isInside(_ file: String, _ root: String) -> Bool {
    guard !file.isURL, file.hasPrefix("/") == root.hasPrefix("/") else { return false }
    let (place, folder) = (normalizedPath(file), normalizedPath(root))
    guard place != folder else { return true }
    guard folder.isEmpty || place.hasPrefix(folder + "/") else { return false }
    // A folder above the script's own: `..`, which a path can leave by more of them.
    let rest = folder.isEmpty ? place[...] : place.dropFirst(folder.count + 1)
    guard rest != "..", !rest.hasPrefix("../") else { return false }
    // Without the folder, nothing can be read in it.
    guard let there = try? RootFolder(resolve(root.isEmpty ? "." : root, in: path)) else { return true }
    return there.holds(resolve(file, in: path)) != false
  }
}

/// Reads scripts under `use`, each once.
struct UsedScriptReader {
  private let folder: ScriptFolder
  /// Those that can be used.
  private var known: [PlayedPath: UsedScript] = [:]

  init(_ folder: ScriptFolder) { self.folder = folder }

  /// What the scripts under `use` of a text offer. `path` is the script with the text, nil for the outermost one; `root`
  /// is the folder that must contain its files, nil if they may be anywhere; `above` are the scripts that use each
  /// other down to it.
  mutating func scripts(
    of tree: YAMLTree, at path: String?, root: String?, above: [String] = []
  ) throws(WorkspaceError) -> UsedScripts {
    var scripts = UsedScripts()
    let ownFolder = path.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    let above = above + [normalizedPath(path ?? folder.scriptName)]
    // The names of packages, by their paths.
    var packages: [String: String] = [:]
    for declaration in EditScript.uses(in: tree)
    where declaration.origin != nil || scripts.byPath[declaration.path.value] == nil {
      let use = declaration.path.value
      let file = use.hasPrefix("/") ? use : ownFolder + use
      if let origin = declaration.origin {
        let name = normalizedPath(ownFolder + declaration.name.value)
        let problem =
          root == nil
          ? try self.problem(with: origin, named: name, in: normalizedPath(file), beside: ownFolder)
          : .package(.insideUse)
        if let other = packages[use], case .package(.sharesFolder)? = problem {
          // Both have this path, so both get this reason.
          scripts.byPath[use] = .missing(
            reason: "the packages '\(other)' and '\(declaration.name.value)' share this folder; "
              + "give each its own under `vendored`")
          continue
        }
        packages[use] = declaration.name.value
        scripts.byPath[use] = problem
        if problem == nil { scripts.unlocked[use] = folder.packages.isUnlocked(name) }
        continue
      }
      let name = normalizedPath(file)
      // Its own script reports a path that leaves the folder.
      if use.isURL || root.map({ folder.isInside(file, $0) }) == false { continue }
      guard declaration.isScript else {
        scripts.byPath[use] = problem(withFolder: file)
        continue
      }
      if let circle = above.firstIndex(of: name) {
        scripts.byPath[use] = .cycle(Array(above[circle...] + [name]))
        continue
      }
      // What is used from a folder stays in it, and sees all of it.
      let confined = PlayedPath(
        path: name, root: root ?? file.lastIndex(of: "/").map { String(file[...$0]) } ?? "")
      if let read = known[confined] {
        scripts.byPath[use] = read
        continue
      }
      let read = try script(at: file, root: confined.root ?? "", above: above)
      if case .offers = read { known[confined] = read }
      scripts.byPath[use] = read
    }
    return scripts
  }

  /// Why a folder of scripts cannot be used. Nil if it can; of a revision in git, its scripts are missing one by one.
  private func problem(withFolder file: String) -> UsedScript? {
    if folder.reach.of(file) == .refused { return .refused }
    guard folder.revision == nil else { return nil }
    let isThere = FileKind(at: resolve(file, in: folder.path), followsLinks: true) == .folder
    return isThere ? nil : .missing(reason: "there is no such folder")
  }

  /// Why a package cannot be used; nil if it can.
  private func problem(
    with origin: PackageOrigin, named name: String, in file: String, beside ownFolder: String
  ) throws(WorkspaceError) -> UsedScript? {
    if folder.reach.of(file) == .refused { return .refused }
    if let revision = folder.revision, try !revision.names(in: file).isEmpty { return nil }
    return try folder.packages.problem(
      with: origin, named: name, in: file, at: resolve(file, in: folder.path),
      besideScriptsIn: resolve(ownFolder.isEmpty ? "." : ownFolder, in: folder.path),
      isOld: folder.revision != nil
    ).map { .package($0) }
  }

  /// What a script offers, whose files must be in the folder `root`.
  private mutating func script(
    at file: String, root: String, above: [String]
  ) throws(WorkspaceError) -> UsedScript {
    guard above.count <= LanguageLimits.nestedFilms else { return .tooDeep }
    if folder.reach.of(file) == .refused { return .refused }
    let ownFolder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    guard folder.isInside(file, root) else { return .leadsOut }
    switch try folder.text(ofScriptAt: file) {
    case .failure(let problem): return problem.ofUsed
    case .success(let source):
      var isTooDeep = false
      let text = try PlayedText(source, isQuoted: folder.reach.quotes(source.name)) {
        tree throws(WorkspaceError) in
        let used = try scripts(of: tree, at: file, root: root, above: above)
        isTooDeep = used.byPath.values.contains { if case .tooDeep = $0 { true } else { false } }
        return used
      }
      if isTooDeep { return .tooDeep }
      return text.offered { own in
        let path = own.value.hasPrefix("/") ? own.value : ownFolder + own.value
        return folder.isInside(ConfinedFile(file: Located(path, at: own.range), root: root))
      }
    }
  }
}

extension UnreadScript {
  fileprivate var ofUsed: UsedScript {
    switch self {
    case .refused: .refused
    case .leadsOut: .leadsOut
    case .missing(let reason): .missing(reason: reason)
    case .isMedia: .failed(reason: "this is a media file, not a script")
    }
  }
}
