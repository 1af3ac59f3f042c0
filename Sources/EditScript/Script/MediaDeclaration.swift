/// A name for a file, and what the script says about reading the file.
package struct MediaDeclaration: Hashable, Sendable {
  package var name: Located<String>
  /// Relative to the script's folder.
  package var file: Located<String>
  package var settings: MediaSettings

  package init(name: Located<String>, file: Located<String>, settings: MediaSettings = MediaSettings()) {
    self.name = name
    self.file = file
    self.settings = settings
  }
}

/// A file as one entry of `media` writes it.
struct MediaEntry: Hashable, Sendable {
  var file: Located<String>
  var settings = MediaSettings()
}

/// What an author knows about a file better than the file does; nil where nothing is written.
package struct MediaSettings: Hashable, Sendable {
  package var sha256: Located<String>?
  package var streams = MediaStreams()
  package var deinterlace: Located<DeinterlaceWord>?
  package var orientation: Located<OrientationWord>?
  package var color: Located<ColorSpaceName>?
  package var alpha: Located<AlphaWord>?

  package init() {}

  /// Each key with its value, in canonical spelling; nil where it is not written.
  package var texts: [(key: String, text: String?)] {
    [
      ("sha256", sha256?.value), ("streams.video", streams.video.map { "\($0.value)" }),
      ("streams.audio", streams.audio.map { "\($0.value)" }), ("streams.language", streams.language?.value),
      ("deinterlace", deinterlace?.value.rawValue), ("orientation", orientation?.value.rawValue),
      ("color", color?.value.rawValue), ("alpha", alpha?.value.rawValue),
    ]
  }
}

/// Which streams of a file are used; numbers count from 0 among those of a kind.
package struct MediaStreams: Hashable, Sendable {
  package var video: Located<Int>?
  package var audio: Located<Int>?
  package var language: Located<String>?

  package init() {}
}
