import Diagnostics
import SourceText
import YAMLTree

struct MetadataKeys: MappingKeys {
  static let title = "the metadata"
  static let documentation =
    "Tags of the outputs. Those of an output come before those of the script; an empty text takes a tag away."

  let keep = Key(
    "keep",
    "What survives of the tags of the story's clips: nothing, what is fit for `sharing` (no places or devices), or all.",
    .choice(KeptTags.self, "a choice of tags"), example: "sharing")
  let title = Key(
    "title", "The title of the film; the script's own `title` is not written into files.", .tagText,
    example: "A day at the sea")
  let artist = Key("artist", "Who made it.", .tagText, example: "Ada", synonyms: ["author", "creator"])
  let album = Key("album", "The collection it belongs to.", .tagText, example: "Summer")
  let genre = Key("genre", "What kind of film it is.", .tagText, example: "documentary")
  let date = Key(
    "date", "When it was made.", .tagText, example: "2024", synonyms: ["year", "creation-time"])
  let copyright = Key("copyright", "Whose it is.", .tagText, example: "2024 Ada", synonyms: ["license"])
  let description = Key(
    "description", "What it is about.", .tagText, example: "What the sea was like.", synonyms: ["synopsis"])
  let comment = Key("comment", "A remark.", .tagText, example: "Second cut.", synonyms: ["note"])
  let language = Key(
    "language", "The language that is spoken, in letters of ISO 639: `eng` or `en`.", .languageCode,
    example: "eng", synonyms: ["lang"])

  static func decode(_ reader: MappingReader<MetadataKeys>) -> MetadataSettings? {
    var metadata = MetadataSettings()
    metadata.keep = reader.keep
    let texts: [(TagName, Located<String>?)] = [
      (.title, reader.title), (.artist, reader.artist), (.album, reader.album), (.genre, reader.genre),
      (.date, reader.date), (.copyright, reader.copyright), (.description, reader.description),
      (.comment, reader.comment),
    ]
    metadata.tags = texts.compactMap { name, text in text.map { WrittenTag(name: name, text: $0) } }
    metadata.language = reader.language
    return metadata
  }
}

extension Shape<String> {
  /// A text that every kind of file can hold.
  static var tagText: Shape {
    text.map { written, subject, reading in
      if let control = written.unicodeScalars.first(where: { !LanguageLimits.mayStandInTags($0) }) {
        reading.report(
          Diagnostic(
            .valueSyntax,
            "U+\(String(control.value, radix: 16, uppercase: true)), a control character, cannot stand in a tag",
            at: subject.node.range, hint: "remove it; line ends and tabs may stay"))
        return nil
      }
      guard written.utf8.count <= LanguageLimits.tagBytes else {
        reading.report(
          Diagnostic(
            .valueOutOfRange,
            "the tag has \(written.utf8.count) bytes; the most that files hold is \(LanguageLimits.tagBytes)",
            at: subject.node.range, hint: "write less"))
        return nil
      }
      return written
    }
  }
}
