package import Basics
package import Composition
package import ContentDigest

/// A film cut into pieces that are rendered, cached and reused independently.
package struct RenderPlan: Hashable, Sendable, Codable {
  package var composition: Composition
  package var settings: OutputSettings
  /// The frames of the film in the output: all of them, or a part.
  package var frames: Range<Int64>
  /// In order and without gaps; empty for a file without a picture.
  package var segments: [Segment]
  /// Nil for a file without sound.
  package var soundTrack: SoundTrack?
  /// The sound tracks besides the first, in their order in the file, then the video tracks besides the film's own.
  package var otherTracks: [OtherTrack] = []
  /// The poster frame of the file, as a JPEG; nil for a file without one, or with a picture of its own.
  package var coverPicture: Segment?
  /// What is copied and what is encoded, for a film with both; nil for other films.
  package var smart: SmartFilm?

  package var frameCount: Int64 { Int64(frames.count) }

  /// Whether packets of several files, or copied and encoded ones, form one video stream.
  package var isJoinedOfCopies: Bool { smart?.edges != nil }

  /// The duration of a fragment; nil for an unfragmented file.
  package var fragmentLength: RationalTime? {
    settings.fragmentFrames.flatMap { try? composition.canvas.rate.start(ofFrame: $0) }
  }

  /// All sound tracks, in their order in the file.
  package var soundTracks: [SoundTrack] {
    [soundTrack].compactMap(\.self) + otherTracks.filter { $0.pictures == nil }.map(\.track)
  }

  /// The video tracks besides the film's own, with their keys, in their order in the file.
  package var otherVideos: [(pictures: CopiedPictures, track: OtherTrack)] {
    otherTracks.compactMap { track in track.pictures.map { ($0, track) } }
  }
}

/// A range of the film that is encoded independently, as a closed group of pictures.
package struct Segment: Hashable, Sendable, Codable {
  package var index: Int
  package var frames: Range<Int64>
  /// The visible layers of the composition, in drawing order.
  package var layers: [Int]
  /// Covers everything that its bytes depend on.
  package var key: ContentDigest
  package var isInStore = false
  /// The pass that encodes it; nil if it is encoded once.
  package var pass: EncodingPass?
  /// The pictures of a file that it copies; nil if it is encoded.
  package var copied: CopiedPictures?
  /// The copied pictures before it whose digests it records.
  package var picturesBefore: PicturesBefore?
}

extension Segment {
  /// The pictures whose digests its store entry contains, as frames counted from its first one.
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
  /// The sound of a file that it copies; nil if it is mixed and encoded.
  package var copied: CopiedSound?
}

/// A track in addition to the first of its kind.
package struct OtherTrack: Hashable, Sendable, Codable {
  package var name: String?
  package var language: String?
  package var content: Content
  package var track: SoundTrack

  package enum Content: Hashable, Sendable, Codable {
    /// Sounds of the composition, before the mix is mastered.
    case stem([Int])
    /// One of the composition's mixes, by number.
    case mix(Int)
    /// What its track copies.
    case copy
    /// Pictures of another video track of the file that the film is copied from. `track` has their key.
    case pictures(CopiedPictures)
  }

  /// The pictures that it copies; nil for sound.
  package var pictures: CopiedPictures? { if case .pictures(let copied) = content { copied } else { nil } }
}

/// What the bytes of a segment depend on besides the script: this program and its libraries.
package struct EngineVersion: Sendable {
  /// Of what editc itself computes: the first number under which films are what they are now. A release that makes every film as
  /// the one before has the same, so that what is in a store counts for it.
  package static let number = 3

  package let text: String
  /// The version of FFmpeg's filter library, part of the keys of segments that use its filters; nil if the
  /// film uses none.
  let filterLibrary: String?
  /// The versions of the libraries that draw text, part of the keys of segments with text.
  let textLibraries: String
  /// The versions of the libraries that draw SVG, part of the keys of segments with one.
  let vectorLibraries: String
  /// The version of the library that measures loudness, part of the keys of sound that is normalised.
  let loudnessLibrary: String

  package init(
    _ text: String, filterLibrary: String?, textLibraries: String = "", vectorLibraries: String = "",
    loudnessLibrary: String = ""
  ) {
    self.text = text
    self.filterLibrary = filterLibrary
    self.textLibraries = textLibraries
    self.vectorLibraries = vectorLibraries
    self.loudnessLibrary = loudnessLibrary
  }
}

extension RenderPlan {
  /// Plans a film, or the part of it in `part`.
  ///
  /// `mediaDigests` are those of the composition's media, in order. `lengths` are the lengths of segments, or
  /// nil for the codec's best.
  package init(
    _ composition: Composition, settings: OutputSettings, part: Range<Int64>? = nil,
    mediaDigests: [ContentDigest], engine: EngineVersion, lengths: VideoCodecDeclaration.SegmentLengths? = nil
  ) throws(PlanningError) {
    self.composition = composition
    self.settings = settings
    // Sidecar files of an image sequence would have no name.
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
    // Not needed any more: workers read packets themselves.
    for index in self.composition.media.indices { self.composition.media[index].coded = nil }
    if settings.copied.sound {
      func track(_ sound: CopiedSound) throws(PlanningError) -> SoundTrack {
        SoundTrack(samples: try mixSamples(), key: try slicer.key(of: sound), copied: sound)
      }
      soundTrack = try copied.sound.map(track)
      otherTracks = try copied.otherTracks.map { sound throws(PlanningError) in
        let facts = composition.media[sound.media].facts.audio.first { $0.streamIndex == sound.stream }
        return OtherTrack(name: nil, language: facts?.language, content: .copy, track: try track(sound))
      }
    } else if settings.audio != nil, !composition.sounds.isEmpty {
      try addSoundTracks(slicer, mediaDigests, engine)
    }
    otherTracks += try copied.otherPictures.map { pictures throws(PlanningError) in
      let facts = composition.media[pictures.media].facts.video.first { $0.streamIndex == pictures.stream }
      return OtherTrack(
        name: nil, language: facts?.language, content: .pictures(pictures),
        track: SoundTrack(samples: try mixSamples(), key: try slicer.key(of: pictures)))
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

  /// The ranges into which an encoded film is cut.
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

  /// The encoding of the poster frame: that of a picture in an image sequence.
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
  /// The keys of the segments in film order, then of the sounds, then of the cover.
  package var keys: [ContentDigest] {
    segments.map(\.key) + soundTracks.map(\.key) + otherVideos.map(\.track.track.key)
      + [coverPicture?.key].compactMap(\.self)
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

/// Why a resolved film could not be planned.
package enum PlanningError: Error, Hashable, Sendable {
  /// The film's times cannot be distinguished in 64 bits.
  case timeOverflow
  /// `max-file-size` is less than the size of the sound and the container.
  case noRoomForPicture
  /// The bit rate of a film in two passes is less than what its pictures take in any quality, `least` bits per second.
  case bitRateTooLow(least: Int64)
  /// Tracks that must be copied have to be encoded, for these reasons.
  case notCopied([String])
  case noDigest(DigestFailure)
  /// The film uses FFmpeg's filters, but no version of their library was given.
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
