import Compiler
import Composition
import Diagnostics
import EditScript
import Export
import FilmComparison
import Lowering
import Processes
import RenderPlan
import Workspace

/// Compiles two versions of a script and compares them.
struct FilmComparer {
  var workspace: Workspace
  var variables: [String: String]
  var looksAtMedia: Bool

  func compare(_ old: ScriptVersion, _ new: ScriptVersion) throws -> ComparedFilms {
    let (before, after) = try compiled(old, new)
    for side in [before, after] { try requireFilm(side) }
    return compare(before, after)
  }

  /// Both versions, with or without errors. A variable that neither declares is an error.
  func compiled(
    _ old: ScriptVersion, _ new: ScriptVersion
  ) throws -> (old: CompiledVersion, new: CompiledVersion) {
    try checkVariables(old, new)
    return (try compiled(old), try compiled(new))
  }

  /// Compares versions that have no errors of their own.
  func compare(_ before: CompiledVersion, _ after: CompiledVersion) -> ComparedFilms {
    let (oldFilm, newFilm) = (film(before), film(after))
    return ComparedFilms(
      changes: compareFilms(oldFilm, newFilm, storeIsKnown: workspace.cache != nil),
      oldName: before.version.name, newName: after.version.name,
      shortcoming: shortcoming(of: after) ?? shortcoming(of: before), old: oldFilm,
      new: newFilm, media: [before.media, after.media])
  }

  /// A variable that neither version declares is an error.
  private func checkVariables(_ versions: ScriptVersion...) throws {
    guard !variables.isEmpty else { return }
    let declared = versions.flatMap(declaredVariables)
    if let unknown = variables.keys.sorted().first(where: { !declared.contains($0) }) {
      throw CommandFailure(.usage, "--set: neither script declares a variable '\(unknown)'")
    }
  }

  private func declaredVariables(_ version: ScriptVersion) -> [String] {
    ParsedScript(version.file.source).variableNames
  }

  private func compiled(_ version: ScriptVersion) throws -> CompiledVersion {
    let known = variables.isEmpty ? [] : declaredVariables(version)
    let compiled = try workspace.compile(
      version, values: variables.filter { known.contains($0.key) }, looksAtMedia: looksAtMedia)
    if let problem = compiled.media.lockProblem, let lock = version.lockPath {
      Console.complain("\(problem.description(of: lock)); the lock is not used")
    }
    return compiled
  }

  /// A script with errors has no film. If only its media are missing or do not match, its text is compared.
  func requireFilm(_ compiled: CompiledVersion) throws {
    let version = compiled.version
    switch compiled.state {
    case .hasErrors(let errors):
      report(errors, in: version)
      throw CommandFailure(.badData, "\(version.name) has errors, so there is no film to compare")
    case .doesNotFitMedia(let errors): report(errors, in: version)
    case .whole, .withoutMedia: break
    }
  }

  func report(_ errors: [Diagnostic], in version: ScriptVersion) {
    let report = TerminalReport(useColor: Console.error.usesColour)
    Console.write(report.text(for: errors, in: version.file.source))
  }

  private func film(_ compiled: CompiledVersion) -> FilmVersion {
    var film = FilmVersion(
      source: compiled.version.file.source, film: compiled.film, folder: compiled.version.absoluteFolder,
      outputs: compiled.compilation.script.outputs.map { OutputVersion(output: $0, plan: nil) })
    guard case .whole = compiled.state else { return film }
    film.digests = compiled.digests
    let store = workspace.cache.map { SegmentStore(folder: $0.segments) }
    let outputs = compiled.compilation.films.compactMap(\.output)
    film.outputs = zip(outputs, compiled.plans).map { output, plan in
      OutputVersion(output: output, plan: plan.map { store?.marking($0) ?? $0 })
    }
    return film
  }

  /// The reason why the segments are unknown; nil if they are known.
  private func shortcoming(of compiled: CompiledVersion) -> String? {
    let name = compiled.version.name
    switch compiled.state {
    case .whole: return nil
    case .hasErrors, .doesNotFitMedia: return "\(name) does not match the available media"
    case .withoutMedia:
      if !looksAtMedia { return "media were not read" }
      return compiled.version.hasFolder
        ? "the media of \(name) are not known" : "\(name) is in a repository without a working tree"
    }
  }
}

/// Two films and their names.
struct ComparedFilms {
  let changes: FilmChanges
  let oldName: String
  let newName: String
  /// The reason why the segments are unknown; nil if they are known.
  let shortcoming: String?
  let old: FilmVersion
  let new: FilmVersion
  /// Retained while pictures of the films are rendered: media of an old revision can be files without names.
  let media: [ScriptMedia]

  func text(useColor: Bool) -> String {
    changes.text(old: oldName, new: newName, shortcoming: shortcoming, useColor: useColor)
  }
}
