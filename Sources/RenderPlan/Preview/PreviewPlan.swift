package import Composition
package import ContentDigest

extension RenderPlan {
  /// The plan of a film for the preview: small, quickly encoded segments of one second, each decodable to its
  /// last picture without the next one.
  ///
  /// It contains no streams other than picture and sound, and nothing that needs all of the sound before its
  /// first sample. Frames and samples are those of the film.
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
      // Without reordering: otherwise, players show the last pictures of a segment only after the next one
      // arrives.
      encoding.tune = "zerolatency"
      settings.video = encoding
    }
    if hasSound {
      settings.audio = AudioEncoding(codec: .flac)
      // It is delivered in chunks of one second.
      settings.audio?.hasSteadyPackets = true
    }
    return try RenderPlan(
      film.heardAtOnce, settings: settings, mediaDigests: mediaDigests, engine: engine,
      lengths: VideoCodecDeclaration.SegmentLengths(shortest: 1, usual: 1, longest: 2))
  }
}

extension RenderPlan {
  /// The keys of the waveforms of its sounds, for the timeline of the preview; none if it has no sound.
  package func waveformKeys(
    mediaDigests: [ContentDigest], engine: EngineVersion
  ) throws(PlanningError) -> [ContentDigest] {
    guard soundTrack != nil else { return [] }
    let slicer = try Slicer(composition: composition, mediaDigests: mediaDigests, engine: engine)
    return try composition.sounds.indices.map { index throws(PlanningError) in
      try slicer.waveformKey(ofSound: index)
    }
  }
}

extension Composition {
  /// The film with only its picture and its first mix.
  var heardAtOnce: Composition {
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
  /// The mix without settings that need the whole sound.
  fileprivate var unmastered: MixFormat {
    var mix = self
    mix.loudness = nil
    mix.peak = nil
    return mix
  }
}

extension PixelSize {
  /// The size without an odd last column or row, because chroma has half as many.
  var even: PixelSize { PixelSize(width: max(2, width / 2 * 2), height: max(2, height / 2 * 2)) }
}
