import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import Processes

// Lists and reads the files that determine which files a film uses.

extension MediaTable {
  /// The media files of a script and of all scripts that it plays, directly or indirectly, including the
  /// pictures of image sequences. With `named`, also files that are only declared.
  mutating func filesOfScripts(
    playedBy script: EditScript, in folder: ScriptFolder, named: Bool
  ) throws(WorkspaceError) -> [String] {
    var files = named ? script.namedMediaFiles : script.mediaFiles
    files += try listSeries(of: script, in: folder)
    // Stored once, because the table sorts them.
    var scripts = scripts
    var waiting = script.calls
    var seen = Set(waiting)
    // Many calls are of the same text.
    var texts: [PlayedPath: Result<PlayedText, UnreadScript>] = [:]
    var used = UsedScriptReader(folder)
    while let call = waiting.popLast() {
      if scripts[call] == nil {
        let path = PlayedPath(path: call.path, root: call.root)
        reach[call.path] = folder.reach.of(call.path)
        if texts[path] == nil {
          texts[path] =
            reach[call.path] == .refused
            ? .failure(.refused)
            : call.root.map { folder.isInside(call.path, $0) } == false
              ? .failure(.leadsOut) : try folder.playedText(at: path, used: &used)
        }
        switch texts[path] {
        case nil: break
        case .failure(let problem): scripts[call] = problem.state
        case .success(let text):
          scripts[call] = text.played(by: call, isInside: folder.isInside)
          if case .script(let written, let text) = scripts[call] {
            files += try listSeries(of: written, in: folder)
            let expanded = written.expanded(with: self)
            let mistake = expanded.diagnostics.first { $0.severity == .error }
            scripts[call] =
              mistake.map { .failed(reason: $0.message, text, at: $0.range) }
              ?? .script(expanded.script, text)
          }
        }
      }
      // Lowering reports scripts that are nested too deeply.
      guard case .script(let played, _) = scripts[call], seen.count <= LanguageLimits.filmsInFilm else {
        continue
      }
      files += try played.mediaFiles + listSeries(of: played, in: folder)
      for next in played.calls where next.path.utf8.count < 4096 && seen.insert(next).inserted {
        waiting.append(next)
      }
    }
    self.scripts = scripts
    return files
  }

  /// Lists the files of series that are not in the table yet, and returns the files of all series.
  @discardableResult
  mutating func listSeries(
    of script: EditScript, in folder: ScriptFolder
  ) throws(WorkspaceError) -> [String] {
    var files: [String] = []
    for text in script.fileSeries {
      guard let series = FileSeries(text) else { continue }
      reach[text] = folder.reach.of(text)
      guard reach[text] != .refused else { continue }
      let locked = folder.lockedNames(in: series.folder)
      switch series {
      case .numbered(let pattern):
        if images[text] == nil {
          let names = try folder.names(in: pattern.folder) ?? []
          images[text] = Set((names + locked).compactMap(pattern.number)).sorted()
          note(locked, besides: names, in: pattern.folder)
        }
        files += (images[text] ?? []).prefix(LanguageLimits.imagesInSequence).map(pattern.path)
      case .matching(let pattern):
        let listing: FileListing
        if let known = listings[text] {
          listing = known
        } else {
          let names = try folder.names(in: pattern.folder)
          listing = FileListing(of: pattern, folder: names, locked: locked)
          note(locked, besides: names ?? [], in: pattern.folder)
        }
        listings[text] = listing
        files += listing.names.prefix(LanguageLimits.imagesInSequence).map { pattern.folder + $0 }
      }
    }
    return files
  }
}

extension MediaTable {
  /// Records the files that only the lock contains.
  private mutating func note(_ locked: [String], besides names: [String], in folder: String) {
    let present = Set(names)
    lockedOnly.formUnion(locked.filter { !present.contains($0) }.map { folder + $0 })
  }
}

/// The texts and folders beside a script: those of its revision if they are in git, else the current ones.
struct ScriptFolder {
  /// Paths in the script are relative to this folder.
  let path: String
  /// The name of the script in it.
  let scriptName: String
  let texts: any TextSource
  /// Nil for the current script.
  let revision: RevisionMedia?
  let reach: ScriptReach
  /// Those under `use`.
  let packages: UsedPackages
  /// The files in the script's lock.
  var locked: [String] = []

  /// The names of the locked files in a folder, which is spelled as in the script and ends with a slash.
  fileprivate func lockedNames(in folder: String) -> [String] {
    locked.compactMap { file in
      guard file.hasPrefix(folder), case let name = file.dropFirst(folder.count), !name.contains("/") else {
        return nil
      }
      return String(name)
    }
  }

  private func bytes(of file: String, limit: Int) throws(WorkspaceError) -> [UInt8] {
    if let old = try revision?.bytes(of: file, limit: limit) { return old }
    do throws(FileError) { return try texts.bytes(ofFileAt: resolve(file, in: path), limit: limit) } catch {
      throw .file(error)
    }
  }

  /// The names of the files in a folder; nil if it cannot be listed, so that it has no pictures, which
  /// lowering reports. An empty path is the script's own folder. For an old revision, the lock's files are
  /// assumed to be all.
  fileprivate func names(in folder: String) throws(WorkspaceError) -> [String]? {
    if let old = try revision?.names(in: folder), !old.isEmpty { return old }
    if revision != nil, case let names = lockedNames(in: folder), !names.isEmpty { return names }
    do throws(FileError) { return try listFolder(resolve(folder.isEmpty ? "." : folder, in: path)) } catch {
      if error.isOfMachine { throw .file(error) }
      return nil
    }
  }

  fileprivate func playedText(
    at path: PlayedPath, used: inout UsedScriptReader
  ) throws(WorkspaceError) -> Result<PlayedText, UnreadScript> {
    switch try text(ofScriptAt: path.path) {
    case .failure(let problem): return .failure(problem)
    case .success(let source):
      return .success(
        try PlayedText(source, isQuoted: reach.quotes(source.name)) { tree throws(WorkspaceError) in
          try used.scripts(of: tree, at: path.path, root: path.root)
        })
    }
  }

  func text(
    ofScriptAt path: String
  ) throws(WorkspaceError) -> Result<SourceText, UnreadScript> {
    let bytes: [UInt8]
    do throws(WorkspaceError) { bytes = try self.bytes(of: path, limit: ScriptFile.mostBytes) } catch {
      guard case .file(let failure) = error, !failure.isOfMachine else { throw error }
      return .failure(.missing(reason: failure.reason))
    }
    if MediaSignature.begins(bytes) { return .failure(.isMedia) }
    return .success(SourceText(name: resolve(path, in: self.path), bytes: bytes))
  }
}

/// A script that is played, by how it is reached.
struct PlayedPath: Hashable {
  let path: String
  let root: String?
}

/// Why a script that another one plays or uses was not read.
enum UnreadScript: Error {
  case refused
  /// A script that is reached through `use` leads out of the folder there.
  case leadsOut
  case missing(reason: String)
  case isMedia

  var state: NestedScript {
    switch self {
    case .refused: .refused
    case .leadsOut: .leadsOut
    case .missing(let reason): .missing(reason: reason)
    case .isMedia: .failed(reason: "this is a media file, not a script: use `clip` or `image`")
    }
  }
}
