package import Basics

/// The resolved film as plain values.
///
/// Complete: no names to look up, no defaults to fill in, no times that hang on others. Whatever two
/// machines could resolve differently is resolved here. Times are on the timeline unless they say otherwise.
package struct Composition: Hashable, Sendable, Codable {
  package var canvas: Canvas
  package var mix: MixFormat
  /// The exact end of the timeline; the last frame may end up to half a frame before or after it. What plays the film
  /// as a part counts with it; `length` is what people are told.
  package var duration: RationalTime
  /// How many frames the film has on its canvas.
  package var frameCount: Int64
  package var media: [MediaReference]
  /// Drawn in this order over the background: the last one is on top.
  package var layers: [Layer]
  /// In the order of their times; no two at once.
  package var transitions: [Transition]
  /// Added up; the order only matters to readers.
  package var sounds: [Sound]
  /// Kept as streams of the outputs, in their order there.
  package var subtitles: [SubtitleStream]
  /// Subtitles that are files beside the film.
  package var sidecars: [SubtitleSidecar] = []
  /// The picture that players show for the file, by its place among the media; nil without one.
  package var cover: Int?
  /// The films that it shows as a whole: named sequences and other scripts.
  package var films: [NestedFilm]
  /// What becomes a track of its own besides the mix.
  package var stems: [SoundStem]
  /// The film as each track of sound plays it, where an output says what is heard in its tracks: nothing that is seen, and
  /// some of the sounds. Nil where all sounds are one mix.
  package var mixes: [Composition]?
  /// What must be true of the sound; it changes nothing of the film.
  package var soundChecks: SoundChecks
  /// The files of colours that filters read.
  package var luts: [LUT]
  /// In the order of their times.
  package var chapters: [Chapter] = []
  /// What must be true of a file that is made of it.
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
  /// The file of its cover.
  package var coverFile: MediaReference? { cover.flatMap { media.indices.contains($0) ? media[$0] : nil } }
}

extension Canvas {
  /// The canvas of a film that is only heard: it has no size, and its frames are the samples of the mix. Ends of items,
  /// parts and chapters are therefore exact to the sample.
  package static func withoutPicture(_ mix: MixFormat) -> Canvas {
    Canvas(size: PixelSize(width: 0, height: 0), rate: mix.grid)
  }

  package var hasPicture: Bool { size.width > 0 }
}

extension MixFormat {
  /// The samples as a rate.
  package var grid: FrameRate { FrameRate(Int64(sampleRate)) ?? .onePerSecond }
}

extension Composition {
  /// The font files that it is drawn with, each once.
  package var fonts: [FontReference] {
    var seen: Set<FontReference> = []
    let own = layers.flatMap { layer -> [FontReference] in
      if case .text(let words) = layer.picture { words.fonts } else { [] }
    }
    return (own + films.flatMap(\.composition.fonts)).filter { seen.insert($0).inserted }
  }

  /// The files of colours that it reads, and those that the films in it read.
  package var readLUTs: [LUT] { luts + films.flatMap(\.composition.readLUTs) }

  /// The paths of all files that its frames and its sound are made of, each once and sorted.
  package var readFiles: [String] {
    Array(Set(media.map(\.path) + fonts.map(\.path) + fontPaths + readLUTs.map(\.path))).sorted()
  }

  /// Whether a filter of FFmpeg works in it or in a film within it.
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
  /// 1 mono, 2 stereo, 6 5.1, 8 7.1.
  package var channelCount: Int
  /// The loudness that the whole film is brought to, in LUFS as EBU R 128 measures it; nil leaves it alone.
  package var loudness: Double?
  /// The highest true peak, in dBTP; nil leaves peaks alone.
  package var peak: Double?

  /// Whether it is measured as a whole before any of it is done.
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

/// A file that the film reads, and what was known of it when the film was resolved.
package struct MediaReference: Hashable, Sendable, Codable {
  /// As the script names it, for messages and listings.
  package var spelling: String
  /// Where this machine finds it.
  package var path: String
  /// With what the script says otherwise already in them.
  package var facts: MediaFacts
  package var reading: MediaReading
  /// The packets of its streams, if an output copies; they do not change the film.
  package var coded: CodedMedia?

  package init(spelling: String, path: String, facts: MediaFacts, reading: MediaReading = MediaReading()) {
    self.spelling = spelling
    self.path = path
    self.facts = facts
    self.reading = reading
  }
}

extension Composition {
  /// The length of the film: the end of its last frame.
  package var length: RationalTime { (try? canvas.rate.start(ofFrame: frameCount)) ?? duration }
}
