import Basics
import Composition
import ContentDigest

extension RenderPlan {
  /// A key or file that does not match its description in the plan, as a clause; nil if all match. For plans
  /// from files: an entry that is stored under a key is used by every film with that key.
  ///
  /// `files` are those that the plan lists with their digests. The plan must have no other `flaw`.
  package func flaw(
    ofKeysFor files: [PlannedFile], engine: EngineVersion
  ) throws(PlanningError) -> String? {
    let digests = Dictionary(files.map { ($0.path, $0.digest) }, uniquingKeysWith: { first, _ in first })
    for file in composition.filesBesideMedia where digests[file.path]?.hex != file.digest {
      return "it has a different digest of \(file.path)"
    }
    var known: [ContentDigest] = []
    for reference in composition.media {
      guard let digest = digests[reference.path] else { return "it has no digest of \(reference.spelling)" }
      known.append(digest)
    }
    let slicer = try Slicer(composition: composition, mediaDigests: known, engine: engine)
    for segment in segments {
      let key = try key(of: segment, settings.video, slicer)
      guard key == segment.key else { return "segment \(segment.index + 1) has a wrong key" }
    }
    if let cover = coverPicture {
      let key = try key(of: cover, Self.coverEncoding, slicer)
      guard key == cover.key else { return "its cover has a wrong key" }
    }
    for (index, track) in soundTracks.enumerated() {
      let key = try key(of: track, number: index, slicer)
      guard key == track.key else { return "its sound has a wrong key" }
    }
    for (copied, other) in otherVideos {
      guard try slicer.key(of: copied) == other.track.key else { return "a video track has a wrong key" }
    }
    return nil
  }

  /// The key of a segment's entry; nil if no worker could render the segment.
  private func key(
    of segment: Segment, _ encoding: VideoEncoding?, _ slicer: Slicer
  ) throws(PlanningError) -> ContentDigest? {
    if let copied = segment.copied { return try slicer.key(of: copied) }
    guard var encoding else { return nil }
    if segment.pass != nil { encoding.rateControl = .firstPass }
    let key = try slicer.key(
      ofFrames: segment.frames, layers: segment.layers, encoding: encoding, after: segment.picturesBefore)
    guard case .second(let statistics, let bitRate, let level)? = segment.pass else { return key }
    guard statistics == key else { return nil }
    return try Self.secondKey(after: statistics, bitRate: bitRate, level: level)
  }

  /// The key of a sound track, by its number in the file; nil if no worker could render the track.
  private func key(
    of track: SoundTrack, number: Int, _ slicer: Slicer
  ) throws(PlanningError) -> ContentDigest? {
    var mix = 0
    let other = soundTrack == nil ? number : number - 1
    if otherTracks.indices.contains(other) {
      switch otherTracks[other].content {
      case .mix(let index): mix = index
      case .stem(let sounds):
        let stem = SoundStem(name: "", sounds: sounds)
        return try slicer.key(ofSamples: track.samples, audio: settings.audio, stem: stem)
      case .copy: return try track.copied.map(slicer.key(of:))
      case .pictures: return nil
      }
    } else if let copied = track.copied {
      return try slicer.key(of: copied)
    }
    let film = composition.mix(ofTrack: mix)
    let slicer = try Slicer(composition: film, mediaDigests: slicer.mediaDigests, engine: slicer.engine)
    return try slicer.key(ofSamples: track.samples, audio: settings.encoding(ofTrack: mix), stem: nil)
  }
}

// MARK: - Plans from files

extension Composition {
  /// An index that does not exist, or a value that is out of range, as a clause; nil for neither. Planning
  /// produces neither, but a plan can come from anywhere.
  var flaw: String? {
    let size = canvas.size
    guard (0...65536).contains(size.width), (0...65536).contains(size.height) else {
      return "its canvas is out of range"
    }
    guard (0...mostFrames).contains(frameCount) else { return "its frames are out of range" }
    guard (1...10_000_000).contains(mix.sampleRate), (1...1024).contains(mix.channelCount) else {
      return "its sound is out of range"
    }
    let sizes = media.flatMap(\.facts.video).map(\.storedSize)
    guard sizes.allSatisfy({ (0...1 << 20).contains($0.width) && (0...1 << 20).contains($0.height) }) else {
      return "its media are out of range"
    }
    guard films.allSatisfy({ $0.media.allSatisfy(media.indices.contains) }) else {
      return "a nested film has missing media"
    }
    guard layers.allSatisfy(holds) else { return "a layer shows something missing" }
    guard transitions.allSatisfy(holds) else { return "a transition has missing layers" }
    guard sounds.allSatisfy(holds) else { return "a sound plays something missing" }
    guard stems.allSatisfy({ $0.sounds.allSatisfy(sounds.indices.contains) }) else {
      return "a stem has missing sounds"
    }
    for index in films.indices {
      if let flaw = film(index).flaw { return flaw }
    }
    for mix in mixes ?? [] {
      guard mix.media.map(\.path) == media.map(\.path) else { return "a mix has other media" }
      if let flaw = mix.flaw { return flaw }
    }
    return nil
  }

  private func holds(_ layer: Layer) -> Bool {
    let picture =
      switch layer.picture {
      case .film(let film, _), .frozenFilm(let film, _): films.indices.contains(film)
      case .subtitles(let picture): picture.events.allSatisfy { isNear($0.frames) }
      case .credits(let credits): isNear(layer.frames) && credits.isCalculable(over: layer.frames.count)
      default: layer.picture.media.map(media.indices.contains) ?? true
      }
    let mask =
      switch layer.mask?.source {
      case .image(let image, _): media.indices.contains(image)
      case .film(let film, _, _): films.indices.contains(film)
      case .rectangle, .ellipse, .polygon, nil: true
      }
    let looks = layer.filters.allSatisfy { filter in
      if case .look(let table) = filter { luts.indices.contains(table) } else { true }
    }
    return picture && mask && looks && isNear(layer.frames)
  }

  private func holds(_ transition: Transition) -> Bool {
    let layers = [transition.outgoing, transition.incoming].compactMap(\.self)
    return layers.allSatisfy(self.layers.indices.contains) && isNear(transition.frames)
      && media(of: transition).allSatisfy(media.indices.contains)
  }

  private func holds(_ sound: Sound) -> Bool {
    let content =
      switch sound.content {
      case .media(let file, _, _): media.indices.contains(file)
      case .film(let film, _): films.indices.contains(film)
      case .tone: true
      }
    return content && sound.duck?.under.allSatisfy(sounds.indices.contains) != false
  }
}

/// No film has more frames, and no item begins or ends further away.
let mostFrames = Int64(1) << 40

/// Whether sums of a range's frames cannot overflow.
func isNear(_ frames: Range<Int64>) -> Bool {
  (-mostFrames...mostFrames).contains(frames.lowerBound) && frames.upperBound <= mostFrames
}
