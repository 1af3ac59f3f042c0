package import Basics

/// How one file is made from a film: everything an encoder or a container has to be told.
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
  /// Its tracks of sound where the script lists them; `audio` is how the first is encoded.
  package var tracks: [TrackSettings]?
  /// What the file says about itself.
  package var labels = FileLabels()
  /// How many bytes it may have; nil for as many as it takes.
  package var sizeLimit: Int64?
  /// What is not encoded after all, but copied as its files hold it.
  package var copied: CopiedTracks
  /// What is encoded of a film that is copied wherever nothing changes its media; nil for other films.
  package var smart: SmartSettings?
  /// The number in the name of the first picture; nil for everything that is one file.
  package var firstNumber: Int64?
  /// Whether it is one picture of the film, in one file.
  package var isStill = false
  /// The frame that players show for the file; nil for none, and for a picture that is a file.
  package var coverFrame: Int64?
  /// How many frames a fragment of the file lasts; nil for a file in one piece.
  package var fragmentFrames: Int64?
  /// The timecode of the film's first frame; nil for a file without one.
  package var timecode: StartTimecode?
  /// How often an animation plays, 0 for ever; nil for other files.
  package var plays: Int?

  /// How streams of subtitles are written into the file; nil if it has no place for them.
  package var subtitleForm: ContainerDeclaration.SubtitleForm? {
    // FFmpeg writes fragments without the lengths of cues.
    fragmentFrames == nil ? container.declaration.subtitles : nil
  }

  /// Whether each frame becomes a file, with its number in the name.
  package var isSeries: Bool { container.isPictures && !isStill }

  /// Whether the file holds a picture that players show for it.
  package var holdsCover: Bool { container.declaration.holdsCover }

  /// The most fragments that the index of a file has room for.
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

/// What an output takes from its media packet by packet.
package struct CopiedTracks: Hashable, Sendable, Codable {
  package var pictures: Bool
  package var sound: Bool

  package init(pictures: Bool = false, sound: Bool = false) {
    self.pictures = pictures
    self.sound = sound
  }
}

/// How a film is made whose pictures are copied where the film shows them as their media hold them.
package struct SmartSettings: Hashable, Sendable, Codable {
  /// How pictures are encoded that are not copied, before what the copied ones decide: codec, profile and form.
  package var edges: VideoEncoding
  /// The codec that the script names; nil leaves it to the media.
  package var codec: VideoCodec?
  /// Whether the sound is copied where it is one take of one file.
  package var copiesSound: Bool
  /// Whether the film is copied or encoded whole where that costs less (`mode: auto`).
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
  /// Bits a second; without a meaning for codecs that lose nothing.
  package var bitRate: Int64
  /// Whether a packet begins at each whole second, where the codec takes packets of any length.
  package var hasSteadyPackets: Bool?

  package init(codec: SoundCodec = .aac, bitRate: Int64 = 192_000) {
    self.codec = codec
    self.bitRate = bitRate
  }
}

/// One of several tracks of sound that a file is to have.
package struct TrackSettings: Hashable, Sendable, Codable {
  /// What players call it; nil if the script does not say it.
  package var name: String?
  /// In three letters; nil if it comes from the media or is not known.
  package var language: String?
  /// Whether players play it unless they are told otherwise.
  package var isDefault: Bool
  package var audio: AudioEncoding

  package init(name: String?, language: String?, isDefault: Bool, audio: AudioEncoding) {
    self.name = name
    self.language = language
    self.isDefault = isDefault
    self.audio = audio
  }
}

/// What must be true of a finished file besides its sound; a render looks at what it made.
package struct FileChecks: Hashable, Sendable, Codable {
  /// The most bytes that it may have.
  package var largest: Int64?
  /// The longest stretch of black.
  package var black: RationalTime?

  package init(largest: Int64? = nil, black: RationalTime? = nil) {
    self.largest = largest
    self.black = black
  }
}

/// What must be true of the sound of a finished file; a render listens to what it made.
package struct SoundChecks: Hashable, Sendable, Codable {
  /// In LUFS, and how far it may be from that to both sides.
  package var loudness: Double?
  package var tolerance: Double
  /// The highest true peak, in dBTP.
  package var peak: Double?
  /// The longest stretch of silence.
  package var silence: RationalTime?

  package init(
    loudness: Double? = nil, tolerance: Double = 1, peak: Double? = nil, silence: RationalTime? = nil
  ) {
    self.loudness = loudness
    self.tolerance = tolerance
    self.peak = peak
    self.silence = silence
  }

  package var isEmpty: Bool { loudness == nil && peak == nil && silence == nil }
}

/// Some sounds of a film that become a track of their own, besides the whole mix.
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
