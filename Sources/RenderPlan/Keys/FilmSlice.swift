import Basics
import Composition
import ContentDigest

/// Everything that a part of a film shows or plays, as a value whose digest becomes a key.
///
/// `film` is the composition itself, cut to the part. A property that is added to any of its values is therefore in
/// the key at once; `Composition.leaveOutWhatIsNotSeen()` and similar functions name each omission, with its reason.
/// Times count from the start of the part, and what the film calls by number is numbered in the order of its first
/// use, so the same pictures have the same value wherever they are in a film.
///
/// The facts of media that pictures and sounds are made with are in it, although they follow from the bytes: a plan that says
/// others of the same file, by mistake or by intent, has other keys.
struct FilmSlice: Encodable {
  var film: Composition
  /// The streams that pictures and sounds read: what `media` in `film` counts.
  var streams: [ContentDigest] = []
  /// The films that it shows as a whole: what layers and sounds in `film` count.
  var films: [ContentDigest] = []
  /// The build of FFmpeg's filters; nil if none of them works here.
  var filterLibrary: String?
  /// The builds of the libraries that draw words; nil if there are none.
  var textLibraries: String?
  /// The build of the library that measures loudness; nil if none is measured.
  var loudnessLibrary: String?
  /// The first frame's number in the film if subtitles move in it: libass draws them by the film's own milliseconds.
  var firstFrame: Int64?
}

/// What a segment's bytes depend on.
struct EncodedPictures: Encodable {
  let engine: String
  let encoding: VideoEncoding
  let shown: FilmSlice
  /// The pictures before it whose digests it holds; nil if it holds none.
  var before: ComparedPictures?

  struct ComparedPictures: Encodable {
    let media: ContentDigest
    let stream: Int
    let pictures: Range<Int64>
    /// Which of the layers of the segment shows them.
    let layer: Int?
  }
}

/// What the bytes of an encoded mix depend on.
struct EncodedSound: Encodable {
  let engine: String
  /// Nil if the samples are not encoded.
  let encoding: AudioEncoding?
  let samples: Range<Int64>
  /// The sounds that a stem holds; nil for the whole mix.
  let stem: [Int]?
  let heard: FilmSlice
}

/// What copied packets of pictures depend on.
struct PicturePackets: Encodable {
  let engine: String
  let media: ContentDigest
  let origin: RationalTime
  /// Nil if the file has no such stream.
  let track: VideoTrackFacts?
  let rate: FrameRate
  let copied: CopiedPictures
}

/// What copied packets of sound depend on.
struct SoundPackets: Encodable {
  let engine: String
  let media: ContentDigest
  let origin: RationalTime
  /// Nil if the file has no such stream.
  let track: AudioTrackFacts?
  let copied: CopiedSound
}

/// How a stream of pictures is read.
struct PictureStream: Encodable {
  let media: ContentDigest
  let stream: Int
  let origin: RationalTime
  let reading: MediaReading
  /// With what the script says otherwise; nil if the file has no such stream.
  let track: VideoTrackFacts?
}

/// How a stream of sound is read.
struct SoundStream: Encodable {
  let media: ContentDigest
  let stream: Int
  let origin: RationalTime
  let damage: MediaReading.Damage
}

/// A film that another one shows, whole.
struct WholeFilm: Encodable {
  let film: NestedFilm
  /// `film` without its own composition, which is in here.
  let slice: FilmSlice
}

// MARK: - What is left out of keys

extension Composition {
  /// What no pixel of a slice depends on.
  mutating func leaveOutWhatIsNotSeen() {
    leaveOutWhatIsNeverEncoded()
    mix = MixFormat()  // Is heard.
    sounds = []  // Are heard.
    stems = []  // Are heard.
    duration = .zero  // A slice has a number of frames.
  }

  /// What no sample of the mix depends on.
  ///
  /// `duration` stays where a film is played by another one: it ends the sound. Of the film itself the samples are
  /// counted.
  mutating func leaveOutWhatIsNotHeard(isWhole: Bool) {
    leaveOutWhatIsNeverEncoded()
    // Sounds are on the timeline in seconds. A mix that is mastered depends on the whole film, which is so long:
    canvas = Canvas(size: PixelSize(width: 0, height: 0), rate: mix.isMastered ? canvas.rate : .onePerSecond)
    if !mix.isMastered { frameCount = 0 }
    if !isWhole { duration = .zero }
    layers = []  // Are seen.
    transitions = []  // Are seen; their sounds have fades of their own.
    stems = []  // Each is a mix of its own.
    luts = []  // Are seen.
  }

  private mutating func leaveOutWhatIsNeverEncoded() {
    media = []  // Named by digest in `FilmSlice.streams`.
    mixes = nil  // Each is a film of its own.
    films = []  // Named by digest in `FilmSlice.films`.
    subtitles = []  // Are streams of the finished file.
    sidecars = []  // Are files of their own.
    cover = nil  // Is written into the finished file.
    chapters = []  // Stand in the finished file.
    soundChecks = SoundChecks()  // Are checks of the finished file.
    fileChecks = FileChecks()  // Are checks of the finished file.
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
    language = nil  // Stands in the finished file.
    // The pitch follows the speed: without a speed there is nothing to follow.
    if content.clock.map({ $0.constantSpeed == .normalSpeed }) ?? true { pitch = .keep }
  }
}

extension NestedFilm {
  mutating func leaveOutWhatIsNotSeen() {
    name = ""  // For people.
    media = []  // Its place in a list of files.
  }
}

extension LUT {
  mutating func leaveOutWhatIsNotSeen() {
    spelling = ""  // For people.
    path = ""  // The digest says which file it is.
  }
}

extension ShownWords {
  mutating func leaveOutWhatIsNotSeen() {
    // The spelling of a font file: the digests of the fonts say what is drawn.
    if case .file = text.font { text.font = .file("") }
    // Where fonts are on this machine.
    for index in fonts.indices { fonts[index].path = "" }
  }
}

extension SubtitlePicture {
  mutating func leaveOutWhatIsNotSeen() {
    // Where fonts are on this machine.
    for index in fonts.files.indices { fonts.files[index].path = "" }
    // Who speaks: not drawn.
    for index in events.indices { events[index].event.name = "" }
  }
}

extension AudioEncoding {
  mutating func leaveOutWhatIsNotEncoded() {
    // Has no meaning for codecs that lose nothing.
    if codec.isLossless { bitRate = 0 }
  }
}

extension CopiedPictures {
  mutating func leaveOutWhatTheFileSays() {
    media = 0  // The digest says which file it is.
  }
}

extension CopiedSound {
  mutating func leaveOutWhatTheFileSays() {
    media = 0  // The digest says which file it is.
  }
}
