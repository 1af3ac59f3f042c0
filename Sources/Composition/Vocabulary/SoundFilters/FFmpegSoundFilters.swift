/// FFmpeg's audio filters, by name; all others are video filters.
package enum FFmpegSoundFilters {
  /// Filters with one input, one output of the same rate, channels and length, and no files.
  package static let allowed: Set<String> = [
    "acompressor", "acontrast", "acrusher", "adeclick", "adeclip", "adenorm", "adynamicequalizer",
    "adynamicsmooth", "aecho", "aemphasis", "aexciter", "afade", "afftdn", "afreqshift", "agate", "alimiter",
    "allpass", "anlmdn", "aphaser", "aphaseshift", "apsyclip", "apulsator", "asoftclip", "asubboost",
    "asubcut",
    "asupercut", "asuperpass", "asuperstop", "atilt", "bandpass", "bandreject", "bass", "biquad", "chorus",
    "compand", "crossfeed", "crystalizer", "dcshift", "deesser", "dynaudnorm", "equalizer", "extrastereo",
    "firequalizer", "flanger", "haas", "highpass", "highshelf", "lowpass", "lowshelf", "mcompand",
    "speechnorm",
    "stereotools", "stereowiden", "superequalizer", "tiltshelf", "treble", "tremolo", "vibrato", "volume",
  ]

  /// The refused filters, with the reason and what to do instead.
  package static let refused: [(names: Set<String>, reason: String, hint: String)] = [
    (["atempo", "rubberband"], "it changes the length of sound", "use the keys `speed` and `pitch`"),
    (
      ["asetrate", "aresample", "aformat", "asettb", "asetpts", "asetnsamples"],
      "it changes the rate or the times of sound", "use `speed`, and `rate` of the mix"
    ),
    (
      ["atrim", "apad", "aloop", "areverse", "silenceremove"], "it changes the length of sound",
      "use `take`, `loop` and `speed: -1x`"
    ),
    (["adelay", "compensationdelay"], "it moves sound", "use `at`, or `audio: {lag: 100ms}` in the clip"),
    (["loudnorm", "replaygain"], "it changes the rate of sound", "write `loudness: -16 LUFS`"),
    (
      ["pan", "channelmap", "channelsplit", "surround", "dialoguenhance", "earwax", "hdcd", "virtualbass"],
      "it changes the channels of sound", "use `pan`, and `channels` of the mix"
    ),
    (
      [
        "amix", "amerge", "acrossfade", "asplit", "join", "sidechaincompress", "sidechaingate", "amultiply",
        "anequalizer",
      ],
      "it does not have one audio input and one output", "use items under `audio`, `transition` and `duck`"
    ),
    (
      [
        "afir", "arnndn", "sofalizer", "headphone", "asr", "astats", "ametadata", "asendcmd", "ashowinfo",
        "ebur128",
      ],
      "it opens files, or only reports measurements", "process the file with another tool first"
    ),
  ]

  /// Whether a filter is an audio filter.
  package static func contains(_ name: String) -> Bool {
    allowed.contains(name) || refused.contains { $0.names.contains(name) }
  }
}
