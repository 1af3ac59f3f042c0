/// The top level of a script.
struct ScriptKeys: KeySet {
  static let title = "the script"
  static let documentation =
    "The top level of an `.edit` file. Keys that begin with `x-` are the author's own."
  /// The whole language: every other mapping hangs below this one.
  static let schema = MappingSchema(ScriptKeys.self)

  let edit = Key(
    "edit", "The version of the language: 1.", .languageVersion, isRequired: true,
    synonyms: ["version", "schema"])
  let title = Key("title", "What people call this film.", .text, synonyms: ["name", "heading"])
  let note = Key("note", "For people.", .text, synonyms: ["comment", "description", "notes"])
  let vars = Key(
    "vars", "Parameters: `${name}` in a value is replaced by what `name` stands for.",
    .named("variable", .mapping(VariableKeys.self)),
    synonyms: ["variables", "params", "parameters", "merge", "fields"])
  let media = Key(
    "media", "Names for files: a path, or a mapping that says more about the file.",
    .named("media name", Shape<Located<String>>.mediaFile),
    synonyms: ["assets", "files", "sources", "inputs", "clips", "footage"])
  let canvas = Key(
    "canvas", "The picture that everything is drawn on.", .mapping(CanvasKeys.self),
    synonyms: ["format", "video", "project", "frame", "stage", "profile"])
  let mix = Key(
    "mix", "The sound that everything is mixed into.", .mapping(MixKeys.self), synonyms: ["sound", "master"])
  let timeline = Key(
    "timeline", "The main story: items that play one after the other.", .items(.timeline),
    synonyms: ["story", "track", "scenes", "main", "items", "segments"])
  let overlays = Key(
    "overlays", "Items that are drawn over the story, the last one on top.", .items(.overlays),
    synonyms: ["overlay", "layers", "tracks", "titles", "graphics"])
  let audio = Key(
    "audio", "Items that are heard under the story.", .items(.audio),
    synonyms: ["music", "soundtrack", "audios", "sounds"])
  let subtitles = Key(
    "subtitles", "Subtitles from files or written here.",
    .list(of: Shape<String>.path.checked.or(.mapping(SubtitleKeys.self))),
    .plannedInstead("add them to the finished file with another tool"), synonyms: ["captions", "subs"])
  let markers = Key(
    "markers", "Names for times.",
    .named("marker", Shape.value(.time).checked.or(.mapping(MarkerKeys.self))), .planned,
    synonyms: ["chapters", "marks"])
  let sequences = Key(
    "sequences", "Timelines with a name, played with `sequence: name`.",
    .named("sequence", .sequence), .plannedInstead("write the items into the timeline"),
    synonyms: ["compounds", "compositions", "nested"])
  let defaults = Key(
    "defaults", "What items of a kind start from; an item's own keys come first.", .defaults,
    synonyms: ["default", "presets", "styles"])
  let checks = Key(
    "checks", "What must be true of the finished film.", .mapping(CheckKeys.self),
    synonyms: ["check", "asserts", "tests", "expect", "constraints", "validate"])
  let metadata = Key(
    "metadata", "Tags of the outputs.", .mapping(MetadataKeys.self), .planned, synonyms: ["tags", "meta"])
  let outputs = Key(
    "outputs", "The files to make.", .list(of: .mapping(OutputKeys.self)),
    synonyms: ["output", "export", "exports", "render", "renders", "targets", "out"])
}

struct VariableKeys: MappingKeys {
  static let title = "a variable"
  static let documentation = "One parameter of the script."

  let type = Key("type", "What its values are.", .variableType, isRequired: true, synonyms: ["kind"])
  let standard = Key(
    "default", "The value where none is given from outside.", .text, synonyms: ["value", "standard"])
  let allowed = Key(
    "allowed", "The values it may have.", .list(of: .text),
    synonyms: ["values", "enum", "choices", "options", "one-of"])
  let note = Key("note", "For people.", .text, synonyms: ["comment", "description", "documentation"])
}

struct MediaKeys: MappingKeys {
  static let title = "a media file"
  static let documentation = "The long form of an entry under `media`."

  let file = Key(
    "file", "The path, relative to the script; `%04d` in it makes it an image sequence.", .path,
    isRequired: true, synonyms: ["path", "src", "source", "url", "clip"])
  let sha256 = Key(
    "sha256", "The digest the file must have.", .value(.sha256), .planned,
    synonyms: ["hash", "checksum", "digest"])
  let streams = Key(
    "streams", "Which streams are used.", .mapping(StreamKeys.self), .planned, synonyms: ["stream", "tracks"])
  let frames = Key(
    "frames", "How an image sequence is counted.", .mapping(SequenceFrameKeys.self),
    .plannedInstead("make a film of the pictures first"))
  let deinterlace = Key(
    "deinterlace", "Whether half-pictures are made whole.",
    .word("a deinterlacing choice", ["auto", "on", "off"]),
    .planned)
  let orientation = Key(
    "orientation", "How far the picture is turned, where the file says it wrongly.",
    .word("an orientation", ["auto", "0", "90", "180", "270"]), .planned, synonyms: ["rotate", "rotation"])
  let color = Key(
    "color", "The colours of the file, where it does not say so itself.",
    .word("a colour space", ColorSpaceName.words),
    .planned, synonyms: ["colour", "color-space", "colorspace"])
  let alpha = Key(
    "alpha", "How transparency is stored.", .word("an alpha rule", ["straight", "premultiplied", "ignore"]),
    .planned)
  let missing = Key(
    "missing", "What an image sequence shows where a picture is missing.",
    .word("a rule for missing pictures", ["error", "hold", "black"]), .planned)
}

struct StreamKeys: MappingKeys {
  static let title = "a file's streams"
  static let documentation = "Which streams of a file are used."

  let video = Key("video", "The number of the video stream, from 0.", .value(.integer(in: 0...1000)))
  let audio = Key("audio", "The number of the audio stream, from 0.", .value(.integer(in: 0...1000)))
  let language = Key("language", "The language of the audio stream: `eng`.", .text, synonyms: ["lang"])

  typealias Value = CheckedOnly
}

struct SequenceFrameKeys: MappingKeys {
  static let title = "an image sequence"
  static let documentation = "How the pictures of an image sequence are found and timed."

  let pattern = Key("pattern", "The file names with a place for the number: `shot-%04d.png`.", .path)
  let rate = Key("rate", "Pictures a second.", .value(.rate), synonyms: ["fps", "frame-rate"])

  typealias Value = CheckedOnly
}

struct CanvasKeys: MappingKeys {
  static let title = "the canvas"
  static let documentation = "The picture that everything is drawn on."

  let size = Key(
    "size", "Width and height in pixels, or `auto`: as wide and high as the main clips.", .value(.canvasSize),
    synonyms: ["resolution", "dimensions", "frame-size"])
  let rate = Key(
    "rate", "Frames a second, or `auto`.", .value(.rate),
    synonyms: ["fps", "frame-rate", "framerate"])
  let background = Key(
    "background", "What is seen where nothing is drawn.", .value(.color),
    synonyms: ["bg", "backdrop", "fill"])
  let color = Key(
    "color", "The colours of the film.",
    .choice(
      ColorSpaceName.self, "a colour space", planned: [.bt601, .bt2020, .hlg, .pq]),
    synonyms: ["colour", "color-space", "colorspace"])
  let depth = Key(
    "depth", "Bits of each colour channel.", .choice(BitDepth.self, "a bit depth", planned: [.ten]),
    synonyms: ["bit-depth", "bits"])
}

struct MixKeys: MappingKeys {
  static let title = "the mix"
  static let documentation = "The sound that everything is mixed into."

  let rate = Key(
    "rate", "Samples a second.", .value(.integer(in: 8000...192_000)), synonyms: ["sample-rate", "hz"])
  let channels = Key(
    "channels", "The speakers it is made for.", .choice(ChannelLayoutName.self, "a channel layout"),
    synonyms: ["layout", "channel-layout"])
  let loudness = Key(
    "loudness", "The loudness it is brought to.", .value(.loudness), .plannedInstead("set `volume`"),
    synonyms: ["lufs"])
  let peak = Key(
    "peak", "The highest true peak.", .value(.truePeak), .planned, synonyms: ["true-peak"])
  let splice = Key(
    "splice", "The short fade that hides clicks at cuts; `0ms` for none.", .value(.duration), .planned)
}

struct CheckKeys: MappingKeys {
  static let title = "the checks"
  static let documentation = "What must be true of the finished film; a broken check fails the command."

  let orientation = Key(
    "orientation", "The shape of the picture.", .choice(OrientationCheck.self, "an orientation"),
    synonyms: ["aspect"])
  let duration = Key(
    "duration", "How long the film lasts.", .value(.durationRange), synonyms: ["for", "length"])
  let size = Key("size", "Width and height of the film.", .value(.canvasSize), synonyms: ["resolution"])
  let rate = Key("rate", "Frames a second of the film.", .value(.rate), synonyms: ["fps", "frame-rate"])
  let loudness = Key(
    "loudness", "The loudness of the whole film.", .value(.loudnessCheck), .planned, synonyms: ["lufs"])
  let peak = Key("peak", "The highest true peak.", .value(.truePeakLimit), .planned, synonyms: ["true-peak"])
  let black = Key("black", "The longest stretch of black.", .value(.durationLimit), .planned)
  let silence = Key("silence", "The longest stretch of silence.", .value(.durationLimit), .planned)
  let fileSize = Key(
    "file-size", "How large an output may be.", .value(.fileSizeLimit), .planned, synonyms: ["max-file-size"])
  let audio = Key(
    "audio", "Whether something must be heard.", .choice(AudioCheck.self, "an audio check"),
    synonyms: ["sound"])
}

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

struct SubtitleKeys: MappingKeys {
  static let title = "subtitles"
  static let documentation = "One track of subtitles: a file, or cues."
  static let alternatives = [["file", "cues"]]

  let file = Key("file", "A subtitle file.", .path, synonyms: ["path", "src"])
  let cues = Key("cues", "Words and their times.", .list(of: .mapping(CueKeys.self)), synonyms: ["lines"])
  let language = Key("language", "The language of the words: `eng`.", .text, synonyms: ["lang"])
  let mode = Key(
    "mode", "Drawn into the picture, or kept as a stream of the output.",
    .word("a subtitle mode", ["burn", "stream"]),
    synonyms: ["as"])

  typealias Value = CheckedOnly
}

struct CueKeys: MappingKeys {
  static let title = "a cue"
  static let documentation = "One subtitle."

  let at = Key(
    "at", "When it is shown.", .value(.range), isRequired: true, synonyms: ["time", "start", "range"])
  let text = Key("text", "The words.", .text, isRequired: true, synonyms: ["words"])

  typealias Value = CheckedOnly
}

struct MarkerKeys: MappingKeys {
  static let title = "a marker"
  static let documentation = "A name for a time."

  let at = Key("at", "When it is.", .value(.time), isRequired: true, synonyms: ["time", "start"])
  let chapter = Key("chapter", "Whether it begins a chapter in the outputs.", .flag)
  let note = Key("note", "For people.", .text, synonyms: ["comment", "description"])

  typealias Value = CheckedOnly
}

struct SequenceKeys: MappingKeys {
  static let title = "a sequence"
  static let documentation = "A timeline with a name."

  let timeline = Key(
    "timeline", "The items of the sequence.", .items(.timeline), isRequired: true, synonyms: ["items"])
  let overlays = Key("overlays", "Items over them.", .items(.overlays), synonyms: ["overlay", "layers"])
  let audio = Key("audio", "Items heard under them.", .items(.audio), synonyms: ["music"])
  let note = Key("note", "For people.", .text, synonyms: ["comment"])

  typealias Value = CheckedOnly
}
