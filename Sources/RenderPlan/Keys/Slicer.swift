import Basics
import Composition
import ContentDigest

/// Cuts parts out of a film, as values that become keys.
struct Slicer {
  let composition: Composition
  let mediaDigests: [ContentDigest]
  let engine: EngineVersion
  /// By the index of the subtitle layer.
  private let chains: [Int: SubtitleChains]
  /// The digest of each video stream of each file.
  private let pictureStreams: [StreamNumber: ContentDigest]
  /// The digests of each nested film's visible and audible content.
  let films: [(seen: ContentDigest, heard: ContentDigest)]

  fileprivate struct StreamNumber: Hashable {
    let media: Int
    let stream: Int
  }

  init(
    composition: Composition, mediaDigests: [ContentDigest], engine: EngineVersion
  ) throws(PlanningError) {
    self.composition = composition
    self.mediaDigests = mediaDigests
    self.engine = engine
    var chains: [Int: SubtitleChains] = [:]
    for (index, layer) in composition.layers.enumerated() {
      if case .subtitles(let picture) = layer.picture { chains[index] = SubtitleChains(picture) }
    }
    self.chains = chains
    var streams: [StreamNumber: ContentDigest] = [:]
    for (index, media) in composition.media.enumerated() {
      var vector = media.vector
      vector?.leaveOutWhatIsNotSeen()
      for track in media.facts.video {
        streams[StreamNumber(media: index, stream: track.streamIndex)] = try digest(
          of: PictureStream(
            media: mediaDigests[index], stream: track.streamIndex, origin: media.facts.origin,
            reading: media.reading, track: track, vector: vector,
            vectorLibraries: vector.map { _ in engine.vectorLibraries }))
      }
    }
    pictureStreams = streams
    films = try composition.films.indices.map { index throws(PlanningError) in
      var nested = composition.films[index]
      let slicer = try Slicer(
        composition: composition.film(index), mediaDigests: nested.media.map { mediaDigests[$0] },
        engine: engine)
      let (seen, heard) = (try slicer.wholePicture(), try slicer.sound(isWhole: true))
      nested.leaveOutWhatIsNotSeen()
      nested.composition = seen.film
      let shown = try digest(of: WholeFilm(film: nested, slice: seen))
      nested.composition = heard.film
      return (shown, try digest(of: WholeFilm(film: nested, slice: heard)))
    }
  }

  // MARK: Keys

  func key(
    ofFrames frames: Range<Int64>, layers: [Int], encoding: VideoEncoding, after before: PicturesBefore? = nil
  ) throws(PlanningError) -> ContentDigest {
    let compared = before.map {
      EncodedPictures.ComparedPictures(
        media: mediaDigests[$0.media], stream: $0.stream, pictures: $0.pictures,
        layer: layers.firstIndex(of: $0.layer))
    }
    let slice = try pictures(frames, layers: layers)
    return try digest(
      of: EncodedPictures(engine: engine.text, encoding: encoding, shown: slice, before: compared))
  }

  /// The key of the mix of these samples. The mix is one piece, so its times stay on the timeline.
  func key(
    ofSamples samples: Range<Int64>, audio: AudioEncoding?, stem: SoundStem?
  ) throws(PlanningError) -> ContentDigest {
    var encoding = audio
    encoding?.leaveOutWhatIsNotEncoded()
    return try digest(
      of: EncodedSound(
        engine: engine.text, encoding: encoding, samples: samples, stem: stem?.sounds,
        heard: try sound(isWhole: false)))
  }

  /// The key of the levels of one sound, wherever it plays, without ducking.
  func waveformKey(ofSound index: Int) throws(PlanningError) -> ContentDigest {
    var sound = composition.sounds[index]
    sound.duck = nil
    let start = sound.timelineRange.start
    do throws(TimeOverflow) {
      sound.timelineRange = try sound.timelineRange.shifted(by: .zero - start)
    } catch { throw .timeOverflow }
    return try digest(
      of: SoundWaveform(engine: engine.text, heard: try slice(ofSounds: [sound], isWhole: false)))
  }

  func key(of copied: CopiedPictures) throws(PlanningError) -> ContentDigest {
    var packets = copied
    packets.leaveOutWhatTheFileSays()
    let facts = composition.media[copied.media].facts
    return try digest(
      of: PicturePackets(
        engine: engine.text, media: mediaDigests[copied.media], origin: facts.origin,
        track: facts.video.first { $0.streamIndex == copied.stream }, rate: composition.canvas.rate,
        copied: packets))
  }

  func key(of copied: CopiedSound) throws(PlanningError) -> ContentDigest {
    var packets = copied
    packets.leaveOutWhatTheFileSays()
    let facts = composition.media[copied.media].facts
    return try digest(
      of: SoundPackets(
        engine: engine.text, media: mediaDigests[copied.media], origin: facts.origin,
        track: facts.audio.first { $0.streamIndex == copied.stream }, copied: packets))
  }

  // MARK: Slices

  private func wholePicture() throws(PlanningError) -> FilmSlice {
    try pictures(0..<max(0, composition.frameCount), layers: Array(composition.layers.indices))
  }

  /// The visible content of these layers in these frames.
  private func pictures(_ frames: Range<Int64>, layers: [Int]) throws(PlanningError) -> FilmSlice {
    var slice = FilmSlice(film: composition)
    slice.film.leaveOutWhatIsNotSeen()
    slice.film.frameCount = Int64(frames.count)
    slice.film.layers = []
    slice.film.luts = []
    var names = Names()
    do throws(TimeOverflow) {
      let rate = composition.canvas.rate
      let part = Part(
        frames: frames, start: try rate.start(ofFrame: frames.lowerBound),
        end: try rate.start(ofFrame: frames.upperBound))
      var places: [Int: Int] = [:]
      for index in layers {
        guard let layer = try cut(index, to: part, &slice, &names) else { continue }
        places[index] = slice.film.layers.count
        slice.film.layers.append(layer)
      }
      slice.film.transitions = try composition.transitions.lazy.filter { $0.frames.overlaps(frames) }
        .map { transition throws(TimeOverflow) in
          try cut(transition, to: part, places, &names)
        }
    } catch { throw .timeOverflow }
    for table in names.tables.all {
      var table = composition.luts[table]
      table.leaveOutWhatIsNotSeen()
      slice.film.luts.append(table)
    }
    slice.streams = try names.streams.all.map { stream throws(PlanningError) in try pictureStream(stream) }
    slice.films = names.films.all.map { films[$0].seen }
    return slice
  }

  private func pictureStream(_ stream: StreamNumber) throws(PlanningError) -> ContentDigest {
    if let known = pictureStreams[stream] { return known }
    return try digest(
      of: PictureStream(
        media: mediaDigests[stream.media], stream: stream.stream,
        origin: composition.media[stream.media].facts.origin,
        reading: composition.media[stream.media].reading, track: nil))
  }

  /// The audible content. Ducking depends on every sound, so a stem depends on all of them too.
  private func sound(isWhole: Bool) throws(PlanningError) -> FilmSlice {
    try slice(ofSounds: composition.sounds, isWhole: isWhole)
  }

  private func slice(ofSounds sounds: [Sound], isWhole: Bool) throws(PlanningError) -> FilmSlice {
    var slice = FilmSlice(film: composition)
    slice.film.leaveOutWhatIsNotHeard(isWhole: isWhole)
    slice.film.sounds = sounds
    var names = Names()
    for index in slice.film.sounds.indices {
      slice.film.sounds[index].leaveOutWhatIsNotHeard()
      switch slice.film.sounds[index].content {
      case .media(let media, let stream, let clock):
        let number = names.streams.number(of: StreamNumber(media: media, stream: stream))
        slice.film.sounds[index].content = .media(number, stream: 0, clock: clock)
      case .film(let film, let clock):
        slice.film.sounds[index].content = .film(names.films.number(of: film), clock: clock)
      case .tone: break
      }
    }
    slice.streams = try names.streams.all.map { stream throws(PlanningError) in
      let media = composition.media[stream.media]
      return try digest(
        of: SoundStream(
          media: mediaDigests[stream.media], stream: stream.stream, origin: media.facts.origin,
          damage: media.reading.damage, raw: media.reading.raw))
    }
    slice.films = names.films.all.map { films[$0].heard }
    if slice.film.sounds.contains(where: { $0.filters.contains(where: \.isOfFFmpeg) }) {
      slice.filterLibrary = engine.filterLibrary
    }
    if slice.film.mix.isMastered || slice.film.sounds.contains(where: { $0.loudness != nil }) {
      slice.loudnessLibrary = engine.loudnessLibrary
    }
    return slice
  }
}

// MARK: - Cutting

/// Frames of the film, with their start and end.
private struct Part {
  let frames: Range<Int64>
  let start: RationalTime
  let end: RationalTime
}

/// The references of a slice, numbered in the order of their first use.
private struct Names {
  var streams = Numbering<Slicer.StreamNumber>()
  var films = Numbering<Int>()
  var tables = Numbering<Int>()
}

private struct Numbering<Element: Hashable> {
  private(set) var all: [Element] = []
  private var numbers: [Element: Int] = [:]

  mutating func number(of element: Element) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = all.count
    all.append(element)
    return all.count - 1
  }
}

extension Slicer {
  /// A layer as visible in the part, with all times counted from the part's start; nil if nothing of it is
  /// visible.
  private func cut(
    _ index: Int, to part: Part, _ slice: inout FilmSlice, _ names: inout Names
  ) throws(TimeOverflow) -> Layer? {
    let layer = composition.layers[index]
    var cut = layer
    cut.leaveOutWhatIsNotSeen()
    let offset = try layer.timelineRange.start - part.start
    let own = TimeRange(start: try .zero - offset, end: try part.end - layer.timelineRange.start) ?? .zero
    let remembers = layer.filters.contains(where: \.hasMemory)
    // Filters with memory depend on everything that the layer showed before.
    let seen = remembers ? TimeRange(start: min(.zero, own.start), end: own.end) ?? own : own
    try cut.mapCurves { curve throws(TimeOverflow) in
      // Restrict first, in the layer's own time, so that only the keys that matter are shifted.
      try curve.restricted(to: seen).shifted(by: offset)
    }
    let counts = layer.picture.counts || layer.filters.contains(where: \.countsFrames)
    let shown = layer.frames.clamped(to: part.frames)
    let first = counts ? layer.frames.lowerBound : shown.lowerBound
    cut.frames = (first - part.frames.lowerBound)..<(shown.upperBound - part.frames.lowerBound)
    // Curves and clocks count from the part's start; only counters and filters with memory depend on the
    // item's own start.
    let edge = try edge(of: layer, in: part)
    cut.timelineRange =
      TimeRange(
        start: counts || remembers ? offset : edge ?? .zero,
        end: edge ?? (counts || remembers ? offset : .zero))
      ?? .zero
    switch cut.picture {
    case .moving(let media, let stream, let clock):
      cut.picture = .moving(
        media: names.streams.number(of: StreamNumber(media: media, stream: stream)), stream: 0,
        clock: try clock.slice(seen))
    case .frozen(let media, let stream, let moment):
      let number = names.streams.number(of: StreamNumber(media: media, stream: stream))
      cut.picture = .frozen(media: number, stream: 0, mediaTime: moment)
    case .still(let media, let stream):
      let number = names.streams.number(of: StreamNumber(media: media, stream: stream))
      cut.picture = .still(media: number, stream: 0)
    case .film(let film, let clock):
      cut.picture = .film(names.films.number(of: film), clock: try clock.slice(seen))
    case .frozenFilm(let film, let moment):
      cut.picture = .frozenFilm(names.films.number(of: film), filmTime: moment)
    case .text(var words):
      words.leaveOutWhatIsNotSeen()
      cut.picture = .text(words)
      slice.textLibraries = engine.textLibraries
    case .credits(let credits):
      let own = (shown.lowerBound - layer.frames.lowerBound)..<(shown.upperBound - layer.frames.lowerBound)
      cut.picture = .credits(credits.part(own, onCanvasOfHeight: composition.canvas.size.height))
      cut.picture.changeWords { $0.leaveOutWhatIsNotSeen() }
      slice.textLibraries = engine.textLibraries
    case .subtitles(let picture):
      guard let shown = try self.cut(picture, index, to: part) else { return nil }
      cut.picture = .subtitles(shown)
      if shown.events.contains(where: \.mayMove) { slice.firstFrame = part.frames.lowerBound }
    case .color, .gradient, .bars, .noise, .shape: break
    }
    switch cut.mask?.source {
    case .image(let media, let stream):
      let number = names.streams.number(of: StreamNumber(media: media, stream: stream))
      cut.mask?.source = .image(media: number, stream: 0)
    case .film(let film, let clock, let channel):
      cut.mask?.source = .film(names.films.number(of: film), clock: try clock.slice(seen), by: channel)
    case .rectangle, .ellipse, .polygon, nil: break
    }
    for (index, filter) in cut.filters.enumerated() {
      if case .look(let table) = filter { cut.filters[index] = .look(names.tables.number(of: table)) }
    }
    // All filters with memory are FFmpeg's.
    if remembers { slice.filterLibrary = engine.filterLibrary }
    return cut
  }

  /// The time at which the visible part of a layer begins or, for backward playback, ends: with interpolated
  /// pictures, the first frame can begin before the layer does, and the last one end after it. Nil for other
  /// layers.
  private func edge(of layer: Layer, in part: Part) throws(TimeOverflow) -> RationalTime? {
    guard layer.between != .repeated, let clock = layer.picture.clock else { return nil }
    let shown = layer.frames.clamped(to: part.frames)
    let rate = composition.canvas.rate
    let edge =
      clock.isBackwards
      ? min(layer.timelineRange.end, try rate.start(ofFrame: shown.upperBound))
      : max(layer.timelineRange.start, try rate.start(ofFrame: shown.lowerBound))
    return try edge - part.start
  }

  /// The visible part of subtitles; nil if there is none. Earlier events of a chain determine the positions
  /// of lines.
  private func cut(
    _ picture: SubtitlePicture, _ layer: Int, to part: Part
  ) throws(TimeOverflow) -> SubtitlePicture? {
    let events = (chains[layer]?.chains(in: part.frames) ?? []).flatMap { picture.events[$0.events] }
      .filter { $0.frames.lowerBound < part.frames.upperBound }.sorted { $0.order < $1.order }
    guard !events.isEmpty else { return nil }
    let first = part.frames.lowerBound
    var cut = picture
    cut.events = try events.enumerated().map { place, event throws(TimeOverflow) in
      var event = event
      event.frames = (event.frames.lowerBound - first)..<(event.frames.upperBound - first)
      event.wholeRange = try event.wholeRange.shifted(by: .zero - part.start)
      event.order = place
      return event
    }
    cut.leaveOutWhatIsNotSeen()
    return cut
  }

  /// Layers are numbered by their place in the slice.
  private func cut(
    _ transition: Transition, to part: Part, _ places: [Int: Int], _ names: inout Names
  ) throws(TimeOverflow) -> Transition {
    var cut = transition
    cut.leaveOutWhatIsNotSeen()
    cut.timelineRange = try transition.timelineRange.shifted(by: .zero - part.start)
    let shown = transition.frames.clamped(to: part.frames)
    let first = part.frames.lowerBound
    cut.frames = (shown.lowerBound - first)..<(shown.upperBound - first)
    cut.outgoing = transition.outgoing.flatMap { places[$0] }
    cut.incoming = transition.incoming.flatMap { places[$0] }
    cut.kind =
      transition.kind.mapPicture { picture in
        let stream = StreamNumber(media: picture.media, stream: picture.stream)
        return TransitionPicture(media: names.streams.number(of: stream), stream: 0)
      } ?? transition.kind
    return cut
  }
}

extension Picture {
  /// The clock that determines what the picture shows; nil if there is none.
  fileprivate var clock: MediaClock? {
    switch self {
    case .moving(_, _, let clock), .film(_, let clock): clock
    default: nil
    }
  }

  /// Whether the picture depends on the time since its layer began.
  fileprivate var counts: Bool {
    switch self {
    case .text(let words): words.counter != nil
    case .noise(let noise): !noise.isStill
    default: false
    }
  }
}

extension MediaClock {
  /// The clock in a range of the item's time, counted from the start of the range.
  func slice(_ range: TimeRange) throws(TimeOverflow) -> MediaClock {
    try restricted(to: range).shifted(by: range.start)
  }
}

func digest(of value: some Encodable) throws(PlanningError) -> ContentDigest {
  do { return try ContentDigest.of(value: value) } catch { throw .noDigest(error) }
}
