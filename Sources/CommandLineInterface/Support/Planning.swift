import CompilerDriver
import Composition
import ContentDigest
import Diagnostics
import EditScript
import EditTime
import Export
import LibAV
import Lowering
import RenderPlan
import SourceText

/// The version of this program; together with those of its libraries a part of every segment's key.
package let editcVersion = "0.1.0"

/// Everything below a film that decides its bytes.
let engineVersion = EngineVersion(
  "editc \(editcVersion), \(LibAV.versions)", filterLibrary: LibAV.filterLibraryVersion)

/// Plans a compiled film, or only the part of it that `range` names; what `store` holds is marked as reused.
///
/// `fonts` says why there is no film although its script has no errors.
func plan(
  _ film: CompiledFilm, range: Located<RangeExpression>?, digests: MediaDigests, store: SegmentStore?,
  fonts: SubtitleFontFailure?
) throws -> RenderPlan {
  guard let composition = film.composition, let settings = film.settings else {
    if let failure = fonts { throw CommandFailure(failure) }
    throw CommandFailure(.findings, "the script does not say enough to plan its film")
  }
  let plan = try RenderPlan(
    composition, settings: settings,
    part: try range.map { try part($0, of: composition) } ?? film.part,
    mediaDigests: composition.media.map { try digests.digest(of: $0) }, engine: engineVersion)
  return store?.marking(plan) ?? plan
}

private func part(_ range: Located<RangeExpression>, of composition: Composition) throws -> Range<Int64> {
  switch frames(ofPart: range, in: composition) {
  case .success(let frames): return frames
  case .failure(let problem):
    throw CommandFailure(.usage, "--range: \(problem.diagnostic.message)")
  }
}
