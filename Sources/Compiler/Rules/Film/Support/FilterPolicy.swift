import Composition

/// The FFmpeg filters that scripts may use: those that only change pictures or sound.
///
/// It is a list of allowed filters because new ones are not reviewed, and some filters open files, use the
/// network or depend on the clock.
enum FilterPolicy {
  /// Filters with one input and one output of the same size and time that read and write nothing else.
  static let allowed = pictures.union(FFmpegSoundFilters.allowed)

  private static let pictures: Set<String> = [
    "avgblur", "bilateral", "boxblur", "cas", "chromahold", "chromanr", "chromashift", "colorbalance",
    "colorchannelmixer", "colorcontrast", "colorcorrect", "colorhold", "colorize", "colorlevels",
    "colormatrix", "colortemperature", "convolution", "curves", "dblur", "dctdnoiz", "deband", "deblock",
    "deflate", "delogo", "despill", "dilation", "drawbox", "drawgrid", "edgedetect", "eq", "erosion",
    "exposure", "fade", "fftdnoiz", "fftfilt", "fillborders", "gblur", "geq", "gradfun", "grayworld",
    "greyedge", "hflip", "histeq", "hqdn3d", "hue", "huesaturation", "inflate", "kirsch", "lagfun",
    "lenscorrection", "limiter", "lut", "lutrgb", "lutyuv", "maskfun", "median", "monochrome", "negate",
    "nlmeans", "noise", "normalize", "owdenoise", "perspective", "pixelize", "pp7", "prewitt",
    "pseudocolor", "removegrain", "rgbashift", "roberts", "rotate", "sab", "scharr", "scroll",
    "selectivecolor", "shear", "shuffleplanes", "smartblur", "sobel", "spp", "fspp", "unsharp",
    "vaguedenoiser", "vflip", "vibrance", "vignette", "yaepblur",
  ]

  /// Options of allowed filters that name files.
  static let fileOptions: Set<String> = ["psfile", "plot"]

  /// The reason why a filter is not allowed, and an alternative.
  static func refusal(of name: String) -> (reason: String, hint: String)? {
    if allowed.contains(name) { return nil }
    for (names, reason, hint) in reasons + FFmpegSoundFilters.refused where names.contains(name) {
      return (reason, hint)
    }
    return (
      "it is not known to change only pictures or sound",
      "use one of editc's own filters, or process the file with another tool first"
    )
  }

  private static let reasons: [(Set<String>, String, String)] = [
    (["lut3d", "lut1d", "haldclut"], "it opens files", "write `lut: file.cube`"),
    (["subtitles", "ass"], "it opens files", "use the key `subtitles:` of the script"),
    (["drawtext"], "it opens files", "use a `text` item among the overlays"),
    (
      [
        "movie", "amovie", "removelogo", "find_rect", "cover_rect", "derain", "dnn_classify", "dnn_detect",
        "dnn_processing", "sr", "signature", "vidstabdetect", "vidstabtransform", "nnedi", "libplacebo",
        "frei0r", "deshake", "fieldhint", "ocr", "metadata", "vmafmotion", "psnr", "ssim", "sendcmd",
        "ladspa",
        "lv2",
      ], "it opens files", "process the file with another tool first"
    ),
    (["pp"], "its result differs in every run", "use `spp` or `deblock`"),
    (["zmq", "azmq"], "it uses the network", "remove it"),
    (
      [
        "overlay", "blend", "xfade", "hstack", "vstack", "xstack", "alphamerge", "maskedmerge", "concat",
        "split",
      ],
      "it does not have one picture input and one output",
      "use `overlays:`, `transition:` or the order of items"
    ),
    (
      ["scale", "zscale", "pad", "crop", "transpose", "zoompan", "xbr", "hqx", "epx", "super2xsai", "v360"],
      "it changes the size of pictures", "use the keys `width`, `height`, `fit`, `crop` and `rotate`"
    ),
    (
      [
        "fps", "framerate", "minterpolate", "setpts", "settb", "trim", "tpad", "loop", "reverse", "framestep",
        "select", "decimate", "mpdecimate", "tinterlace", "telecine", "pullup", "shuffleframes", "random",
      ], "it changes which pictures exist and when", "use `take`, `speed` and the rate of the canvas"
    ),
    (
      ["yadif", "bwdif", "w3fdif", "estdif", "kerndeint", "separatefields", "field"],
      "it changes which pictures exist and when", "use the key `deinterlace` of the media"
    ),
    (
      ["chromakey", "colorkey", "hsvkey", "lumakey"], "it produces alpha that would be lost here",
      "use `chroma-key:`"
    ),
  ]
}
