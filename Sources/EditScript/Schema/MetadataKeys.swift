import Basics
import Composition
import Diagnostics
import YAMLTree

struct MetadataKeys: MappingKeys {
  typealias Record = MetadataSettings

  static let title = "the metadata"
  static let documentation =
    "Tags of the outputs. An output's own tags override those of the script; an empty text removes a tag."

  let keep = Key(
    "keep",
    "The tags of the timeline's clips to keep (never tracks): none, those for `sharing` (no locations or devices), or all.",
    .choice(KeptTags.self, "a tag selection"), example: "sharing", field: .at(\MetadataSettings.keep),
    default: "none")
  let title = Key(
    "title", "The title of the film; the script's own `title` is not written to files.", .tagText,
    example: "The sea", field: .text(\MetadataSettings[.title]))
  let artist = Key(
    "artist", "The author.", .tagText, example: "Ada", synonyms: ["author", "creator"],
    field: .text(\MetadataSettings[.artist]))
  let album = Key(
    "album", "The collection it belongs to.", .tagText, example: "Sea",
    field: .text(\MetadataSettings[.album]))
  let genre = Key(
    "genre", "The genre.", .tagText, example: "news",
    field: .text(\MetadataSettings[.genre]))
  let date = Key(
    "date", "The date.", .tagText, example: "2024", synonyms: ["year"], related: ["creation-time"],
    field: .text(\MetadataSettings[.date]))
  let copyright = Key(
    "copyright", "The copyright notice.", .tagText, example: "2024 Ada", related: ["license"],
    field: .text(\MetadataSettings[.copyright]))
  let description = Key(
    "description", "A description of the content.", .tagText, example: "Calm.",
    synonyms: ["synopsis"],
    field: .text(\MetadataSettings[.description]))
  let comment = Key(
    "comment", "A comment.", .tagText, example: "New.", related: ["note"],
    field: .text(\MetadataSettings[.comment]))
  let albumArtist = Key(
    "album-artist", "The author of the whole album.", .tagText, example: "Ada", synonyms: ["albumartist"],
    field: .text(\MetadataSettings[.albumArtist]))
  let composer = Key(
    "composer", "The composer.", .tagText, example: "Bach",
    field: .text(\MetadataSettings[.composer]))
  let grouping = Key(
    "grouping", "The group of works to which it belongs.", .tagText, example: "Opus",
    field: .text(\MetadataSettings[.grouping]))
  let keywords = Key(
    "keywords", "Keywords, separated by commas.", .tagText, example: "sea", related: ["tags"],
    field: .text(\MetadataSettings[.keywords]))
  let lyrics = Key(
    "lyrics", "The words of a song.", .tagText, example: "La.",
    field: .text(\MetadataSettings[.lyrics]))
  let show = Key(
    "show", "The series to which it belongs.", .tagText, example: "Sea", related: ["series"],
    field: .text(\MetadataSettings[.show]))
  let make = Key(
    "make", "The maker of the recording device.", .tagText, example: "Sony", synonyms: ["manufacturer"],
    field: .text(\MetadataSettings[.make]))
  let model = Key(
    "model", "The recording device.", .tagText, example: "FX3", related: ["camera"],
    field: .text(\MetadataSettings[.model]))
  let language = Key(
    "language", "The spoken language as an ISO 639 code: `eng` or `en`.", .languageCode,
    example: "eng", synonyms: ["lang"], field: .at(\MetadataSettings.language))
  let location = Key(
    "location", "The recording location: latitude and longitude in degrees.", .geographicPlace,
    example: "\"52.52, 13.405\"", synonyms: ["gps", "geo", "place"], related: ["coordinates"],
    field: .text(\MetadataSettings[.location]))
  let cover = Key(
    "cover",
    "The cover picture that players show: a JPEG or PNG, stored unchanged, or the picture of the film at a time.",
    .cover, example: "cover.jpg", synonyms: ["artwork", "cover-art", "poster"], related: ["thumbnail"],
    field: .at(\MetadataSettings.cover, .cover))
  let quicktime = Key(
    "quicktime", "Tags of .mov files, by QuickTime key.", .keyTags,
    example: "{com.a.by: Ada}", synonyms: ["mdta"], field: .keyTags(.quicktime))
  let id3 = Key(
    "id3",
    "Tags of .mp3 and .aiff files: ID3 text frames such as `TBPM`, and user-defined texts by their description.",
    .keyTags,
    example: "{TBPM: \"120\"}", synonyms: ["id3v2"], field: .keyTags(.id3))
  let vorbis = Key(
    "vorbis", "Tags of .opus, .ogg and .flac files, by Vorbis comment name.", .keyTags,
    example: "{MOOD: sad}", synonyms: ["vorbis-comments"], field: .keyTags(.vorbis))
  let matroska = Key(
    "matroska", "Tags of .mkv, .mka and .webm files, by name; a language can follow a dash.", .keyTags,
    example: "{MOOD: sad}", synonyms: ["mkv"], field: .keyTags(.matroska))
}

extension ValueText<CoverSource> {
  fileprivate static var cover: ValueText {
    ValueText { cover in
      switch cover {
      case .file(let name): name
      case .moment(let time): time.canonicalText
      }
    } lines: { cover in
      switch cover {
      case .file(let name): [onOneLine(name)]
      case .moment(let time): time.dumpLines
      }
    }
  }
}

extension Shape<CoverSource> {
  /// A time of the film, the name of a file under `media`, or a path.
  fileprivate static var cover: Shape {
    let (text, time) = (ValueGrammar<String>.text, ValueGrammar<TimeExpression>.filmTime)
    let noun = "a time, a media name or a path"
    let form = ScalarForm(
      noun: noun, examples: ["12s", "art/cover.jpg"], production: text.production, naming: .naming(.media))
    return .scalar(form) { written, subject, reading in
      guard reading.nonEmpty(written, noun, in: subject) else { return nil }
      return isTime(written)
        ? reading.value(of: written, as: time).map { .moment($0) }
        : reading.value(of: written, as: text).map { .file($0) }
    }
  }

  /// A bare name is a marker if one has it, otherwise a media name. A bare number is a time without its unit.
  private static func isTime(_ written: ScalarText) -> Bool {
    guard case .success(let time) = ValueGrammar<TimeExpression>.filmTime.read(written) else {
      return written.text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
    }
    guard case .marker(let name) = time.anchor, time == TimeExpression(time.anchor) else { return true }
    return written.markers?.contains(name) ?? false
  }
}

extension KeyField<[Named<Located<String>>]> {
  static func keyTags(_ space: KeySpace) -> KeyField {
    KeyField { (metadata: MetadataSettings) in
      metadata.keys[space].map { tags in flow(tags.map { ($0.name.value, onOneLine($0.text.value)) }) }
    } set: { metadata, tags in
      metadata.keys[space] = tags.value.map { WrittenKeyTag(name: $0.name, text: $0.value) }
    }
  }
}

extension Shape<[Named<Located<String>>]> {
  /// Texts by tag names of one kind of file.
  static var keyTags: Shape {
    .named("name", Shape<String>.tagText.map { text, subject, _ in Located(text, at: subject.node.range) })
      .map { tags, _, reading in
        let wrong = tags.first { tag in
          !(1...255).contains(tag.name.value.utf8.count)
            || !tag.name.value.utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != UInt8(ascii: "=") }
        }
        if let wrong {
          reading.report(
            Diagnostic(
              .forbiddenCharacter,
              "a tag name has 1 to 255 ASCII characters, without `=` and `~`",
              at: wrong.name.range, hint: "write the name as in the documentation of the format"))
          return nil
        }
        return tags
      }
  }
}

extension Shape<String> {
  /// `52.52, 13.405` or ISO 6709; the value is ISO 6709. An empty text removes the tag.
  static var geographicPlace: Shape {
    tagText.map { written, subject, reading in
      if written.isEmpty { return "" }
      if let place = GeographicPlace(written) { return place.iso6709 }
      reading.report(
        Diagnostic(
          .unknownValue,
          "'\(written)' is not a location: expected a latitude from -90 to 90 and a longitude from -180 to 180",
          at: subject.node.range,
          hint: "write degrees, such as \"52.52, 13.405\", or ISO 6709: \"+52.52+013.405/\""))
      return nil
    }
  }
}

/// A place on the earth, with the digits as written.
private struct GeographicPlace {
  /// `+52.52+013.405/`; an altitude such as `+034.5` comes before the slash.
  let iso6709: String

  init?(_ text: String) {
    if text.contains(",") {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard parts.count == 2, let latitude = Self.degrees(parts[0], digits: 2, most: 90),
        let longitude = Self.degrees(parts[1], digits: 3, most: 180)
      else { return nil }
      iso6709 = latitude + longitude + "/"
      return
    }
    guard text.hasSuffix("/") else { return nil }
    var parts: [String] = []
    for character in text.dropLast() {
      if character == "+" || character == "-" { parts.append("") }
      guard !parts.isEmpty else { return nil }
      parts[parts.count - 1].append(character)
    }
    guard (2...3).contains(parts.count), let latitude = Self.degrees(parts[0], digits: 2, most: 90),
      let longitude = Self.degrees(parts[1], digits: 3, most: 180)
    else { return nil }
    guard parts.count == 3 else {
      iso6709 = latitude + longitude + "/"
      return
    }
    guard let height = Self.degrees(parts[2], digits: 1, most: 100_000) else { return nil }
    iso6709 = latitude + longitude + height + "/"
  }

  /// A signed decimal number, padded to `digits` digits before its point; nil if it is invalid or too large.
  private static func degrees(_ text: String, digits: Int, most: Double) -> String? {
    let sign = text.hasPrefix("-") ? "-" : "+"
    let number = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = parts.first, !whole.isEmpty, whole.utf8.count <= 6,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 12 && $0.utf8.allSatisfy { (48...57).contains($0) } }
      ),
      let value = Double(number), value <= most
    else { return nil }
    let kept = whole.drop { $0 == "0" }
    let padded = String(repeating: "0", count: max(0, digits - kept.utf8.count)) + kept
    return sign + padded + (parts.count == 2 ? "." + parts[1] : "")
  }
}

extension Shape<String> {
  /// The name of a track, whose length files store in one byte.
  static var trackTitle: Shape {
    tagText.map { written, subject, reading in
      guard (1...255).contains(written.utf8.count) else {
        reading.report(
          Diagnostic(
            .overLimit, "a track name has 1 to 255 bytes; this one has \(written.utf8.count)",
            at: subject.node.range, hint: "shorten it"))
        return nil
      }
      return written
    }
  }

  /// A text that every kind of file can contain.
  static var tagText: Shape {
    text.map { written, subject, reading in
      if let control = written.unicodeScalars.first(where: { !LanguageLimits.mayStandInTags($0) }) {
        reading.report(
          Diagnostic(
            .forbiddenCharacter,
            "U+\(String(control.value, radix: 16, uppercase: true)), a control character, is not allowed in a tag",
            at: subject.node.range, hint: "remove it; line breaks and tabs are allowed"))
        return nil
      }
      guard written.utf8.count <= LanguageLimits.tagBytes else {
        reading.report(
          Diagnostic(
            .overLimit,
            "the tag has \(written.utf8.count) bytes; the maximum is \(LanguageLimits.tagBytes)",
            at: subject.node.range, hint: "shorten it"))
        return nil
      }
      return written
    }
  }
}
