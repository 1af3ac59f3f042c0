import Composition
import YAMLTree

struct OutputKeys: MappingKeys {
  typealias Record = Output

  static let title = "an output"
  static let documentation = "One file to render."
  static let elsewhere = [
    (word: "loudness", outer: "mix", inner: "loudness"), (word: "lufs", outer: "mix", inner: "loudness"),
    (word: "peak", outer: "mix", inner: "peak"), (word: "true-peak", outer: "mix", inner: "peak"),
    (word: "background", outer: "canvas", inner: "background"),
  ]

  let file = Key(
    "file",
    "The path; its extension selects the container. `%05d` numbers the pictures of a sequence, `%n` the next free name.",
    .path, isRequired: true,
    example: "out/film.mp4",
    synonyms: ["path", "filename", "output", "out", "dest", "out-path", "url", "write-videofile"],
    related: ["to"],
    field: .requiredText(\Output.file))
  let name = Key(
    "name", "The name of this output on the command line.", Shape<String>.value(.name).declaring(.output),
    example: "web",
    synonyms: ["id", "label"], field: .text(\Output.name))
  let preset = Key(
    "preset", "A named set of settings.",
    .word("a preset", OutputWords.renderedPresets), example: "1280x720",
    related: ["profile", "quality"], field: .at(\Output.preset), default: .words("none"))
  let size = Key(
    "size", "Width and height; the film is laid out for this size.", .value(.canvasSize),
    synonyms: ["resolution", "dimensions", "s"],
    related: [.size(["width", "w"], ["height", "h"]), "aspect-ratio", "scale-to"],
    field: .at(\Output.size), default: .words("the canvas's"))
  let overrides = Key(
    "overrides", "Keys of named items, and styles of named subtitles, that differ in this output.",
    .overrides,
    example: "{intro: {for: 2s}}", synonyms: ["items", "changes"], related: ["variant", "variants"],
    field: .overrides)
  let rate = Key(
    "rate", "Frames per second.", .value(.rate), synonyms: ["fps", "frame-rate", "framerate", "r"],
    field: .at(\Output.rate), default: .words("the canvas's"))
  let range = Key(
    "range", "The part of the film to render.", .value(.filmRange), example: "first 5s",
    synonyms: ["take", "part"],
    related: [
      .range(["start", "from", "begin", "ss"], ["end", "to", "stop"]),
      .span(["start", "from", "begin", "ss"], ["duration", "length", "t"]), "trim", .frames("frame-range"),
    ], field: .at(\Output.part), default: "all")
  let video = Key(
    "video", "How the picture is encoded.", .mapping(VideoKeys.self), example: "{quality: 20}",
    synonyms: ["picture"],
    related: [
      .words("crf", "q", "cq", "quality", inside: "quality", hint: "each codec has a scale of its own"),
      .words("codec", "vcodec", "c:v", "video-codec", "encoder", inside: "codec"),
      .words("bitrate", "b:v", "vb", "video-bitrate", inside: "bitrate"),
      .words("preset", "speed", "x264-preset", inside: "speed"),
      .words("pixel-format", "pix-fmt", inside: "pixel-format"),
      .words("gop", "keyint", "g", "keyframes", inside: "keyframes"),
      .words("tune", inside: "tune"), .words("level", inside: "level"),
      .words("profile", "profile:v", inside: "profile"),
      .words("max-file-size", "fs", inside: "max-file-size"), .words("passes", "two-pass", inside: "passes"),
      .flags("vn", yes: "{codec: none}", no: "{}"),
    ], field: .inside(\Output.video, VideoKeys.self))
  let audio = Key(
    "audio", "How the sound is encoded, or a list of audio tracks.", .outputSound,
    example: "{bitrate: 128k}", synonyms: ["sound"],
    related: [
      .words("acodec", "c:a", "audio-codec", inside: "codec"),
      .words("audio-bitrate", "b:a", "ab", inside: "bitrate"), .words("ar", "audio-fps", inside: "rate"),
      .words("ac", inside: "channels"),
      .flags("an", "mute", "muted", "silent", "no-audio", yes: "{codec: none}", no: "{}"), "tracks",
      "audio-tracks",
    ], field: .outputSound)
  let mode = Key(
    "mode",
    "Encodes everything (`render`), or copies everything (`passthrough`) or unchanged parts (`smart`); `auto`: the cheapest.",
    .word("an output mode", ["render", "passthrough", "smart", "auto"]), example: "smart",
    field: .at(\Output.mode), default: "render")
  let faststart = Key(
    "faststart",
    "Puts the index at the start of the file, so that playback can start while it loads; on by default.",
    .flag, example: "false",
    synonyms: ["fast-start", "streamable"],
    related: [.words("movflags", values: ["+faststart": "true", "faststart": "true"])],
    field: .at(\Output.isFastStart), default: "true")
  let fragment = Key(
    "fragment",
    "Splits the file into fragments of this length, each with its own index, so that players can start at any of them.",
    .value(.duration), example: "2s", synonyms: ["fragments", "frag-duration"],
    related: ["segment", "hls-time"],
    field: .at(\Output.fragment), default: .words("one piece"))
  let playlist = Key(
    "playlist",
    "The playlist that lists this file with others, for web players: an .m3u8 file (HLS) or an .mpd file (DASH).",
    .playlists, example: "out/film.m3u8", synonyms: ["group", "hls", "dash", "manifest"],
    field: .at(\Output.playlist, ValueText { $0.map(\.value).joined(separator: " ") }), default: "none")
  let metadata = Key(
    "metadata", "Tags of this file; they override those of the script.",
    .mapping(MetadataKeys.self), example: "{keep: none}", synonyms: ["tags"],
    field: .inside(\Output.metadata, MetadataKeys.self))
  let chapters = Key(
    "chapters",
    "Whether markers with `chapter: true` become chapters; by default, if the container supports chapters.",
    .flag, field: .at(\Output.hasChapters), default: .words("if the container supports them"))
  let keep = Key(
    "keep",
    "What is kept of the timeline's clips, cut as they are: `chapters`, `subtitles`, `timecode`, all `tracks` of a copy.",
    .keptContent, example: "[chapters]", related: ["map-chapters", "map"],
    field: .at(\Output.keep, .keptContent),
    default: .words("nothing"))
  let subtitles = Key(
    "subtitles", "The language of the subtitles of this output, if the script has several.",
    .languageCode, example: "deu", related: ["language"], field: .at(\Output.subtitles, .quoted),
    default: .words("all of them; in an .srt or .vtt file, the only ones"))
  let timecode = Key(
    "timecode",
    "The timecode of the film's first frame, in a separate track; a `range` starts at the timecode of its own first frame.",
    .value(.timecode), example: "01:00:00:00", synonyms: ["tc", "start-timecode", "timecode-start"],
    related: ["start"], field: .at(\Output.timecode), default: .words("none"))
  let still = Key(
    "still",
    "Renders a single picture of the film, at this time, to a .png, .tif, .exr or .jpg file.",
    .value(.filmTime), example: "12s", related: ["poster", "thumbnail", "snapshot"],
    field: .at(\Output.still), default: .words("none"))
  let stems = Key(
    "stems", "Adds the sound of the timeline and each audio item as separate tracks.", .flag,
    example: "true", field: .at(\Output.hasStems), default: "false")
  let firstNumber = Key(
    "first-number", "The number of the first picture in an image sequence.",
    .value(.integer(in: 0...LanguageLimits.pictureNumber)), example: "1001",
    synonyms: ["start-number", "start_number", "first-frame"], related: ["first"],
    field: .at(\Output.firstNumber), default: "1")
  let loop = Key(
    "loop", "How often an animation plays; 0 repeats it forever.", .value(.integer(in: 0...65535)),
    example: "3",
    synonyms: ["plays"], related: ["repeat", "number-of-gif-loops", "gif-loops"], field: .at(\Output.plays),
    default: "0")
}

extension Shape<[Located<KeptContent>]> {
  /// A word, or a list of words.
  fileprivate static var keptContent: Shape {
    let word = Shape<KeptContent>.choice(KeptContent.self, "a kind of content")
    return word.map { kept, subject, _ in [Located(kept, at: subject.node.range)] }.or(.list(of: word))
  }
}

extension ValueText<[Located<KeptContent>]> {
  fileprivate static var keptContent: ValueText {
    ValueText { kept in "[\(kept.map(\.value.rawValue).joined(separator: ", "))]" }
  }
}

struct VideoKeys: MappingKeys {
  typealias Record = VideoSettings

  static let title = "an output's video"
  static let documentation = "How the picture of an output is encoded."
  static let alternatives = [["quality", "bitrate", "max-file-size"]]

  let codec = Key(
    "codec", "The video codec; `copy` copies the pictures from the media without encoding.",
    .word(
      "a video codec", VideoCodec.rendered.map(\.rawValue) + OutputWords.otherCodecs,
      planned: VideoCodec.allCases.filter(\.isPlanned).map(\.rawValue)),
    synonyms: ["vcodec", "encoder", "format", "c:v", "video-codec"], field: .at(\VideoSettings.codec),
    default: .words("h264; vp9 in a .webm file, gif in a .gif, webp in a .webp"))
  let quality = Key(
    "quality",
    "Constant quality: 51 gives the smallest file, 0 is lossless, which few players support; codecs use part of the scale.",
    .value(.integer(in: OutputWords.qualities)),
    example: "20",
    related: [.words("crf", "q", "cq", "qp", hint: "each codec has a scale of its own")],
    field: .at(\VideoSettings.quality), default: .words("the preset's"))
  let bitRate = Key(
    "bitrate", "Bits per second.", .value(.bitRate),
    synonyms: ["bit-rate", "bps", "b:v", "vb", "video-bitrate"], related: ["rate"],
    field: .at(\VideoSettings.bitRate, ValueText { $0.bitRateText }), default: .words("not written"))
  let passes = Key(
    "passes",
    "Encoding passes; with 2, `bitrate` is the average over the whole film, and parts that are hard to encode get more.",
    .value(.integer(in: 1...2)), example: "2",
    related: [.flags("two-pass", "multi-pass", yes: "2", no: "1"), "pass"], field: .at(\VideoSettings.passes),
    default: "1")
  let maximumFileSize = Key(
    "max-file-size",
    "The maximum file size, including sound; it determines the bit rate, and a larger file is rejected.",
    .value(.fileSize), example: "50MB", synonyms: ["file-size"],
    field: .at(\VideoSettings.maximumFileSize, ValueText { $0.fileSizeText }), default: .words("any size"))
  let speed = Key(
    "speed", "How fast to encode; slower speeds make smaller files.",
    .word("an encoder speed", OutputWords.speeds), example: "medium",
    synonyms: ["preset", "effort"], field: .at(\VideoSettings.speed), default: .words("the preset's"))
  let profile = Key(
    "profile",
    "The codec profile; by default the smallest that supports the depth and the chroma subsampling.",
    .word(
      "a profile", OutputWords.profiles),
    example: "high", field: .at(\VideoSettings.profile), default: .words("the smallest"))
  let level = Key(
    "level",
    "The codec level: the sizes, frame rates and bit rates that players must support. The film stays within it.",
    .word("a level", OutputWords.levels), example: "4.1", field: .at(\VideoSettings.level),
    default: .words("the lowest"))
  let tune = Key(
    "tune", "What the encoder optimises for.", .word("a tune", OutputWords.tunes), example: "film",
    field: .at(\VideoSettings.tune), default: .words("none"))
  let options = Key(
    "options", "Encoder parameters that have no key of their own.", .mapping(EncoderOptionKeys.self),
    example: "{x264: aq-mode=3}", synonyms: ["params"],
    related: [.words("x264-params", "x264opts", inside: "x264"), .words("x265-params", inside: "x265")],
    field: .inside(\VideoSettings.options, EncoderOptionKeys.self))
  let keyframes = Key(
    "keyframes", "The maximum time between key frames.", .value(.duration), example: "2s",
    synonyms: ["gop", "key-frame-interval", "keyint", "g"], field: .at(\VideoSettings.keyFrameInterval),
    default: "250f")
  let depth = Key(
    "depth",
    "Bits per colour channel; by default the canvas's `depth` if written, otherwise 8. `png` and `tiff` have 8 and 16.",
    .choice(EncodedDepth.self, "a bit depth"),
    synonyms: ["bit-depth"], field: .at(\VideoSettings.depth), default: .words("auto"))
  let pixelFormat = Key(
    "pixel-format", "The chroma subsampling and bit depth.",
    .word(
      "a pixel format",
      ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"]),
    example: "yuv420p",
    synonyms: ["pix-fmt"], field: .at(\VideoSettings.pixelFormat), default: "yuv420p")
  let color = Key(
    "color", "The colour space of the file; by default that of the canvas.",
    .choice(CanvasColor.self, "a colour space"),
    synonyms: ["colour"], field: .at(\VideoSettings.color), default: .words("the canvas's"))
  let mastering = Key(
    "mastering",
    "The mastering display of a PQ film, and how bright the film gets (HDR10 metadata).",
    .mapping(MasteringKeys.self), example: "{peak: 1000}",
    synonyms: ["hdr", "hdr10", "master-display", "mastering-display"],
    field: .inside(\VideoSettings.mastering, MasteringKeys.self))
  let title = Key(
    "title", "The title of the video track in players.", .trackTitle, example: "Main view",
    related: ["name", "handler"],
    field: .text(\VideoSettings.title))
}

struct MasteringKeys: MappingKeys {
  typealias Record = MasteringSettings

  static let title = "an output's mastering"
  static let documentation = "The mastering display of a PQ film, and how bright the film gets."

  let peak = Key(
    "peak", "The brightest white of the display, in cd/m² (nits).",
    .value(.number(in: 1...10000)), isRequired: true, example: "1000",
    synonyms: ["max-luminance", "white", "nits"], field: .at(\MasteringSettings.peak))
  let black = Key(
    "black", "The darkest black of the display, in cd/m².",
    .value(.number(in: 0...5)), example: "0.005", synonyms: ["min-luminance"],
    field: .at(\MasteringSettings.black), default: "0.0001")
  let primaries = Key(
    "primaries", "The colour primaries of the display.",
    .choice(MasteringDisplay.Primaries.self, "display primaries"), example: "bt2020",
    synonyms: ["display", "gamut"], field: .at(\MasteringSettings.primaries), default: "p3")
  let maxCLL = Key(
    "max-cll", "The brightest pixel of the film, in cd/m².",
    .value(.integer(in: 1...10000)), example: "1000", synonyms: ["maxcll", "brightest-pixel"],
    field: .at(\MasteringSettings.maxCLL), default: .words("unknown"))
  let maxFALL = Key(
    "max-fall", "The highest average brightness of a frame, in cd/m².",
    .value(.integer(in: 1...10000)), example: "400", synonyms: ["maxfall", "brightest-frame"],
    field: .at(\MasteringSettings.maxFALL), default: .words("unknown"))
}

struct EncoderOptionKeys: MappingKeys {
  typealias Record = EncoderOptionTexts

  static let title = "an output's encoder options"
  static let documentation =
    "Parameters for each encoder: `NAME=VALUE`, separated by colons."

  let x264 = Key(
    "x264", "For `codec: h264`.", .text, example: "aq-mode=3", field: .text(\EncoderOptionTexts.x264),
    default: .words("none"))
  let x265 = Key(
    "x265", "For `codec: hevc`.", .text, example: "aq-mode=3", field: .text(\EncoderOptionTexts.x265),
    default: .words("none"))
}

struct AudioKeys: MappingKeys {
  typealias Record = AudioSettings

  static let title = "an output's audio"
  static let documentation = "How the sound of an output is encoded."

  let codec = Key(
    "codec", "The audio codec; `copy` copies the sound from the media without encoding.",
    .word("an audio codec", SoundCodec.allCases.map(\.rawValue) + OutputWords.otherCodecs),
    synonyms: ["acodec", "encoder", "format", "c:a", "audio-codec"], field: .at(\AudioSettings.codec),
    default: .words("the container's default"))
  let bitRate = Key(
    "bitrate", "Bits per second.", .value(.bitRate), example: "128k",
    synonyms: ["bit-rate", "bps", "b:a", "ab", "audio-bitrate"],
    field: .at(\AudioSettings.bitRate, ValueText { $0.bitRateText }), default: .words("the preset's"))
  let rate = Key(
    "rate", "Samples per second.", .value(.integer(in: 8000...LanguageLimits.sampleRate)),
    example: "48000",
    synonyms: ["sample-rate", "hz", "ar"], field: .at(\AudioSettings.rate), default: .words("the mix's"))
  let channels = Key(
    "channels", "The channel layout.", .choice(ChannelLayoutName.self, "a channel layout"),
    synonyms: ["layout", "ac"], field: .at(\AudioSettings.channels), default: .words("the mix's"))
  let title = Key(
    "title", "The title of the audio track in players.", .trackTitle, example: "Stereo mix",
    related: ["name", "handler"],
    field: .text(\AudioSettings.title))
}

/// The words of outputs.
enum OutputWords {
  /// The alternatives to a codec.
  static let otherCodecs = ["copy", "none"]
  static let renderedPresets = OutputPreset.allCases.map(\.rawValue)

  // For all codecs; lowering rejects speeds and profiles that the output's codec lacks.
  static let qualities = 0...(codecs.compactMap(\.qualities?.upperBound).max() ?? 0)
  static let speeds = words(\.speeds)
  static let profiles = words { $0.profiles.map(\.name) }
  static let tunes = words(\.tunes)
  static let levels = words { $0.levels.map(\.name) }

  private static let codecs = VideoCodec.rendered.compactMap(\.declaration)

  /// Each word once, in the order of the declarations.
  private static func words(_ list: (VideoCodecDeclaration) -> [String]) -> [String] {
    codecs.flatMap(list).reduce(into: []) { words, word in if !words.contains(word) { words.append(word) } }
  }
}
