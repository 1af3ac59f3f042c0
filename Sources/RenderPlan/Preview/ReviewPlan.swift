import Basics
package import Composition
package import ContentDigest

extension RenderPlan {
  /// The plan of a part of a film for a page that shows it beside another version: small, in the layout of the
  /// whole film, with a key frame each second so that players reach every frame quickly.
  ///
  /// Its segments are short, so that parts of several reviews share most of them in a store.
  package static func review(
    of film: Composition, part: Range<Int64>, within bounds: PixelSize, quality: Int,
    mediaDigests: [ContentDigest], engine: EngineVersion
  ) throws(PlanningError) -> RenderPlan {
    try RenderPlan(
      film.heardAtOnce, settings: .review(of: film, within: bounds, quality: quality), part: part,
      mediaDigests: mediaDigests, engine: engine,
      lengths: VideoCodecDeclaration.SegmentLengths(shortest: 1, usual: 1, longest: 2))
  }

  /// The film cut wherever an item begins or ends, and about once a second: a change of one item changes no key
  /// of a segment that does not show it.
  package static func atoms(
    of film: Composition, part: Range<Int64>, mediaDigests: [ContentDigest], engine: EngineVersion
  ) throws(PlanningError) -> RenderPlan {
    try RenderPlan(
      film.heardAtOnce, settings: .review(of: film, within: film.canvas.size, quality: 26), part: part,
      mediaDigests: mediaDigests, engine: engine,
      lengths: VideoCodecDeclaration.SegmentLengths(shortest: 0, usual: 1, longest: 1))
  }
}

extension OutputSettings {
  fileprivate static func review(of film: Composition, within bounds: PixelSize, quality: Int)
    -> OutputSettings
  {
    var settings = OutputSettings(file: "review.mp4", container: .mp4, video: nil, audio: nil)
    if film.canvas.hasPicture {
      let second = film.canvas.rate.frame(at: RationalTime(seconds: 1))?.value ?? 25
      var encoding = VideoEncoding(
        rateControl: .quality(quality), speed: "veryfast", keyFrameInterval: Int(max(1, second)),
        color: .bt709)
      encoding.size = film.canvas.size.shrunk(into: bounds).even
      encoding.hasSteadyKeyFrames = true
      settings.video = encoding
    }
    if !film.sounds.isEmpty {
      settings.audio = AudioEncoding(
        codec: .aac, bitRate: 40_000 * Int64(max(1, film.mix.channelCount)))
    }
    return settings
  }
}
