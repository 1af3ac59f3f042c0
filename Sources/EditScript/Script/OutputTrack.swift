package import Basics

/// One of several tracks of sound of an output.
package struct OutputTrack: Hashable, Sendable {
  package var range: SourceRange
  /// What players and messages call it.
  package var name: Located<String>?
  /// Three letters.
  package var language: Located<String>?
  package var isDefault: Located<Bool>?
  /// The items that are heard in it; nil for all of them.
  package var only: Located<[Located<String>]>?
  /// The items that are not heard in it.
  package var without: Located<[Located<String>]>?
  package var codec: Located<String>?
  /// Bits a second.
  package var bitRate: Located<Int64>?
  package var channels: Located<ChannelLayoutName>?

  package init(range: SourceRange) { self.range = range }

  /// How it is encoded.
  package var settings: AudioSettings {
    var settings = AudioSettings()
    (settings.codec, settings.bitRate, settings.channels) = (codec, bitRate, channels)
    settings.title = name
    return settings
  }
}

/// What is written under `audio` of an output: the settings of its sound, or a list of tracks.
package struct OutputSound: Hashable, Sendable {
  package var settings = AudioSettings()
  package var tracks: [OutputTrack] = []

  package init(settings: AudioSettings) { self.settings = settings }

  /// Keys that count for the whole sound read those of the first track.
  package init(tracks: [OutputTrack]) {
    self.tracks = tracks
    settings = tracks.first?.settings ?? AudioSettings()
  }
}
