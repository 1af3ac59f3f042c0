package import Basics
package import Composition
package import ContentDigest

/// A film cut into pieces that are rendered, kept and reused on their own.
package struct RenderPlan: Hashable, Sendable, Codable {
  package var composition: Composition
  package var settings: OutputSettings
  /// The frames of the film that the output holds: all of them, or a part.
  package var frames: Range<Int64>
  /// One after the other, without gaps; none for a file without a picture.
  package var segments: [Segment]
  /// Nil for a file without sound.
  package var soundTrack: SoundTrack?
  /// The tracks besides the first, in their order in the file.
  package var otherTracks: [OtherTrack] = []
  /// The frame that players show for the file, as a JPEG; nil for a file without one, or with a picture of its own.
  package var coverPicture: Segment?
  /// What is copied and what is encoded, for a film that is both; nil for other films.
  package var smart: SmartFilm?

  package var frameCount: Int64 { Int64(frames.count) }

  /// Whether packets of several files, or copied and encoded ones, become one stream of pictures.
  package var isJoinedOfCopies: Bool { smart?.edges != nil }

  /// How long a fragment of the file lasts; nil for a file in one piece.
  package var fragmentLength: RationalTime? {
    settings.fragmentFrames.flatMap { try? composition.canvas.rate.start(ofFrame: $0) }
  }

  /// All tracks of sound, in their order in the file.
  package var soundTracks: [SoundTrack] { [soundTrack].compactMap(\.self) + otherTracks.map(\.track) }
}

/// A stretch of the film that is encoded by itself, as a closed group of pictures.
package struct Segment: Hashable, Sendable, Codable {
  package var index: Int
  package var frames: Range<Int64>
  /// Which layers of the composition it shows, in drawing order.
  package var layers: [Int]
  /// Says everything that its bytes depend on.
  package var key: ContentDigest
  package var isInStore = false
  /// Which of two passes makes it; nil for one that is encoded once.
  package var pass: EncodingPass?
  /// Where it is not encoded, the pictures of a file that it is.
  package var copied: CopiedPictures?
  /// The copied pictures before it that it takes the digests of.
  package var picturesBefore: PicturesBefore?
}

extension Segment {
  /// The pictures whose digests its entry in the store holds, by their frames counted from its first one.
  package var comparedFrames: [Int64] {
    if let copied { return copied.comparedPictures }
    return picturesBefore.map { Array(-Int64($0.pictures.count)..<0) } ?? []
  }
}

/// A mix of the output, encoded once.
package struct SoundTrack: Hashable, Sendable, Codable {
  /// Counted from the start of the film.
  package var samples: Range<Int64>
  package var key: ContentDigest
  package var isInStore = false
  /// Where it is not mixed and encoded, the sound of a file that it is.
  package var copied: CopiedSound?
}

/// A track of sound besides the first.
package struct OtherTrack: Hashable, Sendable, Codable {
  package var name: String?
  package var language: String?
  package var content: Content
  package var track: SoundTrack

  package enum Content: Hashable, Sendable, Codable {
    /// Sounds of the composition, as they are before the mix is mastered.
    case stem([Int])
    /// The mix of this number among the composition's.
    case mix(Int)
  }
}

/// What the bytes of a segment depend on besides the script: this program and the libraries under it.
package struct EngineVersion: Sendable {
  /// Of what editc itself computes: the first number under which films are what they are now. A release that makes every film as
  /// the one before has the same, so that what is in a store counts for it.
  package static let number = 2

  package let text: String
  /// The version of the library of FFmpeg's filters, part of the keys of segments that they work on; nil if the film
  /// uses none of them.
  let filterLibrary: String?
  /// The versions of the libraries that draw words, part of the keys of segments with text.
  let textLibraries: String
  /// The version of the library that measures loudness, part of the keys of sound that is brought to one.
  let loudnessLibrary: String

  package init(
    _ text: String, filterLibrary: String?, textLibraries: String = "", loudnessLibrary: String = ""
  ) {
    self.text = text
    self.filterLibrary = filterLibrary
    self.textLibraries = textLibraries
    self.loudnessLibrary = loudnessLibrary
  }
}

extension RenderPlan {
  /// Plans a film, or the part of it in `part`.
  ///
  /// `mediaDigests` belong to the composition's media, in their order. `lengths` is how long segments are, nil for what the
  /// codec does best with.
  package init(
    _ composition: Composition, settings: OutputSettings, part: Range<Int64>? = nil,
    mediaDigests: [ContentDigest], engine: EngineVersion, lengths: VideoCodecDeclaration.SegmentLengths? = nil
  ) throws(PlanningError) {
    self.composition = composition
    self.settings = settings
    // A file beside them would have no name.
    if settings.container.isPictures { self.composition.sidecars = [] }
    let film = 0..<max(0, composition.frameCount)
    frames = (part ?? film).clamped(to: film)
    segments = []
    soundTrack = nil
    chooseMode()
    let composition = self.composition
    let settings = self.settings
    if composition.hasFFmpegFilters, engine.filterLibrary == nil { throw .noFilterLibrary }
    let slicer = try Slicer(composition: composition, mediaDigests: mediaDigests, engine: engine)
    let copied = try copiedFilm()
    if !settings.copied.pictures, settings.video != nil,
      let budget = SizeBudget(settings, composition, frames: frames)
    {
      guard let bitRate = budget.pictureBitRate else { throw .noRoomForPicture }
      self.settings.video?.rateControl = .cappedBitRate(bitRate)
    }
    if settings.video?.canHoldAlpha(in: settings.container) == true, composition.isSeenThrough {
      self.settings.video?.hasAlpha = true
    }
    if let smart {
      segments = try segments(of: smart, lengths, slicer)
    } else if settings.copied.pictures {
      segments = try copied.stretches.map { stretch throws(PlanningError) in
        Segment(
          index: 0, frames: stretch.frames, layers: [stretch.layer],
          key: try slicer.key(of: stretch.pictures), copied: stretch.pictures)
      }.numbered
    } else if let encoding = self.settings.video {
      segments = try cutSegments(encoding, lengths, slicer)
    }
    coverPicture = try coverPicture(slicer)
    // Looked at for the last time: workers read packets themselves.
    for index in self.composition.media.indices { self.composition.media[index].coded = nil }
    if settings.copied.sound {
      soundTrack = try copied.sound.map { sound throws(PlanningError) in
        SoundTrack(
          samples: try mixSamples(), key: try slicer.key(of: sound), copied: sound)
      }
    } else if settings.audio != nil, !composition.sounds.isEmpty {
      try addSoundTracks(slicer, mediaDigests, engine)
    }
  }

  private func cutSegments(
    _ encoding: VideoEncoding, _ lengths: VideoCodecDeclaration.SegmentLengths?, _ slicer: Slicer
  ) throws(PlanningError) -> [Segment] {
    var encoding = encoding
    if case .twoPasses = encoding.rateControl { encoding.rateControl = .firstPass }
    let index = LayerIndex(composition)
    let stretches = try encodedStretches(index, encoding, lengths, slicer)
    var segments: [Segment] = []
    for (shown, layers) in zip(stretches, index.layers(showing: stretches)) {
      segments.append(
        Segment(
          index: segments.count, frames: shown, layers: layers,
          key: try slicer.key(ofFrames: shown, layers: layers, encoding: encoding),
          pass: encoding.rateControl == .firstPass ? .first : nil))
    }
    return segments
  }

  /// Where a film is cut that is encoded.
  func encodedStretches(
    _ index: LayerIndex, _ encoding: VideoEncoding, _ lengths: VideoCodecDeclaration.SegmentLengths?,
    _ slicer: Slicer
  ) throws(PlanningError) -> [Range<Int64>] {
    try Segmentation(
      of: composition, slicer: slicer, index: index, encoding: encoding, lengths: lengths,
      grid: settings.fragmentFrames.map { Segmentation.Grid(first: frames.lowerBound, step: $0) }
    ).stretches()
      .map { $0.clamped(to: frames) }.filter { !$0.isEmpty }
  }

  /// How the frame is encoded that players show for the file: as a picture by number is.
  package static let coverEncoding: VideoEncoding = {
    var encoding = VideoEncoding(rateControl: .quality(20), speed: "", keyFrameInterval: 1)
    encoding.codec = .mjpeg
    return encoding
  }()

  private func coverPicture(_ slicer: Slicer) throws(PlanningError) -> Segment? {
    guard let frame = settings.coverFrame, settings.container.declaration.holdsCover else { return nil }
    let frames = frame..<frame + 1
    let layers = LayerIndex(composition).layers(showing: [frames]).first ?? []
    return Segment(
      index: 0, frames: frames, layers: layers,
      key: try slicer.key(ofFrames: frames, layers: layers, encoding: Self.coverEncoding))
  }

  /// The mix and the stems, or the mix of each track that the output lists.
  private mutating func addSoundTracks(
    _ slicer: Slicer, _ mediaDigests: [ContentDigest], _ engine: EngineVersion
  ) throws(PlanningError) {
    guard let mixes = composition.mixes, !mixes.isEmpty else {
      soundTrack = try makeSoundTrack(slicer, settings.audio, stem: nil)
      otherTracks = try composition.stems.map { stem throws(PlanningError) in
        OtherTrack(
          name: stem.name, language: stem.language, content: .stem(stem.sounds),
          track: try makeSoundTrack(slicer, settings.audio, stem: stem))
      }
      return
    }
    for (index, mix) in mixes.enumerated() {
      for media in mix.media.indices { composition.mixes?[index].media[media].coded = nil }
      let slicer = try Slicer(composition: mix, mediaDigests: mediaDigests, engine: engine)
      let track = try makeSoundTrack(slicer, settings.encoding(ofTrack: index), stem: nil)
      guard index > 0 else {
        soundTrack = track
        continue
      }
      let settings = settings.tracks.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      otherTracks.append(
        OtherTrack(name: settings?.name, language: settings?.language, content: .mix(index), track: track))
    }
  }

  private func makeSoundTrack(
    _ slicer: Slicer, _ encoding: AudioEncoding?, stem: SoundStem?
  ) throws(PlanningError) -> SoundTrack {
    let samples = try mixSamples()
    return SoundTrack(samples: samples, key: try slicer.key(ofSamples: samples, audio: encoding, stem: stem))
  }

  /// The range of mix samples that covers `frames`.
  private func mixSamples() throws(PlanningError) -> Range<Int64> {
    let rate = composition.canvas.rate
    let sampleRate = Int64(composition.mix.sampleRate)
    guard let start = try? rate.start(ofFrame: frames.lowerBound),
      let end = try? rate.start(ofFrame: frames.upperBound),
      let first = start.rounded(toUnits: sampleRate), let last = end.rounded(toUnits: sampleRate)
    else { throw .timeOverflow }
    return first.value..<last.value
  }
}

extension RenderPlan {
  /// Of all stretches: segments in the order of the film, then the sounds, then the cover.
  package var keys: [ContentDigest] {
    segments.map(\.key) + soundTracks.map(\.key) + [coverPicture?.key].compactMap(\.self)
  }

  /// The same plan with the segments in the store marked.
  package func marking(inStore stored: Set<ContentDigest>) -> RenderPlan {
    var plan = self
    for index in plan.segments.indices {
      plan.segments[index].isInStore = stored.contains(plan.segments[index].key)
    }
    if let key = plan.coverPicture?.key { plan.coverPicture?.isInStore = stored.contains(key) }
    if let key = plan.soundTrack?.key { plan.soundTrack?.isInStore = stored.contains(key) }
    for index in plan.otherTracks.indices {
      plan.otherTracks[index].track.isInStore = stored.contains(plan.otherTracks[index].track.key)
    }
    return plan
  }
}

/// Why a film that could be resolved could not be planned.
package enum PlanningError: Error, Hashable, Sendable {
  /// The film's times cannot be told apart from each other in 64 bits.
  case timeOverflow
  /// `max-file-size` is less than the sound and the container take.
  case noRoomForPicture
  /// The bit rate of a film in two passes is less than what its pictures take in any quality, `least` bits per second.
  case bitRateTooLow(least: Int64)
  /// What was to be copied has to be encoded, for these reasons.
  case notCopied([String])
  case noDigest(DigestFailure)
  /// The film uses FFmpeg's filters, and no version of their library was given.
  case noFilterLibrary
}

extension PlanningError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .timeOverflow: "the times of this film are too finely divided to be exact"
    case .noRoomForPicture: "`max-file-size` leaves nothing for the picture of this film"
    case .bitRateTooLow(let least):
      "`bitrate` is too low: the pictures of this film take more than \(least / 1000) kbit/s in any quality"
    case .notCopied(let reasons): "it cannot be copied: " + reasons.joined(separator: "; ")
    case .noDigest(let failure): failure.description
    case .noFilterLibrary: "the version of FFmpeg's filters is not known"
    }
  }
}
