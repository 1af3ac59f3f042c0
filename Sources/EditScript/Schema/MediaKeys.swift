struct MediaKeys: MappingKeys {
  static let title = "a media file"
  static let documentation = "The long form of an entry under `media`."

  let file = Key(
    "file", "The path, relative to the script; `%04d` in it makes it an image sequence.", .path,
    isRequired: true, example: "footage/beach.mp4", synonyms: ["path", "src", "source", "url", "clip"])
  let sha256 = Key(
    "sha256", "The digest the file must have: another file is refused.", .value(.sha256),
    synonyms: ["hash", "checksum", "digest"])
  let streams = Key(
    "streams", "Which streams are used.", .mapping(StreamKeys.self), example: "{audio: 1}",
    synonyms: ["stream", "tracks"])
  let frames = Key(
    "frames", "How an image sequence is counted.", .mapping(SequenceFrameKeys.self),
    .plannedInstead("make a film of the pictures first"), example: "{rate: 24}")
  let deinterlace = Key(
    "deinterlace",
    "Whether half-pictures are made whole: those the file marks (`auto`, as by itself), all of them or none.",
    .choice(DeinterlaceWord.self, "a deinterlacing choice"), example: "on",
    synonyms: ["interlaced", "field-order"])
  let orientation = Key(
    "orientation", "How many degrees clockwise the stored picture is turned, where the file says it wrongly.",
    .choice(OrientationWord.self, "an orientation"), example: "90",
    synonyms: ["rotate", "rotation"])
  let color = Key(
    "color", "The colours of the file, where it does not say so itself or says it wrongly.",
    .choice(ColorSpaceName.self, "a colour space"), example: "bt601",
    synonyms: ["colour", "color-space", "colorspace"])
  let alpha = Key(
    "alpha", "How transparency is stored: beside the colours, multiplied into them, or not to be looked at.",
    .choice(AlphaWord.self, "an alpha rule"), example: "premultiplied")
  let missing = Key(
    "missing", "What an image sequence shows where a picture is missing.",
    .word("a rule for missing pictures", ["error", "hold", "black"]), .planned, example: "hold")
}

struct StreamKeys: MappingKeys {
  static let title = "a file's streams"
  static let documentation = "Which streams of a file are used."

  let video = Key("video", "The number of the video stream, from 0.", .value(.integer(in: 0...1000)))
  let audio = Key(
    "audio", "The number of the audio stream, from 0.", .value(.integer(in: 0...1000)), example: "1")
  let language = Key(
    "language", "The language of the audio stream: `eng`.", .text, example: "eng", synonyms: ["lang"])
}

struct SequenceFrameKeys: MappingKeys {
  static let title = "an image sequence"
  static let documentation = "How the pictures of an image sequence are found and timed."

  let pattern = Key(
    "pattern", "The file names with a place for the number: `shot-%04d.png`.", .path, example: "shot-%04d.png"
  )
  let rate = Key("rate", "Pictures a second.", .value(.rate), synonyms: ["fps", "frame-rate"])

  typealias Value = CheckedOnly
}
