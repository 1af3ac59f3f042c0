package import Composition
package import ContentDigest

extension RenderPlan {
  /// The plan of a film as it is looked at while its script is written: segments of a second, small, encoded fast, and each
  /// decodable up to its last picture without the next one.
  ///
  /// What the file would have besides the picture and the sound is left out, and so is what needs all of the sound before
  /// its first sample. Frames and samples are those of the film.
  package static func preview(
    of film: Composition, within bounds: PixelSize, hasSound: Bool, mediaDigests: [ContentDigest],
    engine: EngineVersion
  ) throws(PlanningError) -> RenderPlan {
    var settings = OutputSettings(file: "preview.mp4", container: .mp4, video: nil, audio: nil)
    if film.canvas.hasPicture {
      var encoding = VideoEncoding(
        rateControl: .quality(26), speed: "ultrafast", keyFrameInterval: 100_000, color: .bt709)
      encoding.size = film.canvas.size.shrunk(into: bounds).even
      encoding.hasSteadyKeyFrames = true
      // Without pictures that are shown later than they are decoded: players show the last ones of a segment only then
      // before the next one is there.
      encoding.tune = "zerolatency"
      settings.video = encoding
    }
    if hasSound {
      settings.audio = AudioEncoding(codec: .flac)
      // It is handed out in seconds.
      settings.audio?.hasSteadyPackets = true
    }
    return try RenderPlan(
      film.heardAtOnce, settings: settings, mediaDigests: mediaDigests, engine: engine,
      lengths: VideoCodecDeclaration.SegmentLengths(shortest: 1, usual: 1, longest: 2))
  }
}

extension Composition {
  /// The film without anything that is beside its picture and its first mix.
  fileprivate var heardAtOnce: Composition {
    var film = self
    film.mix = mix.unmastered
    film.mixes = mixes?.first.map { first in
      var first = first
      first.mix = first.mix.unmastered
      return [first]
    }
    film.stems = []
    film.subtitles = []
    film.sidecars = []
    film.cover = nil
    film.soundChecks = SoundChecks()
    film.fileChecks = FileChecks()
    return film
  }
}

extension MixFormat {
  /// Without what is known only when the whole film has been heard.
  fileprivate var unmastered: MixFormat {
    var mix = self
    mix.loudness = nil
    mix.peak = nil
    return mix
  }
}

extension PixelSize {
  /// Without the last column and the last row where their number is odd: chroma has half as many.
  fileprivate var even: PixelSize { PixelSize(width: max(2, width / 2 * 2), height: max(2, height / 2 * 2)) }
}
