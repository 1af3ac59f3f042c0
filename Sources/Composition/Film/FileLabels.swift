package import Basics

/// What a file says about itself, as far as its kind can hold it.
package struct FileLabels: Hashable, Sendable, Codable {
  /// Each name once, in small letters, in the order in which they are written.
  package var tags: [MediaTag]
  /// Tags by the container's own names.
  package var keyTags: [MediaTag] = []
  /// What players call the tracks; nil if the script does not say it.
  package var videoTitle: String?
  package var audioTitle: String?
  /// The spoken language in three letters; nil if it comes from the media or is not known.
  package var language: String?
  /// Whether the film's chapters stand in it.
  package var hasChapters: Bool

  package init(tags: [MediaTag] = [], language: String? = nil, hasChapters: Bool = false) {
    self.tags = tags
    self.language = language
    self.hasChapters = hasChapters
  }
}

/// Where a chapter of the film begins; it ends where the next one begins, the last one with the film.
package struct Chapter: Hashable, Sendable, Codable {
  package var name: String
  package var start: RationalTime

  package init(name: String, start: RationalTime) {
    self.name = name
    self.start = start
  }
}

// MARK: - What kinds of file can hold

extension Container {
  /// Whether it can hold chapters.
  package var holdsChapters: Bool { declaration.holdsChapters }

  /// Whether it has a place for a tag, by its name in small letters; names are FFmpeg's.
  package func holds(_ tag: MediaTag) -> Bool {
    switch declaration.tags {
    case .list(let names): names.contains(tag.name)
    case .listAndPlace(let names):
      names.contains(tag.name) || (tag.name == "location" && tag.value.isGeographic)
    // Not one that frames of its own have.
    case .id3:
      tag.name.isTagName && !(tag.name.utf8.count == 4 && tag.name.hasPrefix("t"))
        && !tag.name.hasPrefix("id3v2_priv")
    case .vorbisComments: tag.name.isTagName
    case .simpleTags: tag.name.isSimpleTagName
    }
  }

  /// Whether a remark and a description are one and the same tag there.
  package var hasOnePlaceForRemarks: Bool { declaration.tags == .vorbisComments }
}

extension String {
  /// Letters that Vorbis comments and ID3 allow in the name of a tag.
  fileprivate var isTagName: Bool {
    !isEmpty && utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != UInt8(ascii: "=") }
  }

  /// Names that Matroska's tags keep: FFmpeg writes them in capitals, reads a language after a dash, and leaves out or
  /// renames those that its own fields have.
  fileprivate var isSimpleTagName: Bool {
    isTagName && !contains { $0 == " " || $0 == "-" } && lowercased() == self
      && ![
        "creation_time", "duration", "encoder", "encoding_tool", "filename", "language", "lead_performer",
        "mimetype",
        "part_number", "stereo_mode",
      ].contains(self)
  }

  /// `+52.5200+013.4050/`, as ISO 6709 writes a place.
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
