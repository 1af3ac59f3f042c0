struct OutputKeys: MappingKeys {
  static let title = "an output"
  static let documentation = "One file to make."

  let file = Key(
    "file", "The path of the file; its extension picks the container.", .path, isRequired: true,
    example: "out/film.mp4",
    synonyms: ["path", "filename", "output", "to", "out", "dest", "out-path", "url"])
  let name = Key(
    "name", "What the command line calls this output.", .value(.name), example: "web",
    synonyms: ["id", "label"])
  let preset = Key(
    "preset", "Settings under one name.",
    .word("a preset", OutputWords.renderedPresets, planned: OutputWords.plannedPresets), example: "1280x720",
    synonyms: ["profile"]
  )
  let size = Key(
    "size", "Width and height; the film is laid out again for them.", .value(.canvasSize),
    synonyms: ["resolution", "dimensions", "s"])
  let overrides = Key(
    "overrides", "Keys of named items that are different in this output.", .overrides, .planned,
    example: "{intro: {opacity: 0.5}}")
  let rate = Key(
    "rate", "Frames a second.", .value(.rate), synonyms: ["fps", "frame-rate", "framerate", "r"])
  let range = Key(
    "range", "The part of the film to make.", .value(.range), example: "first 5s",
    synonyms: ["take", "part", "trim"])
  let video = Key(
    "video", "How the picture is encoded.", .mapping(VideoKeys.self), example: "{quality: 20}",
    synonyms: ["picture", "vcodec", "c:v", "video-codec"])
  let audio = Key(
    "audio", "How the sound is encoded.", .mapping(AudioKeys.self), example: "{bitrate: 128k}",
    synonyms: ["sound", "acodec", "c:a", "audio-codec"])
  let mode = Key(
    "mode", "Whether everything is encoded, or everything copied from the media as it is.",
    .word("an output mode", ["render", "passthrough"], planned: ["smart"]), example: "passthrough")
  let faststart = Key(
    "faststart", "Whether the index stands before the film, so that it plays while it loads; on by default.",
    .flag, example: "false",
    synonyms: ["fast-start", "movflags", "streamable"])
  let metadata = Key(
    "metadata", "Tags of this file; those that are not written here are the script's.",
    .mapping(MetadataKeys.self), example: "{keep: none}", synonyms: ["tags"])
  let chapters = Key(
    "chapters",
    "Whether markers with `chapter: true` become chapters of it; by itself wherever the file can hold them.",
    .flag)
  let still = Key(
    "still", "Makes a picture of this time.", .value(.time), .planned, example: "1s",
    synonyms: ["poster", "thumbnail", "snapshot"])
  let stems = Key(
    "stems", "Adds the sound of the story and each audio item as tracks of their own.", .flag,
    example: "true")
}

struct VideoKeys: MappingKeys {
  static let title = "an output's video"
  static let documentation = "How the picture of an output is encoded."
  static let alternatives = [["quality", "bitrate", "max-file-size"]]

  let codec = Key(
    "codec", "The codec of the picture; `copy` takes it from the media as it is.",
    .word(
      "a video codec", ["h264", "copy", "none"],
      planned: ["hevc", "av1", "vp9", "prores", "dnxhr", "ffv1", "gif"]),
    synonyms: ["vcodec", "encoder", "format", "c:v", "video-codec"])
  let quality = Key(
    "quality", "Constant quality; 51 is the smallest file, 0 loses nothing, which few players show.",
    .value(.integer(in: 0...51)),
    example: "20",
    synonyms: ["crf", "q"])
  let bitRate = Key(
    "bitrate", "Bits a second.", .value(.bitRate),
    synonyms: ["bit-rate", "rate", "bps", "b:v", "vb", "video-bitrate"])
  let maximumFileSize = Key(
    "max-file-size",
    "How large the file may be with its sound: the bit rate follows from it, and a larger file is none.",
    .value(.fileSize), example: "50MB", synonyms: ["file-size"])
  let speed = Key(
    "speed", "How much time the encoder takes to make the file small.",
    .word("an encoder speed", OutputWords.speeds), example: "medium",
    synonyms: ["preset", "effort"])
  let profile = Key(
    "profile", "What players must be able to do; by itself the smallest that holds depth and sampling.",
    .word(
      "a profile", ["baseline", "main", "high", "high10", "high422", "high444"], planned: ["main10"]),
    example: "high")
  let level = Key("level", "The codec's level: `4.1`.", .text, .planned, example: "4.1")
  let keyframes = Key(
    "keyframes", "The longest time between key frames.", .value(.duration), example: "2s",
    synonyms: ["gop", "key-frame-interval", "keyint", "g"])
  let depth = Key(
    "depth", "Bits of each colour channel; by itself 8, or the canvas's where its `depth` is written.",
    .choice(BitDepth.self, "a bit depth"),
    synonyms: ["bit-depth"])
  let pixelFormat = Key(
    "pixel-format", "How colours are sampled, with as many bits.",
    .word(
      "a pixel format",
      ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"]),
    example: "yuv420p",
    synonyms: ["pix-fmt"])
  let color = Key(
    "color", "The colours of the file; by itself those of the canvas.",
    .choice(ColorSpaceName.self, "a colour space"),
    synonyms: ["colour"])
}

struct AudioKeys: MappingKeys {
  static let title = "an output's audio"
  static let documentation = "How the sound of an output is encoded."

  let codec = Key(
    "codec", "The codec of the sound; `copy` takes it from the media as it is.",
    .word("an audio codec", ["aac", "opus", "mp3", "flac", "pcm", "alac", "copy", "none"]),
    synonyms: ["acodec", "encoder", "format", "c:a", "audio-codec"])
  let bitRate = Key(
    "bitrate", "Bits a second.", .value(.bitRate), example: "128k",
    synonyms: ["bit-rate", "bps", "b:a", "ab", "audio-bitrate"])
  let rate = Key(
    "rate", "Samples a second.", .value(.integer(in: 8000...LanguageLimits.sampleRate)),
    example: "48000",
    synonyms: ["sample-rate", "hz", "ar"])
  let channels = Key(
    "channels", "The speakers it is made for.", .choice(ChannelLayoutName.self, "a channel layout"),
    synonyms: ["layout", "ac"])
}

/// Words that outputs know.
enum OutputWords {
  static let renderedPresets = [
    "640x480", "960x540", "1280x720", "1920x1080", "3840x2160", "low-quality", "medium-quality",
    "highest-quality", "web", "draft", "m4a", "passthrough",
  ]
  static let plannedPresets = [
    "hevc-1920x1080", "hevc-3840x2160", "hevc-highest-quality", "prores-422", "prores-4444", "gif",
  ]
  static let speeds = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
  ]
}
