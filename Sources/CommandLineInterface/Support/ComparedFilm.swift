import CompilerDriver
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Export
import FilmDiff
import Lowering
import Processes
import RenderPlan

/// How two films are brought to where they can be compared.
struct FilmComparer {
  var variables: [String: String]
  var looksAtMedia: Bool
  /// Nil: no segment that was made before is used, and nothing is remembered.
  var cache: CacheFolder?

  func compare(_ old: ScriptVersion, _ new: ScriptVersion) throws -> ComparedFilms {
    try checkVariables(old, new)
    let before = try film(old)
    let after = try film(new)
    return ComparedFilms(
      changes: compareFilms(before.version, after.version, storeIsKnown: cache != nil), oldName: old.name,
      newName: new.name, shortcoming: after.shortcoming ?? before.shortcoming, old: before.version,
      new: after.version, media: [before.media, after.media])
  }

  /// A variable that only one version declares is no mistake; one that none declares is.
  private func checkVariables(_ versions: ScriptVersion...) throws(CommandFailure) {
    guard !variables.isEmpty else { return }
    let declared = versions.flatMap(declaredVariables)
    if let unknown = variables.keys.sorted().first(where: { !declared.contains($0) }) {
      throw CommandFailure(.usage, "--set: neither script declares a variable '\(unknown)'")
    }
  }

  private func declaredVariables(_ version: ScriptVersion) -> [String] {
    ParsedScript(version.source).script.variables.map(\.name.value)
  }

  /// What is known of one film. A script with mistakes of its own has none; one whose media are missing, or do not
  /// fit it any more, is compared by what it says.
  private func film(
    _ version: ScriptVersion
  ) throws -> (version: FilmVersion, media: VersionMedia, shortcoming: String?) {
    let known = variables.isEmpty ? [] : declaredVariables(version)
    let values = variables.filter { known.contains($0.key) }
    let reading = ParsedScript(version.source, variables: GivenVariables(values))
    let media =
      looksAtMedia && version.hasFolder
      ? try VersionMedia(of: reading.script, in: version, cache: cache) : VersionMedia(cache: cache)
    let compilation = compile(reading, media: media.table)
    let errors = try errorsWithMedia(of: version, compilation, reading)
    var film = FilmVersion(
      source: version.source, script: compilation.script,
      film: lower(compilation.script, media: compilation.media), folder: version.absoluteFolder,
      outputs: compilation.script.outputs.map { OutputVersion(output: $0, plan: nil) })
    guard !errors, let composition = film.film.composition else {
      return (film, media, shortcoming(of: version, hasErrors: errors))
    }
    for reference in composition.media {
      film.digests[reference.spelling] = try media.digest(of: reference)
    }
    film.outputs = try compilation.films.compactMap { compiled in
      try compiled.output.map { OutputVersion(output: $0, plan: try plan(compiled, film.digests)) }
    }
    return (film, media, nil)
  }

  private func plan(_ film: CompiledFilm, _ digests: [String: ContentDigest]) throws -> RenderPlan? {
    guard let composition = film.composition, let settings = film.settings else { return nil }
    let plan = try RenderPlan(
      composition, settings: settings, part: film.part,
      mediaDigests: composition.media.compactMap { digests[$0.spelling] }, engine: engineVersion)
    guard let cache else { return plan }
    return SegmentStore(folder: cache.segments).marking(plan)
  }

  /// Whether a script that is right by itself does not go with its media; what is wrong is told in either case.
  private func errorsWithMedia(
    of version: ScriptVersion, _ compilation: Compilation, _ reading: ParsedScript
  ) throws(CommandFailure) -> Bool {
    guard compilation.diagnostics.hasErrors else { return false }
    let byItself = compile(reading, media: MediaTable())
    let hasOwnErrors = byItself.diagnostics.hasErrors
    let findings = (hasOwnErrors ? byItself : compilation).diagnostics.filter { $0.severity == .error }
    let report = TerminalReport(useColor: Console.error.usesColour)
    Console.say(report.text(for: findings, in: version.source))
    if hasOwnErrors {
      throw CommandFailure(.badData, "\(version.name) has errors, so there is no film to compare")
    }
    return true
  }

  private func shortcoming(of version: ScriptVersion, hasErrors: Bool) -> String {
    if hasErrors { return "\(version.name) does not fit the media that are there" }
    if !looksAtMedia { return "no media were looked at" }
    return version.hasFolder
      ? "the media of \(version.name) are not known"
      : "\(version.name) lies in a repository without a working tree"
  }
}

/// Two films side by side, and how they are called.
struct ComparedFilms {
  let changes: FilmChanges
  let oldName: String
  let newName: String
  /// Why segments are not known; nil where they are.
  let shortcoming: String?
  let old: FilmVersion
  let new: FilmVersion
  /// Kept for as long as pictures of them are wanted: those of an old revision may be copies without names.
  let media: [VersionMedia]

  func text(useColor: Bool) -> String {
    changes.text(old: oldName, new: newName, shortcoming: shortcoming, useColor: useColor)
  }
}
