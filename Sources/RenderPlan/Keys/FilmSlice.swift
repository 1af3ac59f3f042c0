import Basics
import Composition
import ContentDigest

/// Everything that a part of a film shows or plays, as a value whose digest becomes a key.
///
/// `film` is the composition itself, cut to the part, so any property added to its values becomes part of the
/// key; `Composition.leaveOutWhatIsNotSeen()` and similar functions name each omission, with its reason.
/// Times count from the start of the part, and references are numbered in the order of their first use, so
/// the same pictures have the same value anywhere in a film.
///
/// Facts of media that rendering uses are included, although they follow from the bytes: a plan that states
/// other facts about the same file, by mistake or by intent, has other keys.
struct FilmSlice: Encodable {
  var film: Composition
  /// The streams that pictures and sounds read, which `media` in `film` indexes.
  var streams: [ContentDigest] = []
  /// The nested films, which layers and sounds in `film` index.
  var films: [ContentDigest] = []
  /// The version of FFmpeg's filter library; nil if no filter of FFmpeg is used.
  var filterLibrary: String?
  /// The versions of the libraries that draw text; nil if there is no text.
  var textLibraries: String?
  /// The version of the library that measures loudness; nil if none is measured.
  var loudnessLibrary: String?
  /// The first frame's number in the film if subtitles are animated: libass draws them by the film's own
  /// milliseconds.
  var firstFrame: Int64?
}

/// What the bytes of a segment depend on.
struct EncodedPictures: Encodable {
  let engine: String
  let encoding: VideoEncoding
  let shown: FilmSlice
  /// The preceding pictures whose digests the entry contains; nil if there are none.
  var before: ComparedPictures?

  struct ComparedPictures: Encodable {
    let media: ContentDigest
    let stream: Int
    let pictures: Range<Int64>
    /// The layer of the segment that shows them.
    let layer: Int?
  }
}

/// What the bytes of an encoded mix depend on.
struct EncodedSound: Encodable {
  let engine: String
  /// Nil if the samples are not encoded.
  let encoding: AudioEncoding?
  let samples: Range<Int64>
  /// The sounds of a stem; nil for the whole mix.
  let stem: [Int]?
  let heard: FilmSlice
}

/// What the levels of one sound depend on.
struct SoundWaveform: Encodable {
  let engine: String
  let heard: FilmSlice
}

/// What copied video packets depend on.
struct PicturePackets: Encodable {
  let engine: String
  let media: ContentDigest
  let origin: RationalTime
  /// Nil if the file has no such stream.
  let track: VideoTrackFacts?
  let rate: FrameRate
  let copied: CopiedPictures
}

/// What copied audio packets depend on.
struct SoundPackets: Encodable {
  let engine: String
  let media: ContentDigest
  let origin: RationalTime
  /// Nil if the file has no such stream.
  let track: AudioTrackFacts?
  let copied: CopiedSound
}

/// How a video stream is read.
struct PictureStream: Encodable {
  let media: ContentDigest
  let stream: Int
  let origin: RationalTime
  let reading: MediaReading
  /// With overrides by the script; nil if the file has no such stream.
  let track: VideoTrackFacts?
  /// How an SVG is drawn; nil for other files.
  var vector: VectorReading?
  /// The versions of the libraries that draw it.
  var vectorLibraries: String?
}

/// How an audio stream is read.
struct SoundStream: Encodable {
  let media: ContentDigest
  let stream: Int
  let origin: RationalTime
  let damage: MediaReading.Damage
  /// What a file without a header contains; nil for other files.
  let raw: RawForm?
}

/// A nested film as a whole.
struct WholeFilm: Encodable {
  let film: NestedFilm
  /// `film` without its own composition, which is represented here.
  let slice: FilmSlice
}

// MARK: - Omissions from keys

extension Composition {
  /// Removes whatever no pixel of a slice depends on.
  mutating func leaveOutWhatIsNotSeen() {
    leaveOutWhatIsNeverEncoded()
    mix = MixFormat()  // Only audible.
    sounds = []  // Only audible.
    stems = []  // Only audible.
    duration = .zero  // A slice has a number of frames instead.
  }

  /// Removes whatever no sample of the mix depends on.
  ///
  /// `duration` stays in a nested film, where it ends the sound. The film itself has a number of samples.
  mutating func leaveOutWhatIsNotHeard(isWhole: Bool) {
    leaveOutWhatIsNeverEncoded()
    // Sounds have timeline times in seconds. A mastered mix depends on the whole film, and so on its length:
    canvas = Canvas(size: PixelSize(width: 0, height: 0), rate: mix.isMastered ? canvas.rate : .onePerSecond)
    if !mix.isMastered { frameCount = 0 }
    if !isWhole { duration = .zero }
    layers = []  // Only visible.
    transitions = []  // Only visible; their sounds have their own fades.
    stems = []  // Each is a separate mix.
    luts = []  // Only visible.
  }

  private mutating func leaveOutWhatIsNeverEncoded() {
    media = []  // Named by digest in `FilmSlice.streams`.
    mixes = nil  // Each is a separate film.
    films = []  // Named by digest in `FilmSlice.films`.
    subtitles = []  // Separate streams of the finished file.
    sidecars = []  // Separate files.
    cover = nil  // Written into the finished file.
    chapters = []  // Written into the finished file.
    soundChecks = SoundChecks()  // Checks of the finished file.
    fileChecks = FileChecks()  // Checks of the finished file.
  }
}

extension Layer {
  mutating func leaveOutWhatIsNotSeen() {
    label = ""  // For people.
    name = nil  // For people.
  }
}

extension Transition {
  mutating func leaveOutWhatIsNotSeen() {
    label = ""  // For people.
  }
}

extension Sound {
  mutating func leaveOutWhatIsNotHeard() {
    label = ""  // For people.
    name = nil  // For people.
    language = nil  // Written into the finished file.
    // Without a change of speed, the pitch rule has no effect.
    if content.clock.map({ $0.constantSpeed == .normalSpeed }) ?? true { pitch = .keep }
  }
}

extension NestedFilm {
  mutating func leaveOutWhatIsNotSeen() {
    name = ""  // For people.
    media = []  // Indices into a list of files.
  }
}

extension LUT {
  mutating func leaveOutWhatIsNotSeen() {
    spelling = ""  // For people.
    path = ""  // The digest identifies the file.
  }
}

extension ShownWords {
  mutating func leaveOutWhatIsNotSeen() {
    // The spelling of a font file: the digests of the fonts identify it.
    if case .file = text.font { text.font = .file("") }
    // The location of fonts on this machine.
    for index in fonts.indices { fonts[index].path = "" }
  }
}

extension VectorReading {
  mutating func leaveOutWhatIsNotSeen() {
    // The location of fonts on this machine.
    for index in fonts.indices { fonts[index].path = "" }
  }
}

extension SubtitlePicture {
  mutating func leaveOutWhatIsNotSeen() {
    // The location of fonts on this machine.
    for index in fonts.files.indices { fonts.files[index].path = "" }
    // The name of the speaker is not drawn.
    for index in events.indices { events[index].event.name = "" }
  }
}

extension AudioEncoding {
  mutating func leaveOutWhatIsNotEncoded() {
    // Has no effect for lossless codecs.
    if codec.isLossless { bitRate = 0 }
  }
}

extension CopiedPictures {
  mutating func leaveOutWhatTheFileSays() {
    media = 0  // The digest identifies the file.
  }
}

extension CopiedSound {
  mutating func leaveOutWhatTheFileSays() {
    media = 0  // The digest identifies the file.
  }
}
