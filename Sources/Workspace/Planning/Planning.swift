package import Compiler
import Composition
import ContentDigest
import Diagnostics
package import EditScript
package import Lowering
package import RenderPlan

extension CompiledScript {
  /// Plans one of its films, or only the part that `range` names.
  package func plan(
    _ film: CompiledFilm, range: Located<RangeExpression>? = nil
  ) throws(WorkspaceError) -> RenderPlan {
    if film.composition == nil, let failure = subtitleFontFailure { throw .subtitleFonts(failure) }
    return try media.plan(film, range: range)
  }
}

extension CompiledScript {
  /// The part of a film that `range` names; nil if there is none, which planning reports.
  package func part(_ range: Located<RangeExpression>, of film: CompiledFilm) -> FilmPart? {
    guard let composition = film.composition, film.settings?.isStill == false else { return nil }
    return try? Lowering.part(range, of: composition, markers: film.markers).get()
  }
}

extension ScriptMedia {
  func plan(
    _ film: CompiledFilm, range: Located<RangeExpression>? = nil
  ) throws(WorkspaceError) -> RenderPlan {
    guard let composition = film.composition, let settings = film.settings else { throw .noFilm }
    var part = film.part
    if let range {
      if settings.isStill {
        throw .noSuchPart("'\(settings.file)' is a single picture of the film (`still`) and has no parts")
      }
      switch frames(ofPart: range, in: composition, markers: film.markers) {
      case .success(let frames): part = frames
      case .failure(let problem): throw .noSuchPart(problem.diagnostic.message)
      }
    }
    let digests = try digests(of: composition.media)
    func plan(encoding codec: VideoCodec?) throws(PlanningError) -> RenderPlan {
      try RenderPlan(
        composition, settings: settings, part: part, mediaDigests: digests,
        engine: EngineVersion(for: composition, encoding: codec, with: libraries))
    }
    do throws(PlanningError) {
      let planned = try plan(encoding: settings.video?.codec)
      // Pictures between copies are encoded with their codec, and the keys name its encoder.
      let codec = planned.settings.video?.codec
      return codec == settings.video?.codec ? planned : try plan(encoding: codec)
    } catch { throw .planning(error) }
  }
}
