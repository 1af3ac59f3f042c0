package import Basics

/// The settings of one output file: everything that its encoders and its container require.
package struct OutputSettings: Hashable, Sendable, Codable {
  /// As the script or the command line spells it, relative to the script's folder or to the caller's.
  package var file: String
  package var container: Container
  /// Whether the index precedes the media, so playback can start before the file is complete.
  package var isFastStart: Bool
  /// Nil for a file without a picture.
  package var video: VideoEncoding?
  /// Nil for a file without sound.
  package var audio: AudioEncoding?
  /// The audio tracks, if the script lists them; `audio` is the encoding of the first.
  package var tracks: [TrackSettings]?
  /// The file's metadata.
  package var labels = FileLabels()
  /// The largest size in bytes; nil if there is no limit.
  package var sizeLimit: Int64?
  /// The tracks that are copied instead of encoded.
  package var copied: CopiedTracks
  /// The settings of a smart render; nil for other renders.
  package var smart: SmartSettings?
  /// The number in the name of the first picture; nil for an output in one file.
  package var firstNumber: Int64?
  /// Whether the output is a single picture of the film.
  package var isStill = false
  /// The frame that players show as the cover; nil if there is no cover or the cover is a file.
  package var coverFrame: Int64?
  /// The length of a fragment in frames; nil for an unfragmented file.
  package var fragmentFrames: Int64?
  /// The timecode of the film's first frame; nil for a file without one.
  package var timecode: StartTimecode?
  /// How often an animation plays, 0 means endlessly; nil for other files.
  package var plays: Int?

  /// How the file stores subtitle streams; nil if it cannot.
  package var subtitleForm: ContainerDeclaration.SubtitleForm? {
    // FFmpeg omits the durations of cues in fragments.
    fragmentFrames == nil ? container.declaration.subtitles : nil
  }

  /// Whether each frame becomes a file, with its number in the name.
  package var isSeries: Bool { container.isPictures && !isStill }

  /// Whether the file can contain a cover.
  package var holdsCover: Bool { container.declaration.holdsCover }

  /// The most fragments that a file's index can list.
  package static let mostFragments: Int64 = 65535

  package init(
    file: String, container: Container, isFastStart: Bool = true, video: VideoEncoding?,
    audio: AudioEncoding?, copied: CopiedTracks = CopiedTracks()
  ) {
    self.copied = copied
    self.file = file
    self.container = container
    self.isFastStart = isFastStart
    self.video = video
    self.audio = audio
  }
}

/// A timecode as a number of frames since midnight.
package struct StartTimecode: Hashable, Sendable, Codable {
  package var frame: Int64
  package var isDropFrame: Bool

  package init(frame: Int64, isDropFrame: Bool) {
    self.frame = frame
    self.isDropFrame = isDropFrame
  }
}

/// The tracks that an output copies from its media packet by packet.
package struct CopiedTracks: Hashable, Sendable, Codable {
  package var pictures: Bool
  package var sound: Bool
  /// The other audio tracks of the file that the sound is copied from.
  package var otherTracks: Bool

  package init(pictures: Bool = false, sound: Bool = false, otherTracks: Bool = false) {
    self.pictures = pictures
    self.sound = sound
    self.otherTracks = otherTracks
  }
}

/// The settings of a smart render, which copies pictures wherever the film shows them unchanged.
package struct SmartSettings: Hashable, Sendable, Codable {
  /// The encoding of pictures that are not copied, before it adopts codec, profile and form of the copied
  /// ones.
  package var edges: VideoEncoding
  /// The codec that the script names; nil if the media decide.
  package var codec: VideoCodec?
  /// Whether the sound is copied if it is one take of one file.
  package var copiesSound: Bool
  /// Whether the whole film may be copied or encoded instead, if that is cheaper (`mode: auto`).
  package var isOptional: Bool

  package init(edges: VideoEncoding, codec: VideoCodec?, copiesSound: Bool, isOptional: Bool) {
    self.copiesSound = copiesSound
    self.edges = edges
    self.codec = codec
    self.isOptional = isOptional
  }
}

/// How a sound is encoded.
package struct AudioEncoding: Hashable, Sendable, Codable {
  package var codec: SoundCodec
  /// Bits per second; lossless codecs ignore it.
  package var bitRate: Int64
  /// Whether a packet starts at every whole second, for codecs with packets of any length.
  package var hasSteadyPackets: Bool?

  package init(codec: SoundCodec = .aac, bitRate: Int64 = 192_000) {
    self.codec = codec
    self.bitRate = bitRate
  }
}

/// The settings of one of several audio tracks.
package struct TrackSettings: Hashable, Sendable, Codable {
  /// The title for players; nil if the script sets none.
  package var name: String?
  /// As three letters; nil if it comes from the media or is unknown.
  package var language: String?
  /// Whether players play it by default.
  package var isDefault: Bool
  package var audio: AudioEncoding

  package init(name: String?, language: String?, isDefault: Bool, audio: AudioEncoding) {
    self.name = name
    self.language = language
    self.isDefault = isDefault
    self.audio = audio
  }
}

/// Requirements for a finished file other than its sound; checked after a render.
package struct FileChecks: Hashable, Sendable, Codable {
  /// The largest size in bytes.
  package var largest: Int64?
  /// The longest permitted stretch of black.
  package var black: RationalTime?
  package var flashes: FlashCheck?
  /// The longest permitted stretch of equal pictures.
  package var freeze: RationalTime?
  package var gamut: GamutLimits?

  package init(
    largest: Int64? = nil, black: RationalTime? = nil, flashes: FlashCheck? = nil,
    freeze: RationalTime? = nil,
    gamut: GamutLimits? = nil
  ) {
    self.largest = largest
    self.black = black
    self.flashes = flashes
    self.freeze = freeze
    self.gamut = gamut
  }
}

/// The levels of colours that a picture must keep within; without changes, those of EBU R 103.
package struct GamutLimits: Hashable, Sendable, Codable {
  /// Codes of 8 bits in limited range.
  package var lowest = 5
  package var highest = 246
  /// The share of a picture that may be outside of them, from 0 to 1.
  package var area = 0.01

  package init() {}
}

/// Requirements for the sound of a finished file; checked after a render.
package struct SoundChecks: Hashable, Sendable, Codable {
  /// In LUFS; `tolerance` applies in both directions.
  package var loudness: Double?
  package var tolerance: Double
  /// The highest true peak, in dBTP.
  package var peak: Double?
  /// The longest permitted stretch of silence.
  package var silence: RationalTime?
  /// The highest loudness of any 3 s and of any 400 ms, in LUFS.
  package var shortTerm: Double?
  package var momentary: Double?
  /// The highest loudness range, in LU.
  package var range: Double?
  /// The lowest correlation of left and right.
  package var phase: Double?

  package init(
    loudness: Double? = nil, tolerance: Double = 1, peak: Double? = nil, silence: RationalTime? = nil,
    shortTerm: Double? = nil, momentary: Double? = nil, range: Double? = nil, phase: Double? = nil
  ) {
    self.loudness = loudness
    self.tolerance = tolerance
    self.peak = peak
    self.silence = silence
    self.shortTerm = shortTerm
    self.momentary = momentary
    self.range = range
    self.phase = phase
  }

  package var isEmpty: Bool { self == SoundChecks(tolerance: tolerance) }
}

/// Sounds of a film that also form a separate track, in addition to the mix.
package struct SoundStem: Hashable, Sendable, Codable {
  package var name: String
  package var language: String?
  package var sounds: [Int]

  package init(name: String, language: String? = nil, sounds: [Int]) {
    self.name = name
    self.language = language
    self.sounds = sounds
  }
}
