package import Composition

/// The tags of the outputs, as written.
package struct MetadataSettings: Hashable, Sendable {
  /// The tags to keep from the media; nil if not written.
  package var keep: Located<KeptTags>?
  /// In the order of the schema.
  package var tags: [WrittenTag] = []
  /// The spoken language, as three letters of ISO 639.
  package var language: Located<String>?
  /// Tags by their names in one kind of file.
  package var keys: [KeySpace: [WrittenKeyTag]] = [:]
  package var cover: Located<CoverSource>?

  package init() {}

  package subscript(name: TagName) -> Located<String>? {
    get { tags.first { $0.name == name }?.text }
    set {
      tags.removeAll { $0.name == name }
      guard let newValue else { return }
      let order = TagName.allCases
      let place = tags.firstIndex { tag in
        order.firstIndex(of: tag.name) ?? 0 > order.firstIndex(of: name) ?? 0
      }
      tags.insert(WrittenTag(name: name, text: newValue), at: place ?? tags.endIndex)
    }
  }
}

/// The picture that players display for a file.
package enum CoverSource: Hashable, Sendable {
  /// A media name or a path.
  case file(String)
  /// The frame of the film at this time.
  case moment(TimeExpression)
}

/// One tag of the outputs.
package struct WrittenTag: Hashable, Sendable {
  package var name: TagName
  /// Empty if the tag is removed.
  package var text: Located<String>

  package init(name: TagName, text: Located<String>) {
    self.name = name
    self.text = text
  }
}

/// A tag by its name in one kind of file.
package struct WrittenKeyTag: Hashable, Sendable {
  package var name: Located<String>
  package var text: Located<String>

  package init(name: Located<String>, text: Located<String>) {
    self.name = name
    self.text = text
  }
}

/// The tags that a script can write, by FFmpeg's names.
package enum TagName: String, Hashable, Sendable, CaseIterable {
  case title
  case artist
  case album
  case genre
  case date
  case copyright
  case description
  case comment
  case albumArtist = "album_artist"
  case composer
  case grouping
  case keywords
  case lyrics
  case show
  case make
  case model
  /// In ISO 6709.
  case location

  /// Its key in scripts.
  package var key: String { rawValue.replacing("_", with: "-") }
}

/// The tags of the media that are kept.
package enum KeptTags: String, Hashable, Sendable, CaseIterable {
  case none
  /// Descriptive tags, without locations and devices.
  case sharing
  case all
}

/// A name for a time of the film.
package struct MarkerDeclaration: Hashable, Sendable {
  package var name: Located<String>
  package var at: Located<TimeExpression>
  /// Whether it starts a chapter in the outputs.
  package var isChapter: Located<Bool>?
  package var note: Located<String>?

  package init(name: Located<String>, at: Located<TimeExpression>) {
    self.name = name
    self.at = at
  }
}
