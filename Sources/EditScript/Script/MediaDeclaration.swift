package import Composition

/// A name for a file, and what the script says about reading the file.
package struct MediaDeclaration: Hashable, Sendable {
  package var name: Located<String>
  /// Relative to the script's folder; with a place for a number for an image sequence.
  package var file: Located<String>
  package var settings: MediaSettings
  /// How its pictures are played, where it is an image sequence.
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

/// What an author knows about a file better than the file does; nil where nothing is written.
package struct MediaSettings: Hashable, Sendable {
  package var sha256: Located<String>?
  package var streams = MediaStreams()
  package var deinterlace: Located<DeinterlaceWord>?
  package var orientation: Located<OrientationWord>?
  package var color: Located<CanvasColor>?
  package var alpha: Located<AlphaWord>?
  package var onDamage: Located<DamageWord>?

  package init() {}
}

/// Which streams of a file are used; numbers count from 0 among those of a kind.
package struct MediaStreams: Hashable, Sendable {
  package var video: Located<Int>?
  package var audio: Located<Int>?
  package var language: Located<String>?

  package init() {}
}
