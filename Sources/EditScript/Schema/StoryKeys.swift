// Mappings beside the timeline: subtitles, markers, sequences.

struct SubtitleKeys: MappingKeys {
  static let title = "subtitles"
  static let documentation = "One track of subtitles: a file, or cues."
  static let alternatives = [["file", "cues"]]

  let file = Key("file", "A subtitle file.", .path, example: "subs/en.srt", synonyms: ["path", "src"])
  let cues = Key(
    "cues", "Words and their times.", .list(of: .mapping(CueKeys.self)),
    example: "[{at: 1s..2s, text: Hello}]", synonyms: ["lines"])
  let language = Key(
    "language", "The language of the words: `eng`.", .text, example: "eng", synonyms: ["lang"])
  let mode = Key(
    "mode", "Drawn into the picture, or kept as a stream of the output.",
    .word("a subtitle mode", ["burn", "stream"]), example: "stream",
    synonyms: ["as"])

  typealias Value = CheckedOnly
}

struct CueKeys: MappingKeys {
  static let title = "a cue"
  static let documentation = "One subtitle."

  let at = Key(
    "at", "When it is shown.", .value(.range), isRequired: true, example: "1s..2s",
    synonyms: ["time", "start", "range"])
  let text = Key("text", "The words.", .text, isRequired: true, example: "Hello", synonyms: ["words"])

  typealias Value = CheckedOnly
}

struct MarkerKeys: MappingKeys {
  static let title = "a marker"
  static let documentation = "A name for a time."

  let at = Key(
    "at", "When it is.", .value(.time), isRequired: true, example: "12s", synonyms: ["time", "start"])
  let chapter = Key("chapter", "Whether it begins a chapter in the outputs.", .flag)
  let note = Key("note", "For people.", .text, example: "The turn.", synonyms: ["comment", "description"])

  typealias Value = CheckedOnly
}

struct SequenceKeys: MappingKeys {
  static let title = "a sequence"
  static let documentation = "A timeline with a name."

  let timeline = Key(
    "timeline", "The items of the sequence.", .items(.timeline), isRequired: true,
    example: "[{clip: beach.mp4}]", synonyms: ["items"])
  let overlays = Key(
    "overlays", "Items over them.", .items(.overlays), example: "[{image: logo.png}]",
    synonyms: ["overlay", "layers"])
  let audio = Key(
    "audio", "Items heard under them.", .items(.audio), example: "[{clip: song.m4a}]", synonyms: ["music"])
  let note = Key("note", "For people.", .text, example: "Seen first.", synonyms: ["comment"])

  static func decode(_ reader: MappingReader<SequenceKeys>) -> SequenceLists? {
    _ = reader.note
    return SequenceLists(
      timeline: reader.timeline?.value ?? [], overlays: reader.overlays?.value ?? [],
      audio: reader.audio?.value ?? [])
  }
}
