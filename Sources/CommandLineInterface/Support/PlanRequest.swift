import CompilerDriver
import Composition
import Diagnostics
import EditScript
import Export
import RenderPlan
import SourceText

/// What `plan` and `render` are asked for, up to the plans.
struct PlanRequest {
  var script: String
  var variables: VariableRequest
  var range: Located<RangeExpression>?
  /// The cache folder somebody named.
  var cache: String?
  var usesCache: Bool
  /// Where the film is to go instead of where the script says.
  var output: String?

  func compile() throws(CommandFailure) -> ScriptCompilation {
    try ScriptCompilation(
      path: script, variables: variables, media: .content,
      cache: CacheFolder(ifWanted: usesCache, named: cache), redirect: redirect)
  }

  /// The plans of films of a script without errors.
  func plans(for films: [RequestedFilm], of script: ScriptCompilation) throws -> [RenderPlan] {
    let store = usesCache ? SegmentStore(folder: try CacheFolder(named: cache).segments) : nil
    return try films.map {
      try plan($0.film, range: range, digests: script.digests, store: store, fonts: script.fontFailure)
    }
  }

  /// The films of a script, row by row, each of which has an output, and is the only one where `-o` names one.
  func films(of script: ScriptCompilation) throws(CommandFailure) -> [RequestedFilm] {
    var films: [RequestedFilm] = []
    for row in script.rows {
      for film in row.compilation.films {
        guard let output = film.output else {
          throw CommandFailure(.usage, "the script names no file to make; add `outputs:`, or say -o FILE")
        }
        films.append(
          RequestedFilm(row: row.number, film: film, path: path(of: output, in: script.file)))
      }
    }
    if films.count > 1, output != nil {
      let (what, advice) =
        script.rows.count > 1
        ? ("the table has \(script.rows.count) rows", "pick one with --row N")
        : ("the script has \(films.count) outputs", "give the others a script of their own")
      throw CommandFailure(.usage, "-o names one file, but \(what); \(advice)")
    }
    return films
  }

  /// `-o FILE` takes the place of the only output's file, or makes an output where there is none.
  private func redirect(_ outputs: [Output]) -> [Output] {
    guard let output else { return outputs }
    let nowhere = SourceRange(0, 0)
    var redirected = outputs.isEmpty ? [Output(range: nowhere, file: Located(output, at: nowhere))] : outputs
    if redirected.count == 1 { redirected[0].file = Located(output, at: redirected[0].file.range) }
    return redirected
  }

  /// Where an output goes: `-o` is relative to the caller's folder, the script's own files to the script's.
  private func path(of output: Output, in file: ScriptFile) -> String {
    self.output != nil ? output.file.value : file.path(of: output.file.value)
  }
}

/// A film that is to be made.
struct RequestedFilm {
  /// The row of the table that fills its variables; nil without one.
  let row: Int?
  let film: CompiledFilm
  /// Where it goes.
  let path: String
}
