import Composition

struct CanvasKeys: MappingKeys {
  typealias Record = CanvasSettings

  static let title = "the canvas"
  static let documentation = "Size, frame rate and colours of the film."

  let size = Key(
    "size", "Width and height in pixels; `auto` takes the size of the largest main clip.",
    .value(.canvasSize),
    synonyms: ["resolution", "dimensions", "frame-size"],
    related: [.size(["width", "w"], ["height", "h"]), "aspect-ratio", "aspect"],
    field: .at(\CanvasSettings.size), default: "auto")
  let rate = Key(
    "rate", "Frames per second, or `auto`.", .value(.rate),
    synonyms: ["fps", "frame-rate", "framerate"], related: ["timebase", "frame-duration"],
    field: .at(\CanvasSettings.rate), default: "auto")
  let background = Key(
    "background",
    "The colour where no item is shown. Sequences, and nested scripts without this key, are transparent there.",
    .value(.color), example: "navy",
    synonyms: ["bg", "backdrop", "fill", "background-color", "bgcolor"],
    field: .at(\CanvasSettings.background), default: "#000000")
  let color = Key(
    "color", "The colour space of the film.",
    .choice(CanvasColor.self, "a colour space"),
    synonyms: ["colour", "color-space", "colorspace"], field: .at(\CanvasSettings.color), default: "bt709")
  let depth = Key(
    "depth",
    "Bits per colour channel; by default 10 for `hlg` and `pq` and if a main clip has more than 8, otherwise 8.",
    .choice(BitDepth.self, "a bit depth"),
    synonyms: ["bit-depth", "bits"], field: .at(\CanvasSettings.depth), default: .words("auto"))
  let nested = Key(
    "nested",
    "The canvas while another script plays this one: its `own`, or that of the other script (`inherit`).",
    .choice(NestedCanvas.self, "a canvas"), example: "inherit", field: .at(\CanvasSettings.nested),
    default: "own")
}

struct MixKeys: MappingKeys {
  typealias Record = MixSettings

  static let title = "the mix"
  static let documentation = "Sample rate, channels and loudness of the film's sound."

  let rate = Key(
    "rate", "Samples per second.", .value(.integer(in: 8000...LanguageLimits.sampleRate)), example: "48000",
    synonyms: ["sample-rate", "samplerate", "hz"], field: .at(\MixSettings.rate), default: "48000")
  let channels = Key(
    "channels", "The channel layout.",
    .choice(ChannelLayoutName.self, "a channel layout"),
    synonyms: ["layout", "channel-layout"], field: .at(\MixSettings.channels), default: "stereo")
  let loudness = Key(
    "loudness", "The loudness to which the whole film is normalised (EBU R 128).", .value(.loudness),
    synonyms: ["lufs"], field: .at(\MixSettings.loudness), default: .words("as it is"))
  let peak = Key(
    "peak", "The maximum true peak; -1 dBTP by default with `loudness`.",
    .value(.truePeak), synonyms: ["true-peak"], field: .at(\MixSettings.peak), default: .words("as it is"))
  let splice = Key(
    "splice", "A short fade at every cut to avoid clicks; none by default.", .value(.duration),
    example: "5ms", field: .at(\MixSettings.splice), default: "0s")
}

struct CheckKeys: MappingKeys {
  typealias Record = Checks

  static let title = "the checks"
  static let documentation = "Conditions that the finished film must meet; if one fails, so does the command."

  let orientation = Key(
    "orientation", "The orientation of the picture.", .choice(OrientationCheck.self, "an orientation"),
    synonyms: ["aspect"], field: .at(\Checks.orientation), default: .words("not checked"))
  let duration = Key(
    "duration", "The length of the film.", .value(.durationRange), synonyms: ["for", "length"],
    field: .at(\Checks.duration), default: .words("not checked"))
  let size = Key(
    "size", "Width and height of the film.", .value(.canvasSize), synonyms: ["resolution"],
    field: .at(\Checks.size), default: .words("not checked"))
  let rate = Key(
    "rate", "The frame rate of the film.", .value(.rate), synonyms: ["fps", "frame-rate"],
    field: .at(\Checks.rate), default: .words("not checked"))
  let loudness = Key(
    "loudness", "The loudness of the whole film.", .value(.loudnessCheck), synonyms: ["lufs"],
    field: .at(\Checks.loudness), default: .words("not checked"))
  let shortTerm = Key(
    "short-term", "The maximum short-term loudness: of any 3 s (EBU R 128).", .value(.loudnessLimit),
    field: .at(\Checks.shortTerm, ValueText { "..\($0.canonicalText)" }), default: .words("not checked"))
  let momentary = Key(
    "momentary", "The maximum momentary loudness: of any 400 ms (EBU R 128).", .value(.loudnessLimit),
    example: "..-15 LUFS", field: .at(\Checks.momentary, ValueText { "..\($0.canonicalText)" }),
    default: .words("not checked"))
  let range = Key(
    "range", "The maximum loudness range (EBU Tech 3342).", .value(.loudnessRangeLimit),
    synonyms: ["lra", "loudness-range"],
    field: .at(\Checks.loudnessRange, ValueText { "..\($0.canonicalText)" }), default: .words("not checked"))
  let phase = Key(
    "phase", "The lowest correlation of left and right over any audible second, from -1 to 1.",
    .value(.leastCorrelation), synonyms: ["correlation"],
    field: .at(\Checks.phase, ValueText { "\($0.canonicalText).." }), default: .words("not checked"))
  let peak = Key(
    "peak", "The maximum true peak.", .value(.truePeakLimit), synonyms: ["true-peak"],
    field: .at(\Checks.peak, ValueText { "..\($0.canonicalText)" }), default: .words("not checked"))
  let black = Key(
    "black",
    "The longest stretch of black: frames in which 98 % of the pixels are darker than 10 %.",
    .value(.durationLimit), field: .at(\Checks.black, ValueText { "..\($0.canonicalText)" }),
    default: .words("not checked"))
  let freeze = Key(
    "freeze", "The longest stretch of equal pictures while the script shows moving media.",
    .value(.durationLimit), example: "..10s", synonyms: ["frozen"],
    field: .at(\Checks.freeze, ValueText { "..\($0.canonicalText)" }), default: .words("not checked"))
  let gamut = Key(
    "gamut", "The levels that red, green, blue and luma must keep within (EBU R 103).", .gamutCheck,
    example: "r103", field: .at(\Checks.gamut), default: .words("not checked"))
  let flashes = Key(
    "flashes",
    "The limit for flashes: `bt1702`, `wcag`, or `none`, which is `bt1702` with warnings for what `wcag` adds.",
    .choice(FlashCheck.self, "a limit for flashes"), synonyms: ["flash", "photosensitivity", "strobe"],
    field: .at(\Checks.flashes), default: .words("not checked"))
  let silence = Key(
    "silence", "The longest stretch of silence (below -60 dB).", .value(.durationLimit),
    field: .at(\Checks.silence, ValueText { "..\($0.canonicalText)" }), default: .words("not checked"))
  let captions = Key(
    "captions",
    "The guideline that the subtitles must meet: line lengths, reading speed, durations and gaps.",
    .captionCheck, example: "netflix", synonyms: ["subtitles"], field: .at(\Checks.captions),
    default: .words("not checked"))
  let safeArea = Key(
    "safe-area",
    "The area that texts must keep within (EBU R 95): `title` is 90 % of width and height, `action` 93 %.",
    .choice(SafeArea.self, "a safe area"), synonyms: ["safe", "title-safe"], field: .at(\Checks.safeArea),
    default: .words("a warning outside of `title`"))
  let fileSize = Key(
    "file-size", "The maximum file size of an output.", .value(.fileSizeLimit), synonyms: ["max-file-size"],
    field: .at(\Checks.fileSize, ValueText { "..\($0.fileSizeText)" }), default: .words("not checked"))
  let copied = Key(
    "copied",
    "The minimum share of copied pictures, for outputs with `mode: smart`, `auto` or `passthrough`.",
    .value(.leastShare), field: .at(\Checks.copied, ValueText { ($0 * 100).canonicalText + "%.." }),
    default: .words("not checked"))
  let audio = Key(
    "audio", "Whether the film must have sound.", .choice(AudioCheck.self, "an audio check"),
    synonyms: ["sound"], field: .audioCheck, default: .words("not checked"))
}

extension KeyField<AudioCheck> {
  static let audioCheck = KeyField { (checks: Checks) in
    checks.audioIsRequired.map { $0.value ? "required" : "optional" }
  } set: { checks, check in
    checks.audioIsRequired = check.map { $0 == .required }
  }
}
