import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import Lowering
import Processes
import YAMLTree

// Lists and reads the files that determine which files a film uses.

extension MediaTable {
  /// The media files of a script and of all scripts that it plays, directly or indirectly, including the
  /// pictures of image sequences. With `named`, also files that are only declared.
  mutating func filesOfScripts(
    playedBy script: EditScript, in folder: ScriptFolder, named: Bool
  ) throws(WorkspaceError) -> [String] {
    var files = named ? script.namedMediaFiles : script.mediaFiles
    files += try listSeries(of: script, in: folder)
    var waiting = script.playedScripts
    var seen = Set(waiting)
    while let path = waiting.popLast() {
      if scripts[path] == nil {
        reach[path] = folder.reach.of(path)
        scripts[path] = reach[path] == .refused ? .refused : try folder.readScript(path)
        if case .script(let written) = scripts[path] {
          files += try listSeries(of: written, in: folder)
          let expanded = written.expanded(with: self)
          let mistake = expanded.diagnostics.first { $0.severity == .error }
          scripts[path] = mistake.map { .failed(reason: $0.message) } ?? .script(expanded.script)
        }
      }
      // Lowering reports scripts that are nested too deeply.
      guard case .script(let played) = scripts[path], seen.count <= LanguageLimits.filmsInFilm else {
        continue
      }
      files += try played.mediaFiles + listSeries(of: played, in: folder)
      for next in played.playedScripts where next.utf8.count < 4096 && seen.insert(next).inserted {
        waiting.append(next)
      }
    }
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
  let texts: any TextSource
  /// Nil for the current script.
  let revision: RevisionMedia?
  let reach: ScriptReach
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

  fileprivate func readScript(_ path: String) throws(WorkspaceError) -> NestedScript {
    let bytes: [UInt8]
    do throws(WorkspaceError) { bytes = try self.bytes(of: path, limit: ScriptFile.mostBytes) } catch {
      guard case .file(let failure) = error, !failure.isOfMachine else { throw error }
      return .missing(reason: "\(failure)")
    }
    if MediaSignature.begins(bytes) {
      return .failed(reason: "this is a media file, not a script: use `clip` or `image`")
    }
    let source = SourceText(name: resolve(path, in: self.path), bytes: bytes)
    let parse = YAMLTree.parse(source)
    let reading = EditScript.read(parse.tree, in: source)
    let findings = parse.diagnostics + reading.diagnostics + Rules.check(reading.script, in: source)
    if let first = findings.sortedAndUnique().first(where: { $0.severity == .error }) {
      let line = first.range.map { "line \(source.place(at: $0.start).line): " } ?? ""
      // Only the script's own files are quoted: another one may be any file of this machine.
      return .failed(
        reason: reach.quotes(resolve(path, in: self.path))
          ? line + first.message : line + "this is not valid in a script")
    }
    let slash = path.lastIndex(of: "/").map { String(path[...$0]) }
    return .script(reading.script.relocated(into: slash ?? ""))
  }
}
