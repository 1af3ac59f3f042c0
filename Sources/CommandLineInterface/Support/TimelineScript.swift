import CompilerDriver
import Diagnostics
import Lowering
import RenderPlan

/// A script as far as its timeline can be drawn: whole, or without what only its media tell.
struct TimelineScript {
  let compilation: ScriptCompilation
  let film: LoweredFilm
  /// Nil where media are missing, and where no output is named.
  let plan: RenderPlan?

  /// Nil when the script has errors of its own, which have been told then.
  static func read(_ request: PlanRequest, looksAtMedia: Bool) throws -> TimelineScript? {
    let whole = try compile(request, looksAtMedia ? .content : .none)
    if !whole.hasErrors { return try TimelineScript(whole, request) }
    guard looksAtMedia else {
      _ = whole.reportFindings(atLeast: .error)
      return nil
    }
    // Errors that are there without any media are the script's own.
    if try compile(request, .none).hasErrors {
      _ = whole.reportFindings(atLeast: .error)
      return nil
    }
    // A lock may tell of what is missing.
    let partial = try compile(request, .facts)
    _ = (partial.hasErrors ? partial : whole).reportFindings(atLeast: .error)
    return try TimelineScript(partial, nil)
  }

  private static func compile(
    _ request: PlanRequest, _ use: MediaUse
  ) throws(CommandFailure) -> ScriptCompilation {
    try ScriptCompilation(
      path: request.script, variables: request.variables, media: use,
      cache: CacheFolder(ifWanted: request.usesCache, named: request.cache))
  }

  /// Without a request for plans nothing is planned.
  private init(_ compilation: ScriptCompilation, _ request: PlanRequest?) throws {
    if compilation.rows.count > 1 {
      throw CommandFailure(
        .usage, "the table has \(compilation.rows.count) rows, each a film; pick one with --row N")
    }
    guard let row = compilation.rows.first else {
      throw CommandFailure(.findings, "the script does not say enough to draw its timeline")
    }
    let compiled = row.compilation.films.first
    self.compilation = compilation
    film = lower(row.compilation.script, for: compiled?.output, media: row.compilation.media)
    if let request, let compiled, compiled.output != nil, compiled.composition != nil {
      plan = try request.plans(
        for: [RequestedFilm(row: row.number, film: compiled, path: "")], of: compilation
      ).first
    } else {
      plan = nil
    }
  }
}
