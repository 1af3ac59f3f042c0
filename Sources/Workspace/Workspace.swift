import Compiler
package import ContentDigest
package import EditScript
package import Processes

/// Everything outside a script that its film depends on: its text, the facts and digests of its media, fonts,
/// its lock, its revisions, and plans.
///
/// The compiler is pure; a workspace answers its questions before it runs. A workspace prints nothing: it
/// throws errors as `WorkspaceError`, and reports mistakes in scripts as diagnostics.
package struct Workspace: Sendable {
  /// The source of scripts and of the texts beside them.
  package let texts: any TextSource
  /// The cache; nil without one.
  package var cache: CacheFolder?
  /// Opens media, fonts and filters.
  package var inspector: Inspector

  /// The folder that must contain everything that a script reads and writes; nil if files may be anywhere.
  package let root: RootFolder?

  /// The digests of files that were fetched before a script or a lock states them, by their spelling.
  package var notedDigests: [String: ContentDigest] = [:]

  /// Whether media are read for their digests while they are probed, for films that are planned soon.
  package var readsAhead = false

  package init(
    texts: any TextSource = FilesOnDisk(), cache: CacheFolder? = nil, inspector: Inspector = .confined(),
    root: RootFolder? = nil
  ) {
    self.texts = root.map { RootedTexts(base: texts, root: $0) } ?? texts
    self.cache = cache
    self.inspector = inspector
    self.root = root
  }

  /// Reads a script; `-` is standard input.
  package func script(at path: String) throws(WorkspaceError) -> ScriptFile {
    try ScriptFile(path: path, texts: texts)
  }

  /// Compiles a script once for each set of values, for the selected outputs. `redirect` may replace these,
  /// as `-o FILE` does. With `namesOutput`, the caller chose the outputs' files, which may be outside the
  /// root.
  package func compile(
    _ script: ScriptFile, values: VariableRequest = VariableRequest(), media: MediaUse,
    only choice: OutputChoice = OutputChoice(), namesOutput: Bool = false,
    redirect: ([Output]) -> [Output] = { $0 }
  ) throws(WorkspaceError) -> CompiledScript {
    try CompiledScript(
      ScriptVersion(script, texts: texts), in: self, values: values, media: media, only: choice,
      namesOutput: namesOutput, redirect: redirect)
  }

  /// Compiles a version of a script with the media of its time, once for each set of values.
  package func compile(
    _ version: ScriptVersion, values: VariableRequest, redirect: ([Output]) -> [Output] = { $0 }
  ) throws(WorkspaceError) -> CompiledScript {
    try CompiledScript(
      version, in: self, values: values, media: .content, only: OutputChoice(), namesOutput: false,
      redirect: redirect)
  }

  /// Compiles a version of a script with the media of its time, for a comparison.
  package func compile(
    _ version: ScriptVersion, values: [String: String], looksAtMedia: Bool
  ) throws(WorkspaceError) -> CompiledVersion {
    try CompiledVersion(version, in: self, values: values, looksAtMedia: looksAtMedia)
  }

  /// The lock of a script, at any path; nil if there is none.
  package func lock(ofScript script: String, at path: String) throws(WorkspaceError) -> ScriptLock? {
    let reach = ScriptReach(folder: folder(of: path), root: root)
    return try ScriptLock(ofScript: script, at: path, texts: texts, isQuoted: reach.quotes(path))
  }

  /// What the libraries of this machine report.
  var libraries: LibraryFacts { .ofThisMachine(keptIn: cache?.facts.folder) }

  /// Probes media files that no script names.
  package var probe: CachedProbe { CachedProbe(cache: cache?.facts, inspector: inspector) }
}
