import Compiler
package import EditScript
package import Inspection

/// Everything outside of a script that its film depends on: its text, the facts and digests of its media, fonts, its
/// lock, its revisions, and plans.
///
/// The compiler is pure; a workspace answers its questions before it runs. A workspace prints nothing: errors are
/// thrown as `WorkspaceError`, mistakes in scripts are diagnostics.
package struct Workspace: Sendable {
  /// Where the texts of scripts and of the files beside them come from.
  package var texts: any TextSource
  /// The cache; nil without one.
  package var cache: CacheFolder?
  /// Opens media, fonts and filters.
  package var inspector: Inspector

  package init(
    texts: any TextSource = FilesOnDisk(), cache: CacheFolder? = nil, inspector: Inspector = .confined()
  ) {
    self.texts = texts
    self.cache = cache
    self.inspector = inspector
  }

  /// Reads a script; `-` is standard input.
  package func script(at path: String) throws(WorkspaceError) -> ScriptFile {
    try ScriptFile(path: path, texts: texts)
  }

  /// Compiles a script once for each set of values. `redirect` may replace its outputs, as `-o FILE` does.
  package func compile(
    _ script: ScriptFile, values: VariableRequest = VariableRequest(), media: MediaUse,
    redirect: ([Output]) -> [Output] = { $0 }
  ) throws(WorkspaceError) -> CompiledScript {
    try CompiledScript(script, in: self, values: values, media: media, redirect: redirect)
  }

  /// Compiles the script of a version with the media that it had, for a comparison.
  package func compile(
    _ version: ScriptVersion, values: [String: String], looksAtMedia: Bool
  ) throws(WorkspaceError) -> CompiledVersion {
    try CompiledVersion(version, in: self, values: values, looksAtMedia: looksAtMedia)
  }

  /// Probes media files that no script names.
  package var probe: CachedProbe { CachedProbe(cache: cache?.facts, inspector: inspector) }
}
