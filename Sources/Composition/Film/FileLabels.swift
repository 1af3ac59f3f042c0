package import Basics

/// The metadata of a file, as far as its container supports it.
package struct FileLabels: Hashable, Sendable, Codable {
  /// Each name once, in lower case, in the order in which they are written.
  package var tags: [MediaTag]
  /// Tags under the container's own names.
  package var keyTags: [MediaTag] = []
  /// Track titles for players; nil if the script does not set them.
  package var videoTitle: String?
  package var audioTitle: String?
  /// The spoken language as three letters; nil if it comes from the media or is unknown.
  package var language: String?
  /// Whether the file contains the film's chapters.
  package var hasChapters: Bool

  package init(tags: [MediaTag] = [], language: String? = nil, hasChapters: Bool = false) {
    self.tags = tags
    self.language = language
    self.hasChapters = hasChapters
  }
}

/// A chapter of the film; it ends where the next one begins, the last one with the film.
package struct Chapter: Hashable, Sendable, Codable {
  package var name: String
  package var start: RationalTime

  package init(name: String, start: RationalTime) {
    self.name = name
    self.start = start
  }
}

// MARK: - What containers support

extension Container {
  /// Whether it supports chapters.
  package var holdsChapters: Bool { declaration.holdsChapters }

  /// Whether it supports a tag. Names are FFmpeg's, in lower case.
  package func holds(_ tag: MediaTag) -> Bool {
    switch declaration.tags {
    case .list(let names): names.contains(tag.name)
    case .listAndPlace(let names):
      names.contains(tag.name) || (tag.name == "location" && tag.value.isGeographic)
    // Names of ID3 frames are excluded.
    case .id3:
      tag.name.isTagName && !(tag.name.utf8.count == 4 && tag.name.hasPrefix("t"))
        && !tag.name.hasPrefix("id3v2_priv")
    case .vorbisComments: tag.name.isTagName
    case .simpleTags: tag.name.isSimpleTagName
    }
  }

  /// Whether `comment` and `description` are the same tag in it.
  package var hasOnePlaceForRemarks: Bool { declaration.tags == .vorbisComments }
}

extension String {
  /// Whether Vorbis comments and ID3 allow it as the name of a tag.
  fileprivate var isTagName: Bool {
    !isEmpty && utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != UInt8(ascii: "=") }
  }

  /// Whether Matroska's tags preserve it as a name: FFmpeg writes names in capitals, reads a language after a
  /// dash, and omits or renames names for which Matroska has its own fields.
  fileprivate var isSimpleTagName: Bool {
    isTagName && !contains { $0 == " " || $0 == "-" } && lowercased() == self
      && ![
        "creation_time", "duration", "encoder", "encoding_tool", "filename", "language", "lead_performer",
        "mimetype",
        "part_number", "stereo_mode",
      ].contains(self)
  }

  /// Whether it is a place as ISO 6709 writes it: `+52.5200+013.4050/`.
  fileprivate var isGeographic: Bool {
    guard let first = utf8.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(first) else { return false }
    let latitude = utf8.dropFirst().prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
    let longitude = utf8.dropFirst(1 + latitude.count).dropFirst().prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    return !latitude.isEmpty && !longitude.isEmpty
      && latitude.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
  }
}
