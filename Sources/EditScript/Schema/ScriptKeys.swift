/// The top level of a script.
struct ScriptKeys: KeySet {
  typealias Record = EditScript

  static let title = "the script"
  static let documentation =
    "The top level of an `.edit` file. Keys that start with `x-` are free for your own use."
  /// The whole language: every other mapping is reached from this one.
  static let schema = MappingSchema(ScriptKeys.self)

  let edit = Key(
    "edit", "The language version: 1.", .version(of: "the language", key: "edit"), isRequired: true,
    synonyms: ["version", "schema"])
  let title = Key(
    "title", "The title of the film.", .text, example: "Sea",
    synonyms: ["name", "heading"], field: .text(\EditScript.title))
  let note = Key(
    "note", "A note for readers of the script.", .text, example: "Draft.",
    synonyms: ["comment", "description", "notes"], field: .text(\EditScript.note))
  let vars = Key(
    "vars", "Variables: `${name}` in a value is replaced with the value of `name`.",
    .named("variable", .mapping(VariableKeys.self)).withKeys(.declaring(.variable)),
    example: "{city: {type: text}}",
    synonyms: ["variables", "params", "parameters", "merge", "fields"],
    field: .named(\EditScript.variables, VariableKeys.self) { $0.name.value })
  let use = Key(
    "use",
    "Names for other scripts, whose media, styles, sequences and variables are used, for folders of scripts, and packages.",
    .named("name", .used).withKeys(.declaring(.use)), example: "{brand: brand.edit}",
    synonyms: ["import", "imports", "include", "includes", "uses", "modules", "packages"], field: .uses)
  let media = Key(
    "media", "Names for media files: a path, or a mapping with more settings.",
    .named("media name", Shape<MediaDeclaration>.mediaFile).withKeys(.declaring(.media)),
    example: "{beach: beach.mp4}",
    synonyms: ["assets", "files", "sources", "inputs", "footage", "producers"],
    field: .named(\EditScript.media, MediaKeys.self) { $0.name.value })
  let canvas = Key(
    "canvas", "Size, frame rate and colours of the film.", .mapping(CanvasKeys.self),
    example: "{size: 1280x720, rate: 30}",
    synonyms: ["stage"],
    related: [
      .size(["width", "w"], ["height", "h"], inside: "size"),
      .words("size", "resolution", "dimensions", "frame-size", inside: "size"),
      .words("fps", "rate", "frame-rate", "framerate", "timebase", inside: "rate"),
      .words("background", "bg-color", "background-color", "bg", inside: "background"),
      "format", "video", "project", "frame", "profile",
    ], field: .inside(\EditScript.canvas, CanvasKeys.self))
  let mix = Key(
    "mix", "Sample rate, channels and loudness of the film's sound.", .mapping(MixKeys.self),
    example: "{channels: stereo}",
    synonyms: ["master"],
    related: [
      .words("loudness", "lufs", "audio-norm", "normalize", inside: "loudness"),
      .words("sample-rate", "samplerate", inside: "rate"), .words("channels", "layout", inside: "channels"),
      "sound",
    ], field: .inside(\EditScript.mix, MixKeys.self))
  let timeline = Key(
    "timeline", "Items that play one after the other; they determine the length of the film.",
    .items(.timeline),
    example: "[{clip: beach.mp4}]",
    synonyms: ["story", "scenes", "main", "items", "segments", "clips", "playlist", "spine", "shots"],
    related: [
      .parts(
        ["tracks", "track", "v", "video-tracks"],
        hint:
          "`timeline` contains the items that play one after the other, `overlays` those drawn over them,"
          + " `audio` those that are only heard"
      ) { parts in parts.first??.itemsOfOnlyTrack ?? [] },
      "series", "project",
    ], field: .items(\EditScript.timeline))
  let overlays = Key(
    "overlays", "Items drawn over the timeline, the last one on top.", .items(.overlays),
    example: "[{image: a.png}]",
    // Some tools list the uppermost layer first.
    synonyms: ["overlay"], related: ["layers", "titles", "graphics", "multitrack"],
    field: .items(\EditScript.overlays))
  let audio = Key(
    "audio", "Items that are only heard, together with the timeline.", .items(.audio),
    example: "[{clip: song.m4a}]",
    synonyms: ["audios", "sounds"],
    related: [
      "music", "soundtrack", "audio-tracks", "audio-file-path", "audio-clips", "voiceover", "narration",
    ],
    field: .items(\EditScript.audio))
  let subtitles = Key(
    "subtitles", "Subtitles, from files or written here.",
    .list(of: .subtitleTrack), example: "[en.srt]",
    synonyms: ["captions", "subs", "subtitle"], field: .list(\EditScript.subtitles, SubtitleKeys.self))
  let markers = Key(
    "markers", "Named times.",
    .named("marker", Shape<MarkerDeclaration>.marker).withKeys(.declaring(.marker)),
    example: "{turn: 12s}",
    synonyms: ["marks", "marker"],
    related: [
      .parts(
        ["chapters", "chapter", "chapter-marker", "chapter-markers"],
        hint: "a marker with `chapter: true` starts a chapter"
      ) { parts in parts.first??.markersOfChapters ?? [] }
    ], field: .named(\EditScript.markers, MarkerKeys.self) { $0.name.value })
  let sequences = Key(
    "sequences", "Named timelines, played with `sequence: name`.",
    .named("sequence", .sequence).withKeys(.declaring(.sequence)),
    example: "{a: [{clip: b.mp4}]}",
    synonyms: ["compounds", "compositions", "nested", "sequence"], field: .sequences)
  let defaults = Key(
    "defaults",
    "Default keys for each kind of item, in all lists or in one; an item's own keys override them.",
    .defaults,
    example: "{text: {size: 8%}}",
    synonyms: ["default"], related: ["presets"])
  let styles = Key(
    "styles", "Keys of items under a name; items with `style: name` start from them.", .styles,
    example: "{big: {size: 8%}}", synonyms: ["classes", "themes"])
  let overrides = Key(
    "overrides", "What differs on `landscape`, `portrait` or `square` canvases, by the names of items.",
    .mapping(ShapeOverrideKeys.self), example: "{square: {intro: {for: 2s}}}",
    related: ["variants", "responsive", "breakpoints"],
    field: .inside(\EditScript.shapeOverrides, ShapeOverrideKeys.self))
  let checks = Key(
    "checks", "Conditions that the finished film must meet.", .mapping(CheckKeys.self),
    example: "{duration: ..60s}",
    synonyms: ["check", "asserts", "tests", "expect", "constraints", "validate"],
    field: .inside(\EditScript.checks, CheckKeys.self))
  let metadata = Key(
    "metadata", "Tags of the outputs.", .mapping(MetadataKeys.self),
    example: "{title: The sea}", synonyms: ["tags", "meta"],
    field: .inside(\EditScript.metadata, MetadataKeys.self))
  let outputs = Key(
    "outputs", "The files to render.", .list(of: .mapping(OutputKeys.self)),
    example: "[{file: a.mp4}]",
    synonyms: [
      "output", "export", "exports", "render", "renders", "targets", "out", "out-path", "destinations",
      "consumer",
    ], field: .list(\EditScript.outputs, OutputKeys.self))
}

struct VariableKeys: MappingKeys {
  typealias Record = VariableDeclaration

  static let title = "a variable"
  static let documentation = "One variable of the script."

  let type = Key(
    "type", "The type of its values.", .variableType, isRequired: true, synonyms: ["kind"],
    field: .required(\VariableDeclaration.type))
  let standard = Key(
    "default", "The value if none is passed; in brackets for a list.", .variableTexts,
    example: "Paris",
    synonyms: ["value", "standard"], field: .at(\VariableDeclaration.standard))
  let example = Key(
    "example", "The value for `lint`, `preview` and `frame` if none is passed; `render` requires one.",
    .variableTexts, example: "Ada", synonyms: ["sample", "placeholder"],
    field: .at(\VariableDeclaration.example))
  let list = Key(
    "list", "Whether it is a list of such values, for `each`; a default in brackets implies it.",
    .flag, example: "true", synonyms: ["many", "multiple", "array"],
    field: .at(\VariableDeclaration.list), default: "false")
  let allowed = Key(
    "allowed", "The allowed values.", .list(of: .text), example: "[Paris, Rome]",
    synonyms: ["values", "enum", "choices", "options", "one-of"], field: .texts(\VariableDeclaration.allowed))
  let range = Key(
    "range", "The least and the greatest value, for numbers, times and lengths.", .text, example: "0..1",
    synonyms: ["bounds", "limits", "between"], field: .text(\VariableDeclaration.range))
  let was = Key(
    "was", "Former names: scripts that still pass one get a warning with a repair.", .list(of: .text),
    example: "[city]", synonyms: ["renamed-from", "formerly", "aliases"],
    field: .texts(\VariableDeclaration.was))
  let note = Key(
    "note", "A note for readers of the script.", .text, example: "Rome.",
    synonyms: ["comment", "description", "documentation"], field: .text(\VariableDeclaration.note))
}

extension KeyField<[Named<UseDeclaration>]> {
  static let uses = KeyField { (_: EditScript) in
    nil
  } lines: { script in
    script.uses.map { "\(onOneLine($0.name.value)) \(onOneLine($0.canonicalText))" }
  } set: { script, uses in
    script.uses = uses.value.map(\.value)
  }
}

extension KeyField<[Named<SequenceDeclaration>]> {
  static let sequences = KeyField { (_: EditScript) in
    nil
  } lines: { script in
    script.sequences.flatMap { sequence in
      SequenceKeys.fields.lines(of: sequence.lists).map { "\(onOneLine(sequence.name.value)) \($0)" }
    }
  } set: { script, sequences in
    script.sequences = sequences.value.map(\.value)
  }
}

extension Shape<VariableTexts> {
  /// A text, or a list of texts.
  static var variableTexts: Shape {
    Shape<String>.text.map { text, _, _ in .text(text) }
      .or(Shape<[Located<String>]>.list(of: .text).map { values, _, _ in .list(values) })
  }
}

extension VariableTexts: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .text(let text): text
    case .list(let values): "[" + values.map { onOneLine($0.value) }.joined(separator: ", ") + "]"
    }
  }

  package var dumpLines: [String] {
    if case .text(let text) = self { [onOneLine(text)] } else { [canonicalText] }
  }
}

extension KeyField<[Located<String>]> {
  /// A list that is empty if nothing is written.
  static func texts(
    _ path: any WritableKeyPath<VariableDeclaration, [Located<String>]> & Sendable
  ) -> KeyField {
    KeyField { (variable: VariableDeclaration) in
      variable[keyPath: path].isEmpty ? nil : ValueText.names.line(variable[keyPath: path])
    } lines: { variable in
      variable[keyPath: path].map { onOneLine($0.value) }
    } set: { variable, texts in
      variable[keyPath: path] = texts.value
    }
  }
}
