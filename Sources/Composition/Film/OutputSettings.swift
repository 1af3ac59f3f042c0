package import Basics
package import Vocabulary

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
  /// What the file says about itself.
  package var labels = FileLabels()
  /// How many bytes it may have; nil for as many as it takes.
  package var sizeLimit: Int64?
  /// What is not encoded after all, but copied as its files hold it.
  package var copied: CopiedTracks
  /// The number in the name of the first picture; nil for a file that holds the whole film.
  package var firstNumber: Int64?
  /// How often an animation plays, 0 for ever; nil for other files.
  package var plays: Int?

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

/// What an output takes from its media packet by packet.
package struct CopiedTracks: Hashable, Sendable, Codable {
  package var pictures: Bool
  package var sound: Bool

  package init(pictures: Bool = false, sound: Bool = false) {
    self.pictures = pictures
    self.sound = sound
  }
}

/// How a sound is encoded.
package struct AudioEncoding: Hashable, Sendable, Codable {
  package var codec: SoundCodec
  /// Bits a second; without a meaning for codecs that lose nothing.
  package var bitRate: Int64

  package init(codec: SoundCodec = .aac, bitRate: Int64 = 192_000) {
    self.codec = codec
    self.bitRate = bitRate
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
