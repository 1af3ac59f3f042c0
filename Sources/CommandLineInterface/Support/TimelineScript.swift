import Compiler
import Diagnostics
import Lowering
import RenderPlan
import Workspace

/// A script whose timeline can be drawn, with or without its media.
struct TimelineScript {
  let compilation: CompiledScript
  let film: LoweredFilm
  /// Nil if media are missing, or if no output is named.
  let plan: RenderPlan?

  /// Nil if the script itself has errors, which are reported.
  static func read(_ request: PlanRequest, looksAtMedia: Bool) throws -> TimelineScript? {
    let whole = try request.compile(looksAtMedia ? .content : .none)
    if !whole.hasErrors { return try TimelineScript(whole, request) }
    guard looksAtMedia else {
      _ = whole.reportFindings(atLeast: .error)
      return nil
    }
    // Errors that occur without media are the script's own.
    if try request.compile(.none).hasErrors {
      _ = whole.reportFindings(atLeast: .error)
      return nil
    }
    // A lock may have the facts of missing media.
    let partial = try request.compile(.facts)
    _ = (partial.hasErrors ? partial : whole).reportFindings(atLeast: .error)
    return try TimelineScript(partial, nil)
  }

  /// Creates a plan only if there is a request.
  private init(
    _ compilation: CompiledScript, _ request: PlanRequest?
  ) throws {
    guard let row = try compilation.onlyRow(), let compiled = row.compilation.films.first else {
      throw CommandFailure(.findings, "the script is too incomplete to draw its timeline")
    }
    self.compilation = compilation
    film = compiled.lowered
    if let request, compiled.output != nil, compiled.composition != nil {
      plan = try request.plans(
        for: [RequestedFilm(row: row.number, film: compiled, path: "")], of: compilation
      ).first
    } else {
      plan = nil
    }
  }
}
