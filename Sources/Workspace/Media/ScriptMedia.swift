import Compiler
package import Composition
package import ContentDigest
import EditScript
import LibAV
package import Lowering
package import Processes
import YAMLTree

/// Everything that a script needs from outside before it is lowered. Each file is read once, because rows of
/// a table mostly use the same files.
///
/// Works for the current script and for an old revision, whose lock and repository know its files at that
/// time.
package struct ScriptMedia {
  private let version: ScriptVersion
  private let use: MediaUse
  private let readsAhead: Bool
  /// The answers from files, without the texts of any row.
  package private(set) var table = MediaTable()
  /// The digests of the files, in the state in which their facts were read.
  package let digests: MediaDigests
  /// Why the lock of a version is not used in a comparison; nil if it is used, or does not exist.
  package private(set) var lockProblem: LockProblem?
  /// Where the files of the script are, in the order of the script.
  package private(set) var listing: [ListedMedia] = []
  /// What the libraries of this machine report.
  let libraries: LibraryFacts
  private let lookup: MediaLookup
  private let places: MediaPlaces
  private let lock: ScriptLock?
  private let usedPackages: UsedPackages
  private var fonts: MachineFonts
  /// The files that are declared to have no header.
  private var raw: Set<String> = []
  /// The digests of files that only a lock contains, by their spelling.
  private var recorded: [String: ContentDigest] = [:]
  /// Digests that neither the script nor a lock states.
  private let noted: [String: ContentDigest]
  /// The content of files in an old revision, held for as long as it may be read.
  private var copies: [TemporaryCopy] = []

  init(of version: ScriptVersion, in workspace: Workspace, use: MediaUse) throws(WorkspaceError) {
    self.version = version
    self.use = use
    readsAhead = workspace.readsAhead
    noted = workspace.notedDigests
    let cache = workspace.cache
    digests = MediaDigests(folder: cache?.digests)
    libraries = workspace.libraries
    let lookup = MediaLookup(
      folder: version.file.folder, texts: workspace.texts, cache: cache?.facts,
      inspector: workspace.inspector,
      root: workspace.root)
    self.lookup = lookup
    places = MediaPlaces(store: cache?.media, texts: workspace.texts)
    let reads = use.consultsLock || use == .comparison
    if reads, let path = version.lockPath {
      lock = try ScriptLock(
        ofScript: version.file.path, at: path, texts: version.texts,
        isQuoted: use == .comparison || lookup.reach.quotes(path))
    } else {
      lock = nil
    }
    usedPackages = UsedPackages(
      lock: use.consultsLock ? try? lock?.content.get() : nil,
      oldLock: use == .comparison ? try? lock?.content.get() : nil, isInGit: version.isInGit,
      scriptPath: version.file.path,
      texts: workspace.texts, cache: cache?.digests)
    table.requiresMedia = use == .content
    table.scriptPath = version.file.path
    fonts = MachineFonts(
      folder: use == .comparison ? version.absoluteFolder : version.file.folder, reach: lookup.reach)
    if use == .comparison, case .failure(let problem)? = lock?.content { lockProblem = problem }
  }

  /// The files that were read, by path, with their states at that time.
  package var identities: [String: FileIdentity] { digests.identities }

  /// The digest of a media file at the time of the version.
  package func digest(of reference: MediaReference) throws(WorkspaceError) -> ContentDigest {
    if let digest = recorded[reference.spelling] { return digest }
    return try digests.digest(of: reference)
  }

  /// The digests of media files at the time of the version.
  package func digests(of references: [MediaReference]) throws(WorkspaceError) -> [ContentDigest] {
    digests.read(references.filter { recorded[$0.spelling] == nil })
    return try references.map { reference throws(WorkspaceError) in try digest(of: reference) }
  }

  /// The files of the script that must not be written, because they are outside the root.
  mutating func refused(_ files: [String]) -> [String] {
    guard lookup.reach.root != nil else { return [] }
    let refused = files.filter { lookup.reach.of($0) == .refused }
    for file in refused { table.reach[file] = .refused }
    return refused
  }

  /// Why the lock cannot be read, with its place; nil if it can, or does not exist.
  package var unreadableLock: String? {
    guard let lock, case .failure(let problem) = lock.content else { return nil }
    return problem.description(of: lock.path)
  }

  /// Why some packages cannot be told apart, in sentences.
  package var packageClashes: [String] { usedPackages.clashes }

  /// The packages of the scripts that were read so far.
  package var packages: [UsedPackage] { usedPackages.list }

  /// What the scripts under `use` of the script's text offer.
  func usedScripts(of tree: YAMLTree) throws(WorkspaceError) -> UsedScripts {
    use == .none ? UsedScripts() : try scriptFolder.usedScripts(of: tree)
  }

  private var scriptFolder: ScriptFolder {
    ScriptFolder(
      path: version.file.folder, scriptName: lastComponent(of: version.file.path), texts: lookup.texts,
      revision: version.media, reach: lookup.reach, packages: usedPackages,
      locked: (try? lock?.content.get().entries.keys.sorted()) ?? [])
  }

  /// The tables for lowering a script with these outputs.
  mutating func table(
    for written: EditScript, _ outputs: [Output]
  ) throws(WorkspaceError) -> MediaTable {
    guard use != .none else { return table }
    let script = try lookAtFiles(of: written)
    let wanted = table.wantedPackets(of: script, for: outputs)
    let coded = try answers(
      to: wanted.map { CodedMediaQuestion(ofFileAt: $0.path, facts: $0.facts) }, from: lookup.inspector)
    for (file, answer) in zip(wanted.map(\.file), coded) {
      switch answer {
      case .success(.value(let packets)): table.coded[file] = packets
      case .success(.failure(let error)) where error.lacksResources:
        throw .noResources(file: file, reason: error.reason)
      // Problems of the file itself were found with its facts, or will be found when it is decoded.
      case .success(.failure), .failure: break
      }
    }
    let told = table.wantedSubtitles(of: [script] + table.playedScripts, for: outputs)
    let subtitles = try answers(
      to: told.map { SubtitlesQuestion(ofFileAt: $0.path, facts: $0.facts) }, from: lookup.inspector)
    for (asked, answer) in zip(told, subtitles) {
      switch answer {
      case .success(.value(let tracks)): table.addSubtitles(tracks, of: asked.file, asked.facts)
      case .success(.failure(let error)) where error.lacksResources:
        throw .noResources(file: asked.file, reason: error.reason)
      case .success(.failure(let error)): table.mediaSubtitles[asked.file] = .failed(error.reason)
      case .failure: table.mediaSubtitles[asked.file] = .failed("the file is damaged")
      }
    }
    // Each row has its own texts and outputs, so its table starts as a copy of the shared one.
    var table = table
    if use != .comparison { table.overwritten = sources(overwrittenBy: script) }
    // Rolls last as long as their texts need, and only then the length of other items is known.
    for _ in 0..<(([script] + table.playedScripts).contains(where: \.hasRolls) ? 2 : 1) {
      let fonts = wantedFonts(of: script, for: outputs, media: table)
      try self.fonts.answer(fonts, in: &table, asking: lookup.inspector)
    }
    return table
  }

  /// The sources that the outputs would overwrite, by the path of the output.
  private func sources(overwrittenBy script: EditScript) -> [String: String] {
    var found: [String: String] = [:]
    for written in script.writtenPaths where found[written.value] == nil {
      let there = version.file.filesThere(of: written.value).compactMap(FileIdentity.init(ofFileAt:))
      guard !there.isEmpty else { continue }
      let source = table.states.keys.sorted().first { file in
        guard case .known(_, let path)? = table.states[file], let identity = digests.identities[path] else {
          return false
        }
        return there.contains { $0.isSameFile(as: identity) }
      }
      if let source { found[written.value] = source }
    }
    return found
  }

  /// Reads the files that the script names, unless another row did.
  ///
  /// Returns the script with each `each` expanded into its items.
  private mutating func lookAtFiles(of written: EditScript) throws(WorkspaceError) -> EditScript {
    let folder = version.file.folder
    let scriptFolder = scriptFolder
    try table.listSeries(of: written, in: scriptFolder)
    let script = written.expanded(with: table).script
    let files = try table.filesOfScripts(playedBy: script, in: scriptFolder, named: use == .everything)
    var seen: Set<String> = []
    let new = files.filter { table.states[$0] == nil && seen.insert($0).inserted }
    let scripts = [script] + table.playedScripts
    let subtitles = Set(scripts.flatMap(\.subtitleFiles))
    raw.formUnion(scripts.flatMap(\.rawFiles))
    for file in new { table.reach[file] = lookup.reach.of(file) }
    let early = readsAhead ? new.filter { table.reach[$0] != .refused && !subtitles.contains($0) } : []
    let found = try digests.readAhead(early.map { resolve($0, in: folder) }) { () throws(WorkspaceError) in
      try lookup.look(at: new, subtitles: subtitles, raw: raw)
    }
    table.states.merge(found.states) { old, _ in old }
    table.subtitles.merge(found.subtitles) { old, _ in old }
    table.vectors.merge(found.vectors) { old, _ in old }
    digests.identities.merge(found.identities) { old, _ in old }
    let newLooks = scripts.flatMap(\.lookFiles).filter { table.looks[$0] == nil }
    for file in newLooks {
      table.reach[file] = lookup.reach.of(file)
      table.looks[file] = try lookup.lookState(of: file)
    }
    let newCredits = scripts.flatMap(\.creditsFiles).filter { table.credits[$0] == nil }
    for file in newCredits {
      table.reach[file] = lookup.reach.of(file)
      table.credits[file] = try lookup.creditsState(of: file)
    }
    for file in scripts.flatMap(\.fontFiles) { table.reach[file] = lookup.reach.of(file) }
    if use != .comparison { table.addNearby(new, of: script, in: version.file) }
    try list(new, absent: absentFiles(among: new, of: scripts), subtitles: subtitles)
    if use == .comparison {
      try takeOldStates(of: new, subtitles: subtitles, looks: newLooks, credits: newCredits)
    } else {
      for file in scripts.flatMap(\.digestedFiles) where table.digests[file] == nil {
        guard case .known(_, let path)? = table.states[file] else { continue }
        table.digests[file] = try digests.digest(ofFileAt: path, spelling: file).hex
      }
      for (file, words) in scripts.flatMap(\.transcribedFiles) where table.digests[file] == nil {
        guard table.subtitles[words]?.mediaDigest != nil, case .known(_, let path)? = table.states[file]
        else {
          continue
        }
        // A warning is not worth reading a whole recording.
        table.digests[file] =
          try use == .content
          ? digests.digest(ofFileAt: path, spelling: file).hex : digests.remembered(path)?.hex
      }
      try lock?.review(&table, of: new, in: folder, digests, use: use)
    }
    try table.filledVectors.merge(lookup.filled(table.wantedVectors(of: scripts))) { old, _ in old }
    return script
  }
}

extension ScriptFile {
  /// The existing files at the place of an output: one, or the numbered pictures of a pattern.
  fileprivate func filesThere(of output: String) -> [String] {
    let path = path(of: output)
    guard Container(ofFile: output)?.isPictures == true, let pattern = ImagePattern(lastComponent(of: path))
    else {
      return [path]
    }
    let folder = Processes.folder(of: path)
    return ((try? listFolder(folder)) ?? []).filter { pattern.number(in: $0) != nil }.map {
      folder + "/" + $0
    }
  }
}

// MARK: - Files at other places

extension ScriptMedia {
  /// The files that are missing, or that Git LFS pointers replace, with what is known of their bytes.
  private func absentFiles(among files: [String], of scripts: [EditScript]) -> [AbsentFile] {
    let stated = Dictionary(
      scripts.flatMap(\.media).compactMap { media in
        media.settings.sha256.flatMap { ContentDigest(hex: $0.value) }.map { (media.file.value, $0) }
      }, uniquingKeysWith: { first, _ in first })
    let entries = use.consultsLock ? (try? lock?.content.get().entries) ?? [:] : [:]
    let urls = Dictionary(
      scripts.flatMap(\.media).map { ($0.file.value, ($0.from?.value ?? []).map(\.value)) },
      uniquingKeysWith: { first, other in first + other.filter { !first.contains($0) } })
    return files.compactMap { file in
      guard case .failed(let failure)? = table.states[file] else { return nil }
      let path = resolve(file, in: version.file.folder)
      switch failure.kind {
      case .isLFSPointer:
        guard let pointer = lookup.pointer(inPlaceOf: file) else { return nil }
        return AbsentFile(
          file: file, path: path, digest: pointer.digest, byteCount: pointer.byteCount, urls: urls[file] ?? []
        )
      // A file with a misspelled name is not missing.
      case .missing where table.nearby[file].map({ $0.likeness == .similar }) ?? true:
        let entry = entries[file]
        let digest = stated[file] ?? noted[file] ?? entry?.digest
        return AbsentFile(
          file: file, path: path, digest: digest,
          byteCount: entry?.digest == digest ? entry?.facts.byteCount : nil, urls: urls[file] ?? [])
      case .missing, .isDirectory, .isRefused, .unreadable: return nil
      }
    }
  }

  /// Lists files that are new to this value, after reading those that this machine has elsewhere.
  private mutating func list(
    _ files: [String], absent: [AbsentFile], subtitles: Set<String>
  ) throws(WorkspaceError) {
    let missing = Dictionary(absent.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    let found = try read(absent, subtitles: subtitles)
    for file in files {
      let path = resolve(file, in: version.file.folder)
      if let absent = missing[file] {
        listing.append(ListedMedia(absent, place: found.places[file], dvc: found.inDVC[file]))
      } else if case .known? = table.states[file] {
        listing.append(ListedMedia(file: file, path: path))
      }
    }
  }

  /// Reads absent files that this machine has elsewhere, and returns their places. The others keep their states.
  @discardableResult
  private mutating func read(
    _ absent: [AbsentFile], subtitles: Set<String>
  ) throws(WorkspaceError) -> MediaPlaces.Finding {
    guard !absent.isEmpty else { return MediaPlaces.Finding() }
    let places = try self.places.find(absent, digests)
    for file in absent.map(\.file) {
      guard case .failed(var failure)? = table.states[file] else { continue }
      failure.remarks = (places.damaged[file] ?? []).map { "\($0.file) has other bytes" }
      failure.isInDVC = places.inDVC[file] != nil
      table.states[file] = .failed(failure)
    }
    let found = try lookup.look(
      at: places.paths.keys.sorted(), subtitles: subtitles, raw: raw, places: places.paths)
    digests.identities.merge(found.identities) { old, _ in old }
    for (file, state) in found.states {
      // The file has vanished meanwhile.
      if case .failed(let failure) = state, failure.kind == .missing { continue }
      table.states[file] = state
      table.subtitles[file] = found.subtitles[file]
      table.vectors[file] = found.vectors[file]
      table.nearby[file] = nil
    }
    table.foundByDigest.formUnion(
      absent.filter { $0.digest != nil && places.paths[$0.file] != nil }.map(\.file))
    return places
  }
}

// MARK: - The files of a version

extension ScriptMedia {
  private mutating func takeOldStates(
    of files: [String], subtitles: Set<String>, looks: [String], credits: [String]
  ) throws(WorkspaceError) {
    let entries = (try? lock?.content.get().entries) ?? [:]
    for (file, entry) in entries where table.states[file] != nil { try use(entry, of: file) }
    guard let media = version.media else { return }
    let others = try media.others(among: files.filter { entries[$0] == nil }, now: version.absoluteFolder)
    for (file, other) in others {
      try use(other, of: file, isSubtitles: subtitles.contains(file))
    }
    for (file, other) in try media.others(among: looks, now: version.absoluteFolder) {
      try use(other, ofLook: file)
    }
    for (file, other) in try media.others(among: credits, now: version.absoluteFolder) {
      try use(other, ofCredits: file)
    }
  }

  /// Uses an existing file as it is, unless the version is an old revision.
  private mutating func use(_ entry: LockEntry, of file: String) throws(WorkspaceError) {
    let isOld = version.media != nil
    switch table.states[file] {
    case .known(let facts, let path):
      guard isOld else { return }
      if facts.byteCount == entry.facts.byteCount,
        try digests.digest(ofFileAt: path, spelling: file) == entry.digest
      {
        return
      }
    case .failed(let failure) where isOld || failure.kind == .missing || failure.kind == .isLFSPointer: break
    default: return
    }
    table.states[file] = .recorded(entry.facts, path: file)
    table.subtitles[file] = nil
    recorded[file] = entry.digest
  }

  private mutating func use(
    _ other: RevisionMedia.Other, of file: String, isSubtitles: Bool
  ) throws(WorkspaceError) {
    switch other {
    case .copy(let copy):
      copies.append(copy)
      let found = try lookup.ofCopies.look(
        at: [copy.path], subtitles: isSubtitles ? [copy.path] : [], raw: raw.contains(file) ? [copy.path] : []
      )
      table.states[file] = found.states[copy.path]
      table.vectors[file] = found.vectors[copy.path]
      table.subtitles[file] = found.subtitles[copy.path]
      digests.identities.merge(found.identities) { $1 }
    case .elsewhere(let pointer):
      if case .known(_, let path)? = table.states[file],
        try digests.digest(ofFileAt: path, spelling: file) == pointer.digest
      {
        return
      }
      lose(file, inGitLFS)
      let old = AbsentFile(
        file: file, path: resolve(file, in: version.file.folder), digest: pointer.digest,
        byteCount: pointer.byteCount, urls: [])
      try read([old], subtitles: isSubtitles ? [file] : [])
    case .tooLarge: lose(file, tooLargeInGit)
    }
  }

  private mutating func use(_ other: RevisionMedia.Other, ofLook file: String) throws(WorkspaceError) {
    switch other {
    case .copy(let copy):
      copies.append(copy)
      table.looks[file] = try lookup.ofCopies.lookState(of: copy.path)
    case .elsewhere(let pointer):
      if case .known(_, pointer.digest.hex)? = table.looks[file] { return }
      table.looks[file] = .failed(MediaFailure(.unreadable, reason: inGitLFS))
    case .tooLarge: table.looks[file] = .failed(MediaFailure(.unreadable, reason: tooLargeInGit))
    }
  }

  private mutating func use(
    _ other: RevisionMedia.Other, ofCredits file: String
  ) throws(WorkspaceError) {
    switch other {
    case .copy(let copy):
      copies.append(copy)
      table.credits[file] = try lookup.ofCopies.creditsState(of: copy.path)
    case .elsewhere: table.credits[file] = .failed(MediaFailure(.unreadable, reason: inGitLFS))
    case .tooLarge: table.credits[file] = .failed(MediaFailure(.unreadable, reason: tooLargeInGit))
    }
  }

  private mutating func lose(_ file: String, _ reason: String) {
    table.states[file] = .failed(MediaFailure(.unreadable, reason: reason))
    table.subtitles[file] = nil
  }
}

extension MediaLookup {
  /// For files that were extracted from a repository.
  fileprivate var ofCopies: MediaLookup {
    MediaLookup(folder: ".", texts: FilesOnDisk(), cache: cache, inspector: inspector)
  }
}

private let inGitLFS = "its content in this revision is in Git LFS"
private let tooLargeInGit = "its content in this revision is too large to be read from git"

/// How much of a script's media the workspace reads.
package enum MediaUse: Sendable {
  /// Nothing: only the text is checked.
  case none
  /// The facts of each file, or those of the lock for a missing file.
  case facts
  /// The facts of each file, which must exist and match the lock.
  case content
  /// The facts of every file that the script names, used or not; the lock is ignored.
  case everything
  /// The facts of each file for a version of the script: from its lock, from git, or from the current file.
  case comparison

  var consultsLock: Bool { self == .facts || self == .content }
}
