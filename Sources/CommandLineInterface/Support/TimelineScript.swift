import Compiler
import Diagnostics
import Lowering
import RenderPlan
import Workspace

/// A script as far as its timeline can be drawn: whole, or without what only its media tell.
struct TimelineScript {
  let compilation: CompiledScript
  let film: LoweredFilm
  /// Nil if media are missing, or if no output is named.
  let plan: RenderPlan?

  /// Nil when the script has errors of its own, which have been told then.
  static func read(_ request: PlanRequest, looksAtMedia: Bool) throws(CommandFailure) -> TimelineScript? {
    let whole = try request.compile(looksAtMedia ? .content : .none)
    if !whole.hasErrors { return try TimelineScript(whole, request) }
    guard looksAtMedia else {
      _ = whole.reportFindings(atLeast: .error)
      return nil
    }
    // Errors that are there without any media are the script's own.
    if try request.compile(.none).hasErrors {
      _ = whole.reportFindings(atLeast: .error)
      return nil
    }
    // A lock may tell of what is missing.
    let partial = try request.compile(.facts)
    _ = (partial.hasErrors ? partial : whole).reportFindings(atLeast: .error)
    return try TimelineScript(partial, nil)
  }

  /// Without a request for plans nothing is planned.
  private init(
    _ compilation: CompiledScript, _ request: PlanRequest?
  ) throws(CommandFailure) {
    guard let row = try compilation.onlyRow() else {
      throw CommandFailure(.findings, "the script is not complete enough to draw its timeline")
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
