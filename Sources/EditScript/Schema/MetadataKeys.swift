struct MetadataKeys: MappingKeys {
  static let title = "the metadata"
  static let documentation = "Tags of the outputs."

  let keep = Key(
    "keep", "What survives from the media; `sharing` leaves out places and devices.",
    .word("what is kept", ["none", "sharing", "all"]), example: "sharing")
  let title = Key("title", "The title of the film.", .text, example: "A day at the sea")
  let artist = Key("artist", "Who made it.", .text, example: "Ada", synonyms: ["author", "creator"])
  let album = Key("album", "The collection it belongs to.", .text, example: "Summer")
  let genre = Key("genre", "What kind of film it is.", .text, example: "documentary")
  let date = Key("date", "When it was made.", .text, example: "2024", synonyms: ["year", "creation-time"])
  let copyright = Key("copyright", "Whose it is.", .text, example: "2024 Ada", synonyms: ["license"])
  let description = Key(
    "description", "What it is about.", .text, example: "What the sea was like.", synonyms: ["synopsis"])
  let comment = Key("comment", "A remark.", .text, example: "Second cut.", synonyms: ["note"])
  let language = Key(
    "language", "The language that is spoken: `eng`.", .text, example: "eng", synonyms: ["lang"])

  typealias Value = CheckedOnly
}
