import Composition

/// A tag of a media file that a film can keep.
package struct KeptTag: Hashable, Sendable {
  /// In lower case, the same for all containers.
  package let name: String
  /// Among names with the same meaning, the lower rank takes precedence.
  let rank: Int

  /// Nil for tags about the file itself: brands, encoder, track number.
  init?(_ tag: MediaTag) {
    let written = tag.name.lowercased()
    if let known = Self.otherNames[written] {
      (name, rank) = (known.name, known.rank)
    } else {
      guard !Self.isAboutTheFile(written) else { return nil }
      (name, rank) = (written, 0)
    }
  }

  /// Whether it reveals the place of a recording or the device.
  package var tellsPlaceOrDevice: Bool {
    Self.places.contains { name.contains($0) } || Self.devices.contains { name.contains($0) }
  }

  /// Whether it describes the content and reveals neither place nor device. Only for names known to be safe.
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

  /// Names that only some programs or containers use.
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
