package import Basics

/// One of several audio tracks of an output.
package struct OutputTrack: Hashable, Sendable {
  package var range: SourceRange
  /// The name in players and messages.
  package var name: Located<String>?
  /// Three letters.
  package var language: Located<String>?
  package var isDefault: Located<Bool>?
  /// The items heard in it; nil for all of them.
  package var only: Located<[Located<String>]>?
  /// The items not heard in it.
  package var without: Located<[Located<String>]>?
  package var codec: Located<String>?
  /// Bits per second.
  package var bitRate: Located<Int64>?
  package var channels: Located<ChannelLayoutName>?

  package init(range: SourceRange) { self.range = range }

  /// The encoding settings.
  package var settings: AudioSettings {
    var settings = AudioSettings()
    (settings.codec, settings.bitRate, settings.channels) = (codec, bitRate, channels)
    settings.title = name
    return settings
  }
}

/// The value under `audio` of an output: settings, or a list of tracks.
package struct OutputSound: Hashable, Sendable {
  package var settings = AudioSettings()
  package var tracks: [OutputTrack] = []

  package init(settings: AudioSettings) { self.settings = settings }

  /// Keys that apply to all sound use the settings of the first track.
  package init(tracks: [OutputTrack]) {
    self.tracks = tracks
    settings = tracks.first?.settings ?? AudioSettings()
  }
}
