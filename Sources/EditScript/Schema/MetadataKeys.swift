struct MetadataKeys: MappingKeys {
  static let title = "the metadata"
  static let documentation = "Tags of the outputs."

  let keep = Key(
    "keep", "What survives from the media; `sharing` leaves out places and devices.",
    .word("what is kept", ["none", "sharing", "all"]))
  let title = Key("title", "The title of the film.", .text)
  let artist = Key("artist", "Who made it.", .text, synonyms: ["author", "creator"])
  let album = Key("album", "The collection it belongs to.", .text)
  let genre = Key("genre", "What kind of film it is.", .text)
  let date = Key("date", "When it was made.", .text, synonyms: ["year", "creation-time"])
  let copyright = Key("copyright", "Whose it is.", .text, synonyms: ["license"])
  let description = Key("description", "What it is about.", .text, synonyms: ["synopsis"])
  let comment = Key("comment", "A remark.", .text, synonyms: ["note"])
  let language = Key("language", "The language that is spoken: `eng`.", .text, synonyms: ["lang"])

  typealias Value = CheckedOnly
}
