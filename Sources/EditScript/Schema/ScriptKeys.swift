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
  let title = Key(
    "title", "What people call this film.", .text, example: "A day at the sea", synonyms: ["name", "heading"])
  let note = Key(
    "note", "For people.", .text, example: "Cut for the family.",
    synonyms: ["comment", "description", "notes"])
  let vars = Key(
    "vars", "Parameters: `${name}` in a value is replaced by what `name` stands for.",
    .named("variable", .mapping(VariableKeys.self)), example: "{city: {type: text, default: Paris}}",
    synonyms: ["variables", "params", "parameters", "merge", "fields"])
  let media = Key(
    "media", "Names for files: a path, or a mapping that says more about the file.",
    .named("media name", Shape<MediaEntry>.mediaFile), example: "{beach: footage/beach.mp4}",
    synonyms: ["assets", "files", "sources", "inputs", "footage", "producers"])
  let canvas = Key(
    "canvas", "The picture that everything is drawn on.", .mapping(CanvasKeys.self),
    example: "{size: 1280x720, rate: 30}",
    synonyms: ["format", "video", "project", "frame", "stage", "profile"])
  let mix = Key(
    "mix", "The sound that everything is mixed into.", .mapping(MixKeys.self), example: "{channels: stereo}",
    synonyms: ["sound", "master"])
  let timeline = Key(
    "timeline", "The main story: items that play one after the other.", .items(.timeline),
    example: "[{clip: beach.mp4}]",
    synonyms: ["story", "track", "scenes", "main", "items", "segments", "clips", "playlist"])
  let overlays = Key(
    "overlays", "Items that are drawn over the story, the last one on top.", .items(.overlays),
    example: "[{image: logo.png, place: top right}]",
    synonyms: ["overlay", "layers", "tracks", "titles", "graphics", "multitrack"])
  let audio = Key(
    "audio", "Items that are heard under the story.", .items(.audio),
    example: "[{clip: song.m4a, volume: 50%}]",
    synonyms: ["music", "soundtrack", "audios", "sounds", "audio-tracks", "audio-file-path"])
  let subtitles = Key(
    "subtitles", "Subtitles from files or written here.",
    .list(of: .subtitleTrack), example: "[subs/en.srt]",
    synonyms: ["captions", "subs"])
  let markers = Key(
    "markers", "Names for times.",
    .named("marker", Shape<MarkerEntry>.marker),
    example: "{turn: 12s}",
    synonyms: ["chapters", "marks"])
  let sequences = Key(
    "sequences", "Timelines with a name, played with `sequence: name`.",
    .named("sequence", .sequence),
    example: "{opener: [{clip: beach.mp4}]}",
    synonyms: ["compounds", "compositions", "nested"])
  let defaults = Key(
    "defaults", "What items of a kind start from; an item's own keys come first.", .defaults,
    example: "{image: {fit: cover}}",
    synonyms: ["default", "presets", "styles"])
  let checks = Key(
    "checks", "What must be true of the finished film.", .mapping(CheckKeys.self),
    example: "{duration: ..60s}",
    synonyms: ["check", "asserts", "tests", "expect", "constraints", "validate"])
  let metadata = Key(
    "metadata", "Tags of the outputs.", .mapping(MetadataKeys.self),
    example: "{title: A day at the sea}", synonyms: ["tags", "meta"])
  let outputs = Key(
    "outputs", "The files to make.", .list(of: .mapping(OutputKeys.self)), example: "[{file: out/film.mp4}]",
    synonyms: [
      "output", "export", "exports", "render", "renders", "targets", "out", "out-path", "destinations",
      "consumer",
    ])
}

struct VariableKeys: MappingKeys {
  static let title = "a variable"
  static let documentation = "One parameter of the script."

  let type = Key("type", "What its values are.", .variableType, isRequired: true, synonyms: ["kind"])
  let standard = Key(
    "default", "The value where none is given from outside.", .text, example: "Paris",
    synonyms: ["value", "standard"])
  let allowed = Key(
    "allowed", "The values it may have.", .list(of: .text), example: "[Paris, Rome]",
    synonyms: ["values", "enum", "choices", "options", "one-of"])
  let note = Key(
    "note", "For people.", .text, example: "Where it was filmed.",
    synonyms: ["comment", "description", "documentation"])
}
