package import Basics
package import Composition

/// A name for a file, and settings for reading it.
package struct MediaDeclaration: Hashable, Sendable {
  package var name: Located<String>
  /// Relative to the script's folder; an image sequence has a placeholder for the number.
  package var file: Located<String>
  /// The URLs from which the file can be fetched, in order of preference; nil if not written.
  package var from: Located<[Located<String>]>?
  /// The transcript, relative to the script's folder; nil if not written.
  package var words: Located<String>?
  /// Where it is on the clock of an event.
  package var sync = MediaSync()
  package var settings: MediaSettings
  /// The playback of an image sequence.
  package var frames: ImageFrames

  package init(
    name: Located<String>, file: Located<String>, settings: MediaSettings = MediaSettings(),
    frames: ImageFrames = ImageFrames()
  ) {
    self.name = name
    self.file = file
    self.settings = settings
    self.frames = frames
  }
}

/// `sync: {at: 12.345062s, speed: 1.000145x}`: when a recording starts on the clock of an event, and how fast it
/// plays to stay with it. Without values it is the clock itself.
package struct MediaSync: Hashable, Sendable {
  package var at: Located<SyncTime>?
  package var speed: Located<Speed>?

  package init() {}
}

/// Corrections of what a file states about itself; nil if not written.
package struct MediaSettings: Hashable, Sendable {
  package var sha256: Located<String>?
  package var streams = MediaStreams()
  package var deinterlace: Located<DeinterlaceWord>?
  package var orientation: Located<OrientationWord>?
  package var pixelAspect: Located<PixelAspect>?
  package var aperture: Located<ApertureWord>?
  package var color: Located<CanvasColor>?
  package var alpha: Located<AlphaWord>?
  package var onDamage: Located<DamageWord>?
  package var raw = RawSettings()

  package init() {}
}

/// `raw: {pixel-format: rgba, size: 640x360, rate: 25}`: what a file without a header contains. Empty for other files.
package struct RawSettings: Hashable, Sendable {
  package var pixelFormat: Located<RawPixelFormat>?
  package var size: Located<PixelSize>?
  /// Pictures per second; nil for a single picture.
  package var rate: Located<FrameRate>?
  package var sampleFormat: Located<RawSampleFormat>?
  /// Samples per second.
  package var sampleRate: Located<Int>?
  package var channels: Located<ChannelLayoutName>?

  package init() {}

  /// Where it is written; nil if it is not. What cannot be read of it is absent.
  package var place: SourceRange? {
    pixelFormat?.range ?? sampleFormat?.range ?? size?.range ?? sampleRate?.range ?? rate?.range
      ?? channels?.range
  }

  /// Nil if it is not written, or lacks something.
  package var form: RawForm? {
    if let format = pixelFormat?.value, let size = size?.value {
      return .pictures(RawPictures(format: format, size: size, rate: rate?.value))
    }
    guard let format = sampleFormat?.value, let rate = sampleRate?.value, let channels = channels?.value
    else { return nil }
    return .samples(RawSamples(format: format, rate: rate, channelCount: channels.count))
  }
}

/// The tracks of a file that are used; each kind is numbered from 0.
package struct MediaStreams: Hashable, Sendable {
  package var video: Located<Int>?
  package var audio: Located<Int>?
  package var language: Located<String>?
  package var use: Located<TrackUse>?

  package init() {}
}
