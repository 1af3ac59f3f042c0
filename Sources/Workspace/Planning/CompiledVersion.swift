package import Compiler
import Composition
package import ContentDigest
package import Diagnostics
import EditScript
package import Lowering
package import RenderPlan
import YAMLTree

/// A version of a script, compiled with the media of its time.
package struct CompiledVersion {
  package let version: ScriptVersion
  package let compilation: Compilation
  /// The film on the script's own canvas, as far as it could be resolved.
  package let film: LoweredFilm
  /// Keeps the media while pictures are made of them, because media of an old revision can be temporary
  /// files.
  package let media: ScriptMedia
  /// The digests of the media, by spelling; empty without a film.
  package let digests: [String: ContentDigest]
  /// A plan for each output of the film, in order; nil if planning failed, and empty without a film.
  package let plans: [RenderPlan?]
  package let state: State

  /// How far the version could be compiled.
  package enum State: Sendable {
    /// There is a film.
    case whole
    /// The script has errors of its own.
    case hasErrors([Diagnostic])
    /// The script has no errors of its own, but does not match its media.
    case doesNotFitMedia([Diagnostic])
    case withoutMedia
  }

  init(
    _ version: ScriptVersion, in workspace: Workspace, values: [String: String], looksAtMedia: Bool
  ) throws(WorkspaceError) {
    var media = try ScriptMedia(
      of: version, in: workspace, use: looksAtMedia && version.hasFolder ? .comparison : .none)
    let parse = YAMLTree.parse(version.file.source)
    let parsed = ParsedScript(
      parse, of: version.file.source, variables: GivenVariables(values),
      used: try media.usedScripts(of: parse.tree))
    let script = parsed.script
    let compilation = compile(parsed, media: try media.table(for: script, script.outputs))
    self.version = version
    self.media = media
    self.compilation = compilation
    film = lower(compilation.script, media: compilation.media)
    var digests: [String: ContentDigest] = [:]
    var plans: [RenderPlan?] = []
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty {
      let own = compile(parsed, media: MediaTable()).diagnostics.filter { $0.severity == .error }
      state = own.isEmpty ? .doesNotFitMedia(errors) : .hasErrors(own)
    } else if let composition = film.composition {
      for reference in composition.media {
        digests[reference.spelling] = try media.digest(of: reference)
      }
      for film in compilation.films where film.output != nil {
        plans.append(try plan(film, with: media))
      }
      state = .whole
    } else {
      if let failure = compilation.media.subtitleFontFailure { throw .subtitleFonts(failure) }
      state = .withoutMedia
    }
    self.digests = digests
    self.plans = plans
  }
}

private func plan(
  _ film: CompiledFilm, with media: borrowing ScriptMedia
) throws(WorkspaceError) -> RenderPlan? {
  guard film.composition != nil, film.settings != nil else { return nil }
  return try media.plan(film)
}

extension ParsedScript {
  /// The names of its declared variables.
  package var variableNames: [String] { script.variables.map(\.name.value) }
}
