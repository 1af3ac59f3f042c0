package import Basics

/// The resolved film as plain values.
///
/// It is complete: no names to look up, no defaults to fill in, no relative times. Everything that two
/// machines could resolve differently is already resolved. Times are on the timeline unless stated otherwise.
package struct Composition: Hashable, Sendable, Codable {
  package var canvas: Canvas
  package var mix: MixFormat
  /// The exact end of the timeline; the last frame can end up to half a frame before or after it. Films that
  /// play this one use it; people see `length`.
  package var duration: RationalTime
  /// The length of the film in frames.
  package var frameCount: Int64
  package var media: [MediaReference]
  /// Drawn in this order over the background: the last one is on top.
  package var layers: [Layer]
  /// Sorted by time; no two overlap.
  package var transitions: [Transition]
  /// Mixed by addition; the order only matters to readers.
  package var sounds: [Sound]
  /// Written as streams of the outputs, in this order.
  package var subtitles: [SubtitleStream]
  /// Subtitles written as files beside the film.
  package var sidecars: [SubtitleSidecar] = []
  /// The picture that players show for the file, as an index into `media`; nil if there is none.
  package var cover: Int?
  /// The nested films: sequences, other scripts and image sequences.
  package var films: [NestedFilm]
  /// The sounds that become separate tracks in addition to the mix.
  package var stems: [SoundStem]
  /// The film of each audio track, if an output lists its tracks: no pictures, and some of the sounds. Nil if
  /// all sounds form one mix.
  package var mixes: [Composition]?
  /// Requirements for the sound; they do not change the film.
  package var soundChecks: SoundChecks
  /// The LUT files that filters read.
  package var luts: [LUT]
  /// Sorted by time.
  package var chapters: [Chapter] = []
  /// Requirements for the finished file.
  package var fileChecks = FileChecks()

  package init(
    canvas: Canvas, mix: MixFormat = MixFormat(), duration: RationalTime, frameCount: Int64,
    media: [MediaReference] = [], layers: [Layer] = [], transitions: [Transition] = [],
    sounds: [Sound] = [], stems: [SoundStem] = [], soundChecks: SoundChecks = SoundChecks(),
    subtitles: [SubtitleStream] = [], films: [NestedFilm] = [], luts: [LUT] = []
  ) {
    self.canvas = canvas
    self.mix = mix
    self.duration = duration
    self.frameCount = frameCount
    self.media = media
    self.layers = layers
    self.transitions = transitions
    self.sounds = sounds
    self.subtitles = subtitles
    self.films = films
    self.stems = stems
    self.soundChecks = soundChecks
    self.luts = luts
  }
}

extension Composition {
  /// The media file of its cover.
  package var coverFile: MediaReference? { cover.flatMap { media.indices.contains($0) ? media[$0] : nil } }
}

extension Canvas {
  /// The canvas of an audio-only film: it has no size, and its frames are the samples of the mix, so ends of
  /// items, parts and chapters are sample-accurate.
  package static func withoutPicture(_ mix: MixFormat) -> Canvas {
    Canvas(size: PixelSize(width: 0, height: 0), rate: mix.grid)
  }

  package var hasPicture: Bool { size.width > 0 }
}

extension MixFormat {
  /// The sample rate as a frame rate.
  package var grid: FrameRate { FrameRate(Int64(sampleRate)) ?? .onePerSecond }
}

extension Composition {
  /// The font files of text items, including those of nested films, each once.
  package var fonts: [FontReference] {
    var seen: Set<FontReference> = []
    let own = layers.flatMap { $0.picture.shownWords.flatMap(\.fonts) }
    let drawn = media.flatMap { $0.vector?.fonts ?? [] }
    return (own + drawn + films.flatMap(\.composition.fonts)).filter { seen.insert($0).inserted }
  }

  /// The LUT files that the film and its nested films read.
  package var readLUTs: [LUT] { luts + films.flatMap(\.composition.readLUTs) }

  /// The paths of all files that pictures and sound depend on, sorted and without duplicates.
  package var readFiles: [String] {
    Array(Set(media.map(\.path) + fonts.map(\.path) + fontPaths + readLUTs.map(\.path))).sorted()
  }

  /// Whether the film or a nested film shows an SVG.
  package var hasVectors: Bool {
    media.contains(where: \.facts.isVector) || films.contains { $0.composition.hasVectors }
  }

  /// Whether the film or a nested film uses a filter of FFmpeg.
  package var hasFFmpegFilters: Bool {
    layers.contains { $0.filters.contains(where: \.hasMemory) }
      || sounds.contains { $0.filters.contains(where: \.isOfFFmpeg) }
      || films.contains { $0.composition.hasFFmpegFilters }
  }
}

/// The size, frame rate, background and colours of a film.
package struct Canvas: Hashable, Sendable, Codable {
  package var size: PixelSize
  package var rate: FrameRate
  package var background: Color
  package var color: CanvasColor
  package var depth: CanvasDepth

  package init(
    size: PixelSize, rate: FrameRate, background: Color = .black, color: CanvasColor = .bt709,
    depth: CanvasDepth = .eight
  ) {
    self.size = size
    self.rate = rate
    self.background = background
    self.color = color
    self.depth = depth
  }
}

/// The form of the one mix: samples per second and the number of channels.
package struct MixFormat: Hashable, Sendable, Codable {
  package var sampleRate: Int
  /// 1 is mono, 2 stereo, 6 5.1 and 8 7.1.
  package var channelCount: Int
  /// The loudness to which the whole film is normalised, in LUFS (EBU R 128); nil leaves it unchanged.
  package var loudness: Double?
  /// The highest true peak, in dBTP; nil leaves peaks unchanged.
  package var peak: Double?

  /// Whether the whole mix must be measured before any of it can be rendered.
  package var isMastered: Bool { loudness != nil || peak != nil }

  package init(
    sampleRate: Int = 48000, channelCount: Int = 2, loudness: Double? = nil, peak: Double? = nil
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.loudness = loudness
    self.peak = peak
  }
}

/// A file that the film reads, with the facts known when the film was resolved.
package struct MediaReference: Hashable, Sendable, Codable {
  /// As the script names it, for messages and listings.
  package var spelling: String
  /// The path on this machine.
  package var path: String
  /// The facts, with the script's corrections applied.
  package var facts: MediaFacts
  package var reading: MediaReading
  /// The part of its main picture that is shown, if the script asks for the clean aperture; nil for all of it.
  package var aperture: CleanAperture?
  /// The packets of its streams, if an output copies them; they do not affect the film.
  package var coded: CodedMedia?
  /// How it is drawn if it is an SVG; nil for other files.
  package var vector: VectorReading?

  package init(spelling: String, path: String, facts: MediaFacts, reading: MediaReading = MediaReading()) {
    self.spelling = spelling
    self.path = path
    self.facts = facts
    self.reading = reading
  }
}

extension MediaReference {
  /// The main picture, as large as the part of it that is shown.
  package var shownTrack: VideoTrackFacts? {
    var track = facts.mainVideo
    if let aperture { track?.storedSize = aperture.size }
    return track
  }
}

extension Composition {
  /// The length of the film: the end of its last frame.
  package var length: RationalTime { (try? canvas.rate.start(ofFrame: frameCount)) ?? duration }
}
