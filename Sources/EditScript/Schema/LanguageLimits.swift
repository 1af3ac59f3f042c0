/// Limits on values of scripts, beyond their grammars.
package enum LanguageLimits {
  /// The longest side of a canvas, in pixels; the maximum of H.264 encoders.
  package static let canvasSide = 16384
  /// The pixels of a canvas, and of any picture drawn for it. The probe rejects files with larger pictures.
  package static let canvasPixels = 1 << 26
  /// The number in the name of the first picture of an image sequence.
  package static let pictureNumber = 999_999_999
  /// Frames a second.
  package static let frameRate: Int64 = 1000
  /// The longest distance between key frames, in frames.
  package static let keyFrameDistance: Int64 = 10_000
  /// Samples a second.
  package static let sampleRate = 192_000
  /// The number of unknown words of one script that get a suggestion: comparing words costs time, and nobody
  /// reads the thousandth list.
  package static let suggestions = 200
  /// The total bytes of all values with replaced variables.
  package static let replacedBytes = 1 << 20
  /// The nesting depth of sequences.
  package static let nestedFilms = 16
  /// The films in a film, each counted wherever it is played.
  package static let filmsInFilm = 1000
  /// The items of these films together.
  package static let itemsInFilms = 100_000
  /// The items of one `each`.
  package static let itemsOfEach = 10_000
  /// The entries of one `credits`.
  package static let entriesOfCredits = 2000
  /// The corners of a polygon.
  package static let polygonPoints = 64
  /// The pictures of an image sequence, including missing ones.
  package static let imagesInSequence = 20_000
  /// The URLs of one media file.
  package static let urlsOfFile = 8
  /// The bytes of one tag of a file; QuickTime stores the size in 16 bits.
  package static let tagBytes = 32_000
  /// The chapters of a file; Vorbis comments number them with three digits.
  package static let chapters = 1000
  /// The bytes of a chapter's name; MP4 stores the size in 8 bits.
  package static let chapterNameBytes = 255

  /// Whether a tag can contain the character: control characters would end or garble it.
  package static func mayStandInTags(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value >= 0x20 && scalar.value != 0x7F) || scalar == "\n" || scalar == "\t"
  }
}
