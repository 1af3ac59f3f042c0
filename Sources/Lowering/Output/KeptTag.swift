import MediaFacts

/// What a tag of a media file is to a film, by the name that files give it.
package struct KeptTag: Hashable, Sendable {
  /// In small letters, as files of all kinds call it.
  package let name: String
  /// Of names that mean the same, the smaller one comes first.
  let rank: Int

  /// Nil for what is about the file alone: its brands, its encoder, its place among others.
  init?(_ tag: MediaTag) {
    let written = tag.name.lowercased()
    if let known = Self.otherNames[written] {
      (name, rank) = (known.name, known.rank)
    } else {
      guard !Self.isAboutTheFile(written) else { return nil }
      (name, rank) = (written, 0)
    }
  }

  /// Whether it says where the media were made, or with what.
  package var tellsPlaceOrDevice: Bool {
    Self.places.contains { name.contains($0) } || Self.devices.contains { name.contains($0) }
  }

  /// Whether it says what the media are, and nothing of where they were made or with what: only names of which that
  /// is certain.
  var isFitForSharing: Bool { Self.sharedNames.contains(name) }

  static let ranks = 0...3

  private static let sharedNames: Set = [
    "title", "artist", "album", "album_artist", "composer", "performer", "genre", "date", "copyright",
    "description",
    "synopsis", "comment", "lyrics", "grouping", "show", "keywords", "publisher",
  ]

  private static let places = ["location", "gps", "latitude", "longitude", "altitude", "geo"]
  private static let devices = [
    "make", "model", "manufacturer", "software", "firmware", "serial", "device", "camera", "lens", "android",
    "identifier", "uuid", "imei", "xmp", "exif",
  ]

  /// Names of one program or one kind of file for what others call otherwise.
  private static let otherNames: [String: (name: String, rank: Int)] = [
    "author": ("artist", 2),
    "location-eng": ("location", 1),
    "com.android.manufacturer": ("make", 2),
    "com.android.model": ("model", 2),
    "year": ("date", 2),
    "creation_time": ("date", 3),
    "com.apple.quicktime.title": ("title", 1),
    "com.apple.quicktime.artist": ("artist", 1),
    "com.apple.quicktime.author": ("artist", 3),
    "com.apple.quicktime.album": ("album", 1),
    "com.apple.quicktime.genre": ("genre", 1),
    "com.apple.quicktime.copyright": ("copyright", 1),
    "com.apple.quicktime.description": ("description", 1),
    "com.apple.quicktime.comment": ("comment", 1),
    "com.apple.quicktime.keywords": ("keywords", 1),
    "com.apple.quicktime.make": ("make", 1),
    "com.apple.quicktime.model": ("model", 1),
    "com.apple.quicktime.software": ("software", 1),
    "com.apple.quicktime.location.iso6709": ("location", 1),
    "com.apple.quicktime.creationdate": ("date", 1),
  ]

  private static let namesOfTheFile: Set = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "encoded_by", "encoding_tool", "duration",
    "timecode", "track", "disc", "handler_name", "vendor_id", "language", "encoding", "hw",
  ]

  private static func isAboutTheFile(_ name: String) -> Bool {
    namesOfTheFile.contains(name) || name.hasPrefix("_statistics") || name.hasPrefix("chapter")
  }
}
