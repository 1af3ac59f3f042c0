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
  var variables: [String: String]
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

  /// The plans of the outputs of a script without errors.
  func plans(for script: ScriptCompilation) throws -> [RenderPlan] {
    let films = try films(of: script)
    let store = usesCache ? SegmentStore(folder: try CacheFolder(named: cache).segments) : nil
    return try films.map { try plan($0, range: range, digests: script.digests, store: store) }
  }

  /// The films of a script, each of which has an output, and is the only one where `-o` names one.
  func films(of script: ScriptCompilation) throws(CommandFailure) -> [CompiledFilm] {
    let films = script.compilation.films
    if films.count > 1, output != nil {
      throw CommandFailure(
        .usage,
        "-o names one file, but the script has \(films.count) outputs; give the others a script of their own")
    }
    if films.contains(where: { $0.output == nil }) {
      throw CommandFailure(.usage, "the script names no file to make; add `outputs:`, or say -o FILE")
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
  func path(of output: Output, in folder: String) -> String {
    let file = output.file.value
    return self.output != nil ? file : resolve(file, in: folder)
  }
}
