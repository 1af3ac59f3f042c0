import Basics
import Composition
import Diagnostics
import EditScript

extension Container {
  fileprivate var isSubtitles: Bool { if case .subtitles? = declaration.text { true } else { false } }
}

/// Reports keys of films for a text output, and the reverse.
func textConflicts(of output: Output, _ container: Container) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if !container.isSubtitles, container.declaration.video.isEmpty, let subtitles = output.subtitles {
    conflicts.append(.fileIsNoSubtitles(at: subtitles.range))
  }
  guard container.isText else { return conflicts }
  let keys: [(name: String, range: SourceRange?)] =
    encodingKeys(of: output.video) + encodingKeys(of: output.audio) + [
      ("mode", output.mode?.range), ("preset", output.preset?.range),
      ("faststart", output.isFastStart?.range),
      ("stems", output.hasStems?.range),
    ]
  return conflicts
    + keys.compactMap { name, place in
      place.map { .textHasNo(name, container, at: $0) }
    }
}

/// Reports keys that do not fit an output as an image sequence, and the reverse.
func pictureConflicts(of output: Output, _ container: Container) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if !container.isPictures || output.still != nil, let number = output.firstNumber {
    conflicts.append(.fileHasNoNumber(number.range))
  }
  if let still = output.still {
    if !container.isPictures { conflicts.append(.fileIsNoStill(container, at: still.range)) }
    if let part = output.part { conflicts.append(.stillBesideRange(at: part.range)) }
  }
  if !container.isAnimation, let plays = output.plays { conflicts.append(.fileHasNoLoop(plays.range)) }
  guard container.isPictures || container.isAnimation || container.isUncompressed else { return conflicts }
  let audio: [(name: String, range: SourceRange?)] = [
    ("bitrate", output.audio.bitRate?.range), ("rate", output.audio.rate?.range),
    ("channels", output.audio.channels?.range),
  ]
  for case (let name, let range?) in audio {
    conflicts.append(.picturesHaveNoSound(name, at: range))
  }
  if container.isUncompressed {
    if let faststart = output.isFastStart {
      conflicts.append(.indexHasOnePlace(".\(container.rawValue) files have no index", at: faststart.range))
    }
    if let peak = output.video.mastering.peak {
      conflicts.append(.fileHasNoMastering(container, at: peak.range))
    }
    return conflicts
  }
  if let color = output.video.color, output.pictureCodec.declaration?.isRGB != true {
    conflicts.append(.picturesAreSRGB(at: color.range))
  }
  if let faststart = output.isFastStart {
    conflicts.append(.indexHasOnePlace("image sequences have no index", at: faststart.range))
  }
  return conflicts
}

/// Reports keys that do not fit a transport stream.
func transportConflicts(of output: Output, _ rate: FrameRate?, _ encoding: VideoEncoding?) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if let faststart = output.isFastStart {
    conflicts.append(.indexHasOnePlace(".ts files have no index", at: faststart.range))
  }
  if let encoding, encoding.codec == .h264, let peak = output.video.mastering.peak {
    conflicts.append(.streamHasNoMastering(at: peak.range))
  }
  // Up to three pictures are decoded before the first one shows, and a decoder reads 0.7 s ahead.
  if encoding != nil, let rate, rate.frames * 3 < rate.seconds {
    conflicts.append(.streamHasNoRate(rate, at: output.rate?.range ?? output.file.range))
  }
  return conflicts
}

/// Reports keys that do not fit an MXF file.
func materialConflicts(
  of output: Output, _ container: Container, _ rate: FrameRate?, _ encoding: VideoEncoding?
) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if let faststart = output.isFastStart {
    conflicts.append(.indexHasOnePlace("the index of .mxf files has a fixed place", at: faststart.range))
  }
  guard let encoding else { return conflicts + [.materialHasNoPicture(at: output.file.range)] }
  if let peak = output.video.mastering.peak { conflicts.append(.materialHasNoMastering(at: peak.range)) }
  if encoding.color == .bt601 {
    conflicts.append(.materialHasNoColor(encoding.color, at: output.video.color?.range ?? output.file.range))
  }
  if let rate, let known = container.declaration.frameRates,
    !known.contains(where: { $0.frames == rate.frames && $0.seconds == rate.seconds })
  {
    let rates = known.compactMap { FrameRate($0.frames, per: $0.seconds)?.spelling }
    conflicts.append(
      .materialHasNoRate(rate, known: rates, at: output.rate?.range ?? output.file.range))
  }
  return conflicts
}

// MARK: - Messages

extension Diagnostic {
  /// `reason` is why the output's index cannot come first.
  static func indexHasOnePlace(_ reason: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(.noEffect, "\(reason), so `faststart` has no effect", at: place, hint: "remove `faststart`")
  }

  fileprivate static func materialHasNoPicture(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".mxf files need a picture", at: place,
      hint: "write the sound to a .wav file")
  }

  fileprivate static func materialHasNoMastering(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".mxf files cannot store `mastering`", at: place,
      hint: "remove `mastering`, or end the file with .mov")
  }

  fileprivate static func materialHasNoColor(_ color: CanvasColor, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".mxf files cannot store the colour space \(color.rawValue)",
      at: place,
      hint: "write `video: {color: bt709}`, or end the file with .mov")
  }

  fileprivate static func materialHasNoRate(
    _ rate: FrameRate, known: [String], at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, ".mxf files do not support \(rate.spelling) frames per second", at: place,
      hint: "write one of these in the output: \(known.map { "`rate: \($0)`" }.joined(separator: ", "))")
  }

  fileprivate static func fileHasNoMastering(_ container: Container, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".\(container.rawValue) files cannot store `mastering`", at: place,
      hint: "remove `mastering`, or end the file with .mkv")
  }

  fileprivate static func streamHasNoMastering(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".ts files with H.264 cannot store `mastering`", at: place,
      hint: "write `codec: hevc`, which stores it in the stream, or remove `mastering`")
  }

  fileprivate static func streamHasNoRate(_ rate: FrameRate, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      ".ts files do not support \(rate.spelling) frames per second: the first pictures would be decoded before the file starts",
      at: place, hint: "write a `rate` of at least 1/3 in the output, or end the file with .mp4")
  }

  fileprivate static func fileHasNoNumber(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the output is a single file, which has no number", at: place,
      hint: "remove `first-number`, or write an image sequence such as %05d.png")
  }

  fileprivate static func fileIsNoStill(_ container: Container, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "`still` renders one picture, but a .\(container.rawValue) file is not a picture",
      at: place,
      hint: "end the file with .png, .tif, .exr or .jpg, or remove `still`")
  }

  fileprivate static func stillBesideRange(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`still` renders one picture of the film, and `range` a part of it", at: place,
      hint: "remove one of them; the time of `still` counts from the start of the film")
  }

  fileprivate static func fileHasNoLoop(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "only animations store how often they play", at: place,
      hint: "remove `loop`, or end the file with .gif, .apng or .webp")
  }

  fileprivate static func picturesHaveNoSound(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "image sequences have no sound, so `\(key)` has no effect", at: place,
      hint: "remove `\(key)`, and add a separate output for the sound, such as `file: film.wav`")
  }

  fileprivate static func picturesAreSRGB(at place: SourceRange) -> Diagnostic {
    Diagnostic(.codecLimit, "image sequences are always sRGB", at: place, hint: "remove `color`")
  }

  fileprivate static func textHasNo(
    _ key: String, _ container: Container, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      ".\(container.rawValue) files are text, without picture or sound: they have no `\(key)`",
      at: place, hint: "remove `\(key)`")
  }

  fileprivate static func fileIsNoSubtitles(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`subtitles` has no effect: a file of this kind has none", at: place, hint: "remove it")
  }
}
