/// What values of scripts are held to, beyond what their grammars say.
package enum LanguageLimits {
  /// The longest side of a canvas, in pixels. H.264 encoders take no longer one.
  package static let canvasSide = 16384
  /// The pixels of a canvas, and of any picture that is drawn for it. The probe opens no larger picture of a file.
  package static let canvasPixels = 1 << 26
  /// The number in the name of the first of many pictures.
  package static let pictureNumber = 999_999_999
  /// Frames a second.
  package static let frameRate: Int64 = 1000
  /// The longest distance between key frames, in frames.
  package static let keyFrameDistance: Int64 = 10_000
  /// Samples a second.
  package static let sampleRate = 192_000
  /// How many unknown words of one script get a suggestion: comparing words costs time, and nobody reads the
  /// thousandth list.
  package static let suggestions = 200
  /// Bytes of all values together that are made of variables.
  package static let replacedBytes = 1 << 20
  /// How deep sequences play each other.
  package static let nestedFilms = 16
  /// How many films a film holds, each counted wherever it is played.
  package static let filmsInFilm = 1000
  /// How many items those hold together.
  package static let itemsInFilms = 100_000
  /// How many items an `each` stands for.
  package static let itemsOfEach = 10_000
  /// How many pictures an image sequence has, missing ones counted.
  package static let imagesInSequence = 20_000
  /// Bytes of one tag of a file; the size of one in QuickTime has sixteen bits.
  package static let tagBytes = 32_000
  /// How many chapters a file has; Vorbis comments number them in three digits.
  package static let chapters = 1000
  /// Bytes of a chapter's name; the size of one in MP4 has eight bits.
  package static let chapterNameBytes = 255

  /// Whether a tag can contain the character: control characters would end or garble it.
  package static func mayStandInTags(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value >= 0x20 && scalar.value != 0x7F) || scalar == "\n" || scalar == "\t"
  }
}
