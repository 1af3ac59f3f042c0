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
    "background", "What is seen where nothing is drawn.", .value(.color), example: "navy",
    synonyms: ["bg", "backdrop", "fill", "background-color", "bgcolor"])
  let color = Key(
    "color", "The colours of the film.",
    .choice(ColorSpaceName.self, "a colour space"),
    synonyms: ["colour", "color-space", "colorspace"])
  let depth = Key(
    "depth",
    "Bits of each colour channel; by itself 10 for `hlg` and `pq` and where a main clip has more than 8, else 8.",
    .choice(BitDepth.self, "a bit depth"),
    synonyms: ["bit-depth", "bits"])
}

struct MixKeys: MappingKeys {
  static let title = "the mix"
  static let documentation = "The sound that everything is mixed into."

  let rate = Key(
    "rate", "Samples a second.", .value(.integer(in: 8000...LanguageLimits.sampleRate)), example: "48000",
    synonyms: ["sample-rate", "hz"])
  let channels = Key(
    "channels", "The speakers it is made for.",
    .choice(ChannelLayoutName.self, "a channel layout"),
    synonyms: ["layout", "channel-layout"])
  let loudness = Key(
    "loudness", "The loudness that the whole film is brought to, by EBU R 128.", .value(.loudness),
    synonyms: ["lufs"])
  let peak = Key(
    "peak", "The highest true peak; with `loudness` it is -1 dBTP where nothing is written.",
    .value(.truePeak), synonyms: ["true-peak"])
  let splice = Key(
    "splice", "A short fade at every cut, which hides clicks; none by default.", .value(.duration),
    example: "5ms")
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
    "loudness", "The loudness of the whole film.", .value(.loudnessCheck), synonyms: ["lufs"])
  let peak = Key("peak", "The highest true peak.", .value(.truePeakLimit), synonyms: ["true-peak"])
  let black = Key(
    "black",
    "The longest stretch of black: of pictures in which 98 of 100 pixels are darker than a tenth.",
    .value(.durationLimit))
  let silence = Key(
    "silence", "The longest stretch of silence, which is below -60 dB.", .value(.durationLimit))
  let fileSize = Key(
    "file-size", "How large an output may be.", .value(.fileSizeLimit), synonyms: ["max-file-size"])
  let audio = Key(
    "audio", "Whether something must be heard.", .choice(AudioCheck.self, "an audio check"),
    synonyms: ["sound"])
}
