/// Other tools' words for the words of closed lists: `stretch` is `fill` among the ways to fit.
enum OtherWords {
  /// The intended word, if it is one of the allowed ones.
  static func meaning(of word: String, among words: [String]) -> String? {
    let folded = word.lowercased().filter { !"-_ .".contains($0) }
    return meanings[folded]?.first { words.contains($0) }
  }

  /// Keys are in lower case without dashes, underscores, blanks and points. If a word has several meanings,
  /// the list of allowed words decides.
  private static let meanings: [String: [String]] = [
    // Codecs, formats and colours of outputs
    "h265": ["hevc"], "x265": ["hevc"], "libx265": ["hevc"], "hvc1": ["hevc"], "hev1": ["hevc"],
    "x264": ["h264"], "libx264": ["h264"], "avc": ["h264"], "avc1": ["h264"], "mpeg4": ["h264"],
    "libaom": ["av1"], "libsvtav1": ["av1"], "svtav1": ["av1"], "libvpx": ["vp9"], "libvpxvp9": ["vp9"],
    "proreshq": ["prores"], "proresks": ["prores"], "dnxhd": ["dnxhr"],
    "mp4a": ["aac"], "libfdkaac": ["aac"], "wav": ["pcm"], "pcms16le": ["pcm"], "libopus": ["opus"],
    "libmp3lame": ["mp3"], "off": ["none"], "disabled": ["none"], "passthrough": ["copy"],
    "rec709": ["bt709"], "sdr": ["bt709"], "srgb": ["bt709"], "rec601": ["bt601"], "rec2020": ["bt2020"],
    "hdr": ["hlg", "pq"], "hdr10": ["pq"], "smpte2084": ["pq"], "aribstdb67": ["hlg"],
    "720p": ["1280x720"], "1080p": ["1920x1080"], "fullhd": ["1920x1080"], "fhd": ["1920x1080"],
    "4k": ["3840x2160"], "2160p": ["3840x2160"], "uhd": ["3840x2160"], "480p": ["640x480"],
    "540p": ["960x540"], "preview": ["draft"], "youtube": ["web"],
    // Ways to fit, flips, blends
    "stretch": ["fill"], "distort": ["fill"], "crop": ["cover"], "zoom": ["cover"], "letterbox": ["contain"],
    "pad": ["contain"], "inside": ["contain"], "scaledown": ["contain"], "original": ["none"],
    "containblur": ["blur"], "h": ["horizontal"], "v": ["vertical"], "hflip": ["horizontal"],
    "vflip": ["vertical"], "x": ["horizontal"], "y": ["vertical"], "plus": ["add"], "addition": ["add"],
    "lineardodge": ["add"], "lighter": ["add"], "over": ["normal"],
    // Shapes, letters and what they do
    "circle": ["ellipse"], "oval": ["ellipse"], "square": ["rectangle"], "rect": ["rectangle"],
    "box": ["rectangle"], "middle": ["center"], "centre": ["center"], "centered": ["center"],
    "start": ["left"], "end": ["right"], "justified": ["justify"], "normal": ["regular"], "heavy": ["black"],
    "demibold": ["semibold"], "hairline": ["thin"], "typing": ["typewriter"], "type": ["typewriter"],
    "fadein": ["fade"], "slidein": ["slide"], "zoomin": ["zoom"], "scale": ["zoom"],
    // Filters
    "grey": ["grayscale"], "gray": ["grayscale"], "bw": ["grayscale"], "blackandwhite": ["grayscale"],
    "blackwhite": ["grayscale"], "monochrome": ["grayscale"], "negate": ["invert"], "negative": ["invert"],
    "unsharp": ["sharpen"], "noise": ["grain"], "hqdn3d": ["denoise"],
    // Generators, image sequences, sound
    "colorbars": ["smpte"], "pal": ["ebu"], "time": ["timecode"], "tc": ["timecode"], "clock": ["timecode"],
    "freeze": ["hold"], "repeat": ["hold"], "last": ["hold"], "skip": ["hold"], "fail": ["error"],
    "preserve": ["keep"], "tape": ["follow"], "resample": ["follow"], "1": ["mono"], "2": ["stereo"],
    "6": ["5.1"], "surround": ["5.1"], "51": ["5.1"], "8": ["7.1"], "71": ["7.1"],
    // Requirements, choices of what to keep
    "horizontal": ["landscape"], "vertical": ["portrait"], "upright": ["portrait", "0"],
    "everything": ["all"], "nothing": ["none"], "burned": ["burn"], "hard": ["burn"], "hardsub": ["burn"],
    "soft": ["stream"], "softsub": ["stream"], "embed": ["stream"], "mux": ["stream"],
  ]
}
