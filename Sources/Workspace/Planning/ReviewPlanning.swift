import Compiler
package import Composition
package import ContentDigest
package import Lowering
package import Processes
package import RenderPlan

extension CompiledVersion {
  /// The film of an output, as a review reads it.
  package struct ReviewedFilm: Sendable {
    package let lowered: LoweredFilm
    package let composition: Composition
    /// The plan of the output itself.
    package let plan: RenderPlan
    /// The same frames, cut at every edit point.
    package let atoms: RenderPlan
    /// What each sound plays, wherever it is.
    package let soundKeys: [ContentDigest]
    /// The media in the states in which their digests were read, in the composition's order.
    package let media: [FileIdentity]
    fileprivate let mediaDigests: [ContentDigest]
    fileprivate let engine: EngineVersion
  }

  /// An output in a review.
  package enum ReviewedOutput: Sendable {
    case film(ReviewedFilm)
    /// The film is not known, as the state of the version explains.
    case unknown
    /// Its file has no moving pictures.
    case noPictures
    /// Only the facts of this file are known, from a lock.
    case withoutMedia(file: String)
  }

  /// An output, counted in the order of the script.
  package func reviewedOutput(_ index: Int) throws(WorkspaceError) -> ReviewedOutput {
    let films = compilation.films.filter { $0.output != nil }
    guard films.indices.contains(index), plans.indices.contains(index), let plan = plans[index],
      let composition = films[index].composition
    else { return .unknown }
    let settings = plan.settings
    guard composition.canvas.hasPicture, !plan.frames.isEmpty, !settings.container.isText,
      !settings.isStill, settings.video != nil || settings.copied.pictures
    else { return .noPictures }
    let identities = media.identities
    if let absent = composition.media.first(where: { identities[$0.path] == nil }) {
      return .withoutMedia(file: absent.spelling)
    }
    let digests = try media.digests(of: composition.media)
    let engine = EngineVersion(for: composition, encoding: .h264, with: media.libraries)
    do throws(PlanningError) {
      let atoms = try RenderPlan.atoms(
        of: composition, part: plan.frames, mediaDigests: digests, engine: engine)
      return .film(
        ReviewedFilm(
          lowered: films[index].lowered, composition: composition, plan: plan, atoms: atoms,
          soundKeys: try atoms.waveformKeys(mediaDigests: digests, engine: engine),
          media: composition.media.compactMap { identities[$0.path] }, mediaDigests: digests,
          engine: engine))
    } catch { throw .planning(error) }
  }
}

extension CompiledVersion.ReviewedFilm {
  /// The plan of a part of it for a page. Width and height of the bounds are exchanged for a film in portrait.
  package func plan(
    ofPart part: Range<Int64>, within bounds: PixelSize, quality: Int
  ) throws(WorkspaceError) -> RenderPlan {
    let canvas = composition.canvas.size
    let bounds =
      canvas.height > canvas.width ? PixelSize(width: bounds.height, height: bounds.width) : bounds
    do throws(PlanningError) {
      return try RenderPlan.review(
        of: composition, part: part, within: bounds, quality: quality, mediaDigests: mediaDigests,
        engine: engine)
    } catch { throw .planning(error) }
  }
}
