import Basics
import Diagnostics
import YAMLTree

struct MetadataKeys: MappingKeys {
  typealias Record = MetadataSettings

  static let title = "the metadata"
  static let documentation =
    "Tags of the outputs. Those of an output come before those of the script; an empty text takes a tag away."

  let keep = Key(
    "keep",
    "Which tags of the timeline's clips are kept (never tracks): none, those for `sharing` (no places or devices), or all.",
    .choice(KeptTags.self, "a choice of tags"), example: "sharing", field: .at(\MetadataSettings.keep),
    default: "none")
  let title = Key(
    "title", "The title of the film; the script's own `title` is not written into files.", .tagText,
    example: "A day at the sea", field: .text(\MetadataSettings[.title]))
  let artist = Key(
    "artist", "Who made it.", .tagText, example: "Ada", synonyms: ["author", "creator"],
    field: .text(\MetadataSettings[.artist]))
  let album = Key(
    "album", "The collection it belongs to.", .tagText, example: "Summer",
    field: .text(\MetadataSettings[.album]))
  let genre = Key(
    "genre", "What kind of film it is.", .tagText, example: "documentary",
    field: .text(\MetadataSettings[.genre]))
  let date = Key(
    "date", "When it was made.", .tagText, example: "2024", synonyms: ["year"], related: ["creation-time"],
    field: .text(\MetadataSettings[.date]))
  let copyright = Key(
    "copyright", "Whose it is.", .tagText, example: "2024 Ada", related: ["license"],
    field: .text(\MetadataSettings[.copyright]))
  let description = Key(
    "description", "What it is about.", .tagText, example: "What the sea was like.", synonyms: ["synopsis"],
    field: .text(\MetadataSettings[.description]))
  let comment = Key(
    "comment", "A remark.", .tagText, example: "Second cut.", related: ["note"],
    field: .text(\MetadataSettings[.comment]))
  let language = Key(
    "language", "The language that is spoken, in letters of ISO 639: `eng` or `en`.", .languageCode,
    example: "eng", synonyms: ["lang"], field: .at(\MetadataSettings.language))
}

extension Shape<String> {
  /// A text that every kind of file can hold.
  static var tagText: Shape {
    text.map { written, subject, reading in
      if let control = written.unicodeScalars.first(where: { !LanguageLimits.mayStandInTags($0) }) {
        reading.report(
          Diagnostic(
            .forbiddenCharacter,
            "U+\(String(control.value, radix: 16, uppercase: true)), a control character, is not allowed in a tag",
            at: subject.node.range, hint: "remove it; line ends and tabs may stay"))
        return nil
      }
      guard written.utf8.count <= LanguageLimits.tagBytes else {
        reading.report(
          Diagnostic(
            .overLimit,
            "the tag has \(written.utf8.count) bytes; the most that files hold is \(LanguageLimits.tagBytes)",
            at: subject.node.range, hint: "write less"))
        return nil
      }
      return written
    }
  }
}
