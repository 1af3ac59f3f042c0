import Composition

struct MediaKeys: MappingKeys {
  typealias Record = MediaDeclaration

  static let title = "a media file"
  static let documentation = "The long form of an entry under `media`."

  let file = Key(
    "file",
    "The path, relative to the script; `%04d` in it makes it an image sequence, and so does `*` with `frames`.",
    .path,
    isRequired: true, example: "footage/beach.mp4", synonyms: ["path", "src", "source", "url", "clip"],
    field: .requiredText(\MediaDeclaration.file))
  let sha256 = Key(
    "sha256", "The digest the file must have: another file is refused.", .value(.sha256),
    synonyms: ["hash", "checksum", "digest"], field: .at(\MediaDeclaration.settings.sha256),
    default: .words("as the file says"))
  let streams = Key(
    "streams", "Which streams are used.", .mapping(StreamKeys.self), example: "{audio: 1}",
    synonyms: ["stream", "tracks"], field: .inside(\MediaDeclaration.settings.streams, StreamKeys.self))
  let frames = Key(
    "frames", "How an image sequence is counted.", .mapping(SequenceFrameKeys.self), example: "{rate: 24}",
    related: ["rate", "fps", "frame-rate"],
    field: .sequenceFrames, default: .words("as the file says"))
  let deinterlace = Key(
    "deinterlace",
    "Whether half-pictures are made whole: those the file marks (`auto`, as by itself), all of them or none.",
    .choice(DeinterlaceWord.self, "a deinterlacing choice"), example: "on",
    related: ["interlaced", "field-order"], field: .at(\MediaDeclaration.settings.deinterlace),
    default: .words("as the file says"))
  let orientation = Key(
    "orientation", "How many degrees clockwise the stored picture is turned, where the file says it wrongly.",
    .choice(OrientationWord.self, "an orientation"), example: "90",
    related: ["rotate", "rotation"], field: .at(\MediaDeclaration.settings.orientation),
    default: .words("as the file says"))
  let color = Key(
    "color", "The colours of the file, where it does not say so itself or says it wrongly.",
    .choice(CanvasColor.self, "a colour space"), example: "bt601",
    synonyms: ["colour", "color-space", "colorspace"], field: .at(\MediaDeclaration.settings.color),
    default: .words("as the file says"))
  let alpha = Key(
    "alpha", "How alpha is stored: straight, multiplied into the colours, or to be ignored.",
    .choice(AlphaWord.self, "an alpha rule"), example: "premultiplied",
    field: .at(\MediaDeclaration.settings.alpha), default: .words("as the file says"))
  let onDamage = Key(
    "on-damage",
    "What is shown where the file cannot be decoded: the picture before or black, and silence; an error by default.",
    .choice(DamageWord.self, "a rule for damage"), example: "hold",
    related: ["missing"], field: .at(\MediaDeclaration.settings.onDamage), default: "error")
  let missing = Key(
    "missing",
    "What an image sequence shows where a picture is missing; that it is one is an error by default.",
    .choice(MissingPictures.self, "a rule for missing pictures"), example: "hold",
    field: .at(\MediaDeclaration.frames.missing), default: "error")
}

struct StreamKeys: MappingKeys {
  typealias Record = MediaStreams

  static let title = "a file's streams"
  static let documentation = "Which streams of a file are used."

  let video = Key(
    "video", "The number of the video stream, from 0.", .value(.integer(in: 0...1000)),
    field: .at(\MediaStreams.video), default: .words("as the file says"))
  let audio = Key(
    "audio", "The number of the audio stream, from 0.", .value(.integer(in: 0...1000)), example: "1",
    field: .at(\MediaStreams.audio), default: .words("as the file says"))
  let language = Key(
    "language", "The language of the audio stream: `eng`.", .text, example: "eng", synonyms: ["lang"],
    field: .text(\MediaStreams.language), default: .words("as the file says"))
}

struct SequenceFrameKeys: MappingKeys {
  typealias Record = SequenceFrames

  static let title = "an image sequence"
  static let documentation = "How the pictures of an image sequence are found and timed."

  let pattern = Key(
    "pattern",
    "The file names with a place for the number, in the folder that `file` names: `shot-%04d.png`.",
    .path, example: "shot-%04d.png", field: .text(\SequenceFrames.pattern))
  let rate = Key(
    "rate", "Pictures a second.", .value(.rate), synonyms: ["fps", "frame-rate"],
    field: .at(\SequenceFrames.rate))
}

/// What is said of the frames of an image sequence.
struct SequenceFrames: Hashable, Sendable {
  var pattern: Located<String>?
  var rate: Located<RateValue>?
}

extension KeyField<SequenceFrames> {
  /// The pattern becomes a part of the path, so only the rate is a value of its own.
  static let sequenceFrames = KeyField { (media: MediaDeclaration) in
    media.frames.rate.map { "{rate: \($0.value.canonicalText)}" }
  } set: { media, frames in
    media.frames.rate = frames.value.rate
    guard let pattern = frames.value.pattern else { return }
    let folder = media.file.value
    let separator = folder.hasSuffix("/") ? "" : "/"
    media.file = Located(
      folder == "." ? pattern.value : folder + separator + pattern.value, at: pattern.range)
  }
}
